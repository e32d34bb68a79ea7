import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { type KeyPair, TestAuthority } from '../../support/testCertificates.ts';
import type { ControlPlane } from '../apiServer.ts';

/** Who kube-apiserver says that it is when it passes requests on. */
const proxyName = 'front-proxy';
const serviceName = 'behind';
const serviceNamespace = 'default';

export interface Backend {
  /** Address of an API server that has the kind. */
  readonly server: string;
  readonly token: string;
}

/**
 * One version of an API group that kube-apiserver does not serve itself but passes on (an APIService), to an API server behind a door of the test's own. The
 * door lets in whom kube-apiserver vouches for, and can be shut; the APIService can be deleted and created again.
 */
export class AggregatedKind {
  readonly #group: string;
  readonly #version: string;
  readonly #folder: string;
  readonly #clients: TestAuthority;
  readonly #authority: TestAuthority;
  readonly #pair: KeyPair;
  readonly #sockets = new Set<Socket>();
  #backend: Backend | undefined;
  #server: Server | undefined;
  #port = 0;

  private constructor(group: string, version: string, made: { readonly folder: string; readonly clients: TestAuthority; readonly authority: TestAuthority; readonly pair: KeyPair }) {
    this.#group = group;
    this.#version = version;
    this.#folder = made.folder;
    this.#clients = made.clients;
    this.#authority = made.authority;
    this.#pair = made.pair;
  }

  static async prepare(group: string, version: string): Promise<AggregatedKind> {
    const folder = await mkdtemp(join(tmpdir(), 'informer-inspector-aggregation-'));
    const [clients, authority] = await Promise.all([TestAuthority.create('front-proxy-ca'), TestAuthority.create('behind-ca')]);
    const [proxy, pair] = await Promise.all([clients.client(proxyName), authority.server([`${serviceName}.${serviceNamespace}.svc`])]);
    await Promise.all(Object.entries({ 'ca.crt': clients.cert, 'proxy.crt': proxy.cert, 'proxy.key': proxy.key }).map(([name, text]) => writeFile(join(folder, name), text, { mode: 0o600 })));
    return new AggregatedKind(group, version, { folder, clients, authority, pair });
  }

  /** By which kube-apiserver passes on who asks, and proves that it is itself. */
  get apiServerArguments(): readonly string[] {
    return [
      `--requestheader-client-ca-file=${join(this.#folder, 'ca.crt')}`,
      `--requestheader-allowed-names=${proxyName}`,
      '--requestheader-username-headers=X-Remote-User',
      '--requestheader-group-headers=X-Remote-Group',
      '--requestheader-extra-headers-prefix=X-Remote-Extra-',
      `--proxy-client-cert-file=${join(this.#folder, 'proxy.crt')}`,
      `--proxy-client-key-file=${join(this.#folder, 'proxy.key')}`,
    ];
  }

  /** Opens the door, and tells kube-apiserver of it: a Service that is nothing but a name leads to this machine. */
  async install({ kubectl }: ControlPlane, backend: Backend): Promise<void> {
    this.#backend = backend;
    await this.open();
    const spec = { type: 'ExternalName', externalName: 'localhost', ports: [{ port: this.#port }] };
    await kubectl(['create', '--filename', '-'], JSON.stringify({ apiVersion: 'v1', kind: 'Service', metadata: { name: serviceName, namespace: serviceNamespace }, spec }));
    await this.register({ kubectl });
  }

  async register({ kubectl }: Pick<ControlPlane, 'kubectl'>): Promise<void> {
    const spec = {
      group: this.#group,
      version: this.#version,
      groupPriorityMinimum: 1000,
      versionPriority: 10,
      caBundle: Buffer.from(this.#authority.cert).toString('base64'),
      service: { name: serviceName, namespace: serviceNamespace, port: this.#port },
    };
    await kubectl(['create', '--filename', '-'], JSON.stringify({ apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService', metadata: { name: this.#name }, spec }));
  }

  /** The group is served no more: 404. What is open stays open until it is broken off. */
  async unregister({ kubectl }: Pick<ControlPlane, 'kubectl'>): Promise<void> {
    await kubectl(['delete', 'apiservice', this.#name]);
  }

  /** Breaks off what has been passed on and is open. */
  breakOff(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async open(): Promise<void> {
    if (this.#server) return;
    const server = createServer({ ...this.#pair, ca: this.#clients.cert, requestCert: true, rejectUnauthorized: true }, (asked, answer) => this.#passOn(asked, answer));
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
    this.#server = server;
    await new Promise<void>((resolve) => {
      server.listen(this.#port, '127.0.0.1', resolve);
    });
    this.#port = (server.address() as AddressInfo).port;
  }

  /** Nobody is behind the name any more: 503. */
  async shut(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    const closed = new Promise<void>((resolve) => {
      if (server) server.close(() => resolve());
      else resolve();
    });
    this.breakOff();
    await closed;
  }

  async close(): Promise<void> {
    await this.shut();
    await rm(this.#folder, { recursive: true });
  }

  get #name(): string {
    return `${this.#version}.${this.#group}`;
  }

  #passOn(asked: IncomingMessage, answer: ServerResponse): void {
    const { method = 'GET', url = '', headers, socket } = asked;
    const caller = (socket as TLSSocket).getPeerCertificate().subject?.CN;
    if (caller !== proxyName || headers['x-remote-user'] === undefined) return void answer.writeHead(401).end();
    if (!url.startsWith(`/apis/${this.#group}`)) return void answer.writeHead(404).end();
    const { server, token } = this.#backend!;
    const { host: _host, connection: _connection, ...rest } = headers;
    const passed = request(new URL(url, server), { method, agent: false, rejectUnauthorized: false, headers: { ...rest, authorization: `Bearer ${token}` } }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      answer.flushHeaders();
      got.pipe(answer);
      got.on('error', () => answer.destroy());
    });
    passed.on('error', () => answer.destroy());
    answer.on('close', () => passed.destroy());
    asked.pipe(passed);
  }
}
