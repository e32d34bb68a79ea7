import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type KeyPair, TestAuthority } from '../support/testCertificates.ts';
import { AuditLog, type AuditedRequest } from './auditLog.ts';

/** On a busy machine the API server takes its time. */
const startMs = 120_000;
const pollMs = 50;

/** Somebody whom the API server knows by a static token, `NAME-token`, and who may do what RBAC says: nothing at first but to discover. */
export interface TestUser {
  readonly name: string;
  readonly groups?: readonly string[];
}

export interface ControlPlaneOptions {
  /** Each has a context of that name in the kubeconfig. */
  readonly users?: readonly TestUser[];
  /** What the server shows of itself, by the name that it is asked for (SNI); `''`: whoever asks for none. Default: one for 127.0.0.1 and localhost. */
  readonly serving?: (authority: TestAuthority) => Promise<Readonly<Record<string, KeyPair>>>;
  /** The server writes down what it is asked: {@link ControlPlane.requests}. */
  readonly audit?: boolean;
  /** More arguments of kube-apiserver. */
  readonly apiServerArguments?: readonly string[];
}

/** A real etcd with a real kube-apiserver in front of it, on loopback, for one test. */
export interface ControlPlane {
  readonly server: string;
  /** Address of etcd, with its gateway for HTTP. */
  readonly etcd: string;
  /** Has signed what the server shows of itself, unless it was given something else, and signs for clients. */
  readonly authority: TestAuthority;
  /**
   * Path of a kubeconfig. Contexts: `admin` (current; may everything, by token), `certificate` (the same, by client
   * certificate), `nobody` (may nothing: 403), `stranger` (a token that the server does not know: 401), and one for each user.
   */
  readonly kubeconfig: string;
  /** What the server has been asked, as it says itself, in order: with the option `audit`. */
  requests(): Promise<readonly AuditedRequest[]>;
  /** Runs kubectl as `admin` and gives its standard output. @param input for its standard input */
  kubectl(args: readonly string[], input?: string): Promise<string>;
  /** Kills the API server without warning; etcd keeps what it has. */
  killApiServer(): Promise<void>;
  /**
   * Starts it again on the same port.
   * @param until it is ready; or it answers at all, which is sooner: its own roles may not be there yet
   */
  startApiServer(until?: 'ready' | 'serving'): Promise<void>;
  restartApiServer(): Promise<void>;
  /** Ends both processes and removes their files. */
  stop(): Promise<void>;
}

/** Why there can be no control plane here; undefined when there can. */
export function missingControlPlane(): string | undefined {
  const assets = process.env['KUBEBUILDER_ASSETS'];
  if (!assets) return 'KUBEBUILDER_ASSETS is not set; point it at a folder with etcd and kube-apiserver, as setup-envtest makes one.';
  const missing = ['etcd', 'kube-apiserver'].filter((program) => !existsSync(join(assets, program)));
  return missing.length > 0 ? `KUBEBUILDER_ASSETS is ${assets}, which has no ${missing.join(' and no ')}.` : undefined;
}

/** @throws when a process ends before it is ready; the message has the end of its log */
export async function startControlPlane(options: ControlPlaneOptions = {}): Promise<ControlPlane> {
  const reason = missingControlPlane();
  if (reason !== undefined) throw new Error(reason);
  const assets = process.env['KUBEBUILDER_ASSETS']!;
  const folder = await mkdtemp(join(tmpdir(), 'informer-inspector-cluster-'));
  const [clientPort, peerPort, apiPort] = (await freePorts(3)) as [number, number, number];
  const server = `https://127.0.0.1:${apiPort}`;
  const authority = await TestAuthority.create();
  const serving = (await options.serving?.(authority)) ?? { '': await authority.server() };
  const kubeconfig = await writeFiles(folder, { server, authority, serving, users: options.users ?? [] });
  const audit = options.audit ? new AuditLog(folder) : undefined;
  await audit?.prepare();
  const etcd = await startProgram(join(assets, 'etcd'), etcdArguments(folder, clientPort, peerPort), join(folder, 'etcd.log'));
  let apiServer: Program | undefined;

  const plane: ControlPlane = {
    server,
    etcd: `http://127.0.0.1:${clientPort}`,
    authority,
    kubeconfig,
    requests: async () => (await audit?.requests()) ?? [],
    kubectl: (args, input) => runKubectl(kubeconfig, args, input),
    async killApiServer() {
      await apiServer?.end('SIGKILL');
      apiServer = undefined;
    },
    async startApiServer(until = 'ready') {
      const args = [...apiServerArguments(folder, clientPort, apiPort), ...servingArguments(folder, serving), ...(audit?.apiServerArguments ?? []), ...(options.apiServerArguments ?? [])];
      apiServer = await startProgram(join(assets, 'kube-apiserver'), args, join(folder, 'kube-apiserver.log'));
      await waitUntilReady(apiServer, apiPort, until);
    },
    async restartApiServer() {
      await plane.killApiServer();
      await plane.startApiServer();
    },
    async stop() {
      await apiServer?.end('SIGKILL');
      await etcd.end('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
  try {
    await plane.startApiServer();
    return plane;
  } catch (error) {
    await plane.stop();
    throw error;
  }
}

function etcdArguments(folder: string, clientPort: number, peerPort: number): string[] {
  const [client, peer] = [`http://127.0.0.1:${clientPort}`, `http://127.0.0.1:${peerPort}`];
  return [
    `--data-dir=${join(folder, 'etcd')}`,
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=default=${peer}`,
  ];
}

function apiServerArguments(folder: string, etcdPort: number, port: number): string[] {
  return [
    `--etcd-servers=http://127.0.0.1:${etcdPort}`,
    '--bind-address=127.0.0.1',
    `--secure-port=${port}`,
    `--cert-dir=${join(folder, 'certificates')}`,
    `--client-ca-file=${join(folder, 'ca.crt')}`,
    `--token-auth-file=${join(folder, 'tokens.csv')}`,
    '--authorization-mode=RBAC',
    `--service-account-key-file=${join(folder, 'service-account.pub')}`,
    `--service-account-signing-key-file=${join(folder, 'service-account.key')}`,
    '--service-account-issuer=https://kubernetes.default.svc',
    '--service-cluster-ip-range=10.0.0.0/24',
    '--disable-admission-plugins=ServiceAccount',
  ];
}

function servingArguments(folder: string, serving: Readonly<Record<string, KeyPair>>): string[] {
  return Object.keys(serving).flatMap((name) => {
    const [cert, key] = [join(folder, `server-${name}.crt`), join(folder, `server-${name}.key`)];
    return name === '' ? [`--tls-cert-file=${cert}`, `--tls-private-key-file=${key}`] : [`--tls-sni-cert-key=${cert},${key}:${name}`];
  });
}

interface Written {
  readonly server: string;
  readonly authority: TestAuthority;
  readonly serving: Readonly<Record<string, KeyPair>>;
  readonly users: readonly TestUser[];
}

/** Keys, certificates, tokens and the kubeconfig; returns the path of the last. */
async function writeFiles(folder: string, { server, authority, serving, users: people }: Written): Promise<string> {
  const adminPair = await authority.client('admin-by-certificate', ['system:masters']);
  const serviceAccount = generateKeyPairSync('rsa', { modulusLength: 2048, publicKeyEncoding: { type: 'spki', format: 'pem' }, privateKeyEncoding: { type: 'pkcs8', format: 'pem' } });
  const tokens = [{ name: 'admin', groups: ['system:masters'] }, { name: 'nobody' }, ...people].map(({ name, groups = [] }, index) => `${name}-token,${name},${index + 1},"${groups.join(',')}"`);
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const users = {
    admin: { token: 'admin-token' },
    certificate: { 'client-certificate-data': base64(adminPair.cert), 'client-key-data': base64(adminPair.key) },
    nobody: { token: 'nobody-token' },
    stranger: { token: 'unknown-token' },
    ...Object.fromEntries(people.map(({ name }) => [name, { token: `${name}-token` }])),
  };
  const kubeconfig = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'admin',
    clusters: [{ name: 'test', cluster: { server, 'certificate-authority-data': base64(authority.cert) } }],
    users: Object.entries(users).map(([name, user]) => ({ name, user })),
    contexts: Object.keys(users).map((name) => ({ name, context: { cluster: 'test', user: name, namespace: 'default' } })),
  };
  const files = {
    'ca.crt': authority.cert,
    ...Object.fromEntries(Object.entries(serving).flatMap(([name, { cert, key }]) => [[`server-${name}.crt`, cert], [`server-${name}.key`, key]])),
    'service-account.key': serviceAccount.privateKey,
    'service-account.pub': serviceAccount.publicKey,
    'tokens.csv': `${tokens.join('\n')}\n`,
    kubeconfig: JSON.stringify(kubeconfig, null, 2),
  };
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text, { mode: 0o600 })));
  return join(folder, 'kubeconfig');
}

/** A process with its log. It is ended by its id, and its end is waited for. */
interface Program {
  readonly child: ChildProcess;
  readonly log: string;
  end(signal: NodeJS.Signals): Promise<void>;
}

async function startProgram(path: string, args: readonly string[], log: string): Promise<Program> {
  const file = await open(log, 'a');
  try {
    // They live for minutes: with fewer collections they start a fifth sooner.
    const child = spawn(path, args, { stdio: ['ignore', file.fd, file.fd], env: { PATH: process.env['PATH'], GOGC: '400' } });
    const ended = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
    // Also when the test run itself is ended in the middle.
    const onExit = (): void => void child.kill('SIGKILL');
    process.once('exit', onExit);
    const end = async (signal: NodeJS.Signals): Promise<void> => {
      child.kill(signal);
      await ended;
      process.off('exit', onExit);
    };
    return { child, log, end };
  } finally {
    await file.close();
  }
}

async function waitUntilReady({ child, log }: Program, port: number, until: 'ready' | 'serving'): Promise<void> {
  const deadline = performance.now() + startMs;
  while (performance.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) break;
    const isReady = until === 'serving' || (await statusOf('/readyz', port)) === 200;
    if (isReady && (await statusOf('/api/v1/namespaces/default', port)) === 200) return;
    await new Promise((resolve) => {
      setTimeout(resolve, pollMs);
    });
  }
  const text = await readFile(log, 'utf8');
  throw new Error(`kube-apiserver did not become ready. Its log ends with:\n${text.split('\n').slice(-20).join('\n')}`);
}

/** 0 when there is no answer. What the server shows of itself may be wrong on purpose. */
function statusOf(path: string, port: number): Promise<number> {
  return new Promise((resolve) => {
    const sent = request({ host: '127.0.0.1', port, path, rejectUnauthorized: false, agent: false, headers: { authorization: 'Bearer admin-token' } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', () => resolve(0));
    sent.end();
  });
}

/** The kubectl of KUBEBUILDER_ASSETS, or else the one on the PATH; gives its standard output. */
export function runKubectl(kubeconfig: string, args: readonly string[], input = ''): Promise<string> {
  const bundled = join(process.env['KUBEBUILDER_ASSETS'] ?? '', 'kubectl');
  return new Promise((resolve, reject) => {
    const child = execFile(
      existsSync(bundled) ? bundled : 'kubectl',
      ['--kubeconfig', kubeconfig, ...args],
      // Its own cache of discovery must not outlive the server.
      { env: { PATH: process.env['PATH'], HOME: join(kubeconfig, '..') }, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (error) reject(new Error(`kubectl ${args.join(' ')} failed: ${stderr}`, { cause: error }));
        else resolve(stdout);
      },
    );
    child.stdin?.end(input);
  });
}

/** Below those that a machine gives to whoever connects from anywhere: a server that comes back must find its port as it left it. */
const ports = { first: 20_000, last: 32_767 } as const;

async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  while (found.size < count) {
    const port = ports.first + Math.floor(Math.random() * (ports.last - ports.first + 1));
    if (await isFree(port)) found.add(port);
  }
  return [...found];
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
