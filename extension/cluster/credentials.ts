import type { OutgoingHttpHeaders } from 'node:http';
import { getCACertificates, type SecureContext } from 'node:tls';
import { untilAborted } from '../base/abort.ts';
import type { Clock } from '../base/clock.ts';
import { say } from '../base/saying.ts';
import type { RefusedCredentials } from '../kube/status.ts';
import { ClientNodeSecurity } from './clientNodeSecurity.ts';
import { CredentialActivity } from './credentialActivity.ts';
import { CredentialError } from './credentialError.ts';
import type { CredentialOrigin } from './credentialOrigin.ts';
import { ExecCredentials } from './execCredential.ts';
import { expectedServerName } from './expectedServerName.ts';
import { freshOrKnown } from './freshOrKnown.ts';
import { impersonationHeaders } from './impersonation.ts';
import type { UserEntry } from './kubeconfigEntries.ts';
import { readMaterial } from './material.ts';
import { outsideValidity } from './outsideValidity.ts';
import type { ExecCredential } from './readExecCredential.ts';
import type { RequestSecurity, TlsOptions } from './requestSecurity.ts';
import { secureContextOf, type TlsOrigins } from './secureContextOf.ts';
import type { SelectedContext } from './selectContext.ts';
import { bearer, sendableHeaders } from './sendableHeaders.ts';
import { TokenFile } from './tokenFile.ts';

export interface CredentialsOptions {
  /** False in an untrusted workspace: no program is run (K13). */
  readonly allowExec: boolean;
  readonly interactive: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly onMessage: (line: string) => void;
}

/**
 * Who asks, according to a context. Client certificates, tokens and passwords are few lines and handled
 * here, so that an ordinary kubeconfig need not load client-node, which costs a second from a cold start.
 * Auth providers are client-node's.
 */
export class Credentials {
  /** What is run to get them. */
  readonly activity: CredentialActivity;
  readonly #selected: SelectedContext;
  readonly #exec: ExecCredentials | undefined;
  readonly #tokenFile: TokenFile | undefined;
  readonly #clientNode: ClientNodeSecurity | undefined;
  readonly #clock: Clock;
  /** Ends what is being read for nobody any more. */
  readonly #closed = new AbortController();
  #static: Promise<Prepared> | undefined;
  #renewing: Promise<Prepared> | undefined;
  /** Files may hold something newer than what was read of them. */
  #isStale = false;
  /** The server has taken them once. */
  #accepted = false;
  #ofPlugin: (Prepared & { readonly exec: ExecCredential }) | undefined;

  /** @throws CredentialError `execForbidden` when the user needs a program and none may run */
  constructor(selected: SelectedContext, options: CredentialsOptions) {
    this.#selected = selected;
    this.#clock = options.clock;
    const { cluster, server } = selected;
    const user = this.#user;
    // What stands in the kubeconfig itself goes before a plugin (client-go `exec.go`, `UpdateTransportConfig`).
    const plugin = user && !hasOwn(user) ? user.exec : undefined;
    this.activity = new CredentialActivity(options.clock, plugin?.command);
    if (!options.allowExec) forbidPrograms(user);
    if (user && plugin) {
      const check = (credential: ExecCredential): Promise<void> => this.#check(credential);
      this.#exec = new ExecCredentials({ ...options, user: user.name, exec: plugin, cluster, activity: this.activity, check });
    }
    if (user?.tokenFile !== undefined) {
      this.#tokenFile = new TokenFile({ path: user.tokenFile, user: user.name, initial: user.token, clock: options.clock, signal: this.#closed.signal });
    }
    if (user?.authProvider) this.#clientNode = new ClientNodeSecurity({ server, user: user.name, authProvider: user.authProvider });
  }

  /** @throws CredentialError; the signal's reason when it aborts first */
  async prepare(signal: AbortSignal): Promise<RequestSecurity> {
    const fixed = await untilAborted(this.#staticTls(), signal);
    const exec = await this.#exec?.get(signal);
    const { tls, secureContext } = exec?.certificate === undefined ? fixed : this.#withPlugin(fixed.tls, exec);
    const { user } = this.#selected;
    const impersonated = user?.impersonate && sendableHeaders(impersonationHeaders(user.impersonate), { user: user.name });
    const headers = { ...(await this.#authorization(exec, signal)), ...impersonated };
    const own: RequestSecurity = { headers, tls, ...(secureContext && { secureContext }), ...(exec && { exec }) };
    return this.#clientNode ? this.#clientNode.complete(own) : own;
  }

  /**
   * What the server's answer to a request that carried `security` says of the credentials. After a 401 a plugin is run again for the next
   * request, and a file is read again.
   * @returns what is known of them when the server did not take them
   */
  answered(security: RequestSecurity, status: number): RefusedCredentials | undefined {
    if (status !== 401) {
      // Who may not do something has been recognised; other failures may come from before anybody looked.
      if ((status >= 200 && status < 300) || status === 403) this.#accepted = true;
      return undefined;
    }
    if (security.exec) this.#exec?.reject(security.exec);
    this.#tokenFile?.expire();
    this.#isStale = this.#user?.clientCertificate?.file !== undefined;
    const from = this.#kind;
    return { how: this.#accepted ? 'expired' : 'refused', from, ...(from === 'certificate' && outsideValidity(security.tls.cert, this.#clock.wallTime())) };
  }

  /** Ends what is being read; whoever waits for it fails with `reason`. */
  close(reason: Error): void {
    this.#closed.abort(reason);
  }

  get #kind(): RefusedCredentials['from'] {
    const user = this.#user;
    if (!user) return 'nobody';
    if (this.#exec) return 'plugin';
    if (user.username !== undefined) return 'password';
    if (user.tokenFile !== undefined) return 'tokenFile';
    if (user.token !== undefined) return 'token';
    if (user.authProvider) return 'authProvider';
    return user.clientCertificate ? 'certificate' : 'nobody';
  }

  /** Nobody is told who asks over plain http, as in client-go (K5); as whom they ask, is. */
  get #user(): UserEntry | undefined {
    return this.#selected.server.protocol === 'https:' ? this.#selected.user : undefined;
  }

  async #authorization(exec: ExecCredential | undefined, signal: AbortSignal): Promise<OutgoingHttpHeaders> {
    const user = this.#user;
    if (user?.username !== undefined) return { authorization: basic(user.username, user.password ?? '') };
    const token = this.#tokenFile ? await this.#tokenFile.get(signal) : user?.token;
    if (token !== undefined) return bearer(token, this.#origin(undefined));
    if (exec?.token !== undefined) return bearer(exec.token, this.#pluginOrigin);
    // Go sends what stands in the address of a server, and that over plain http, too.
    const { username, password } = this.#selected.server;
    return username === '' && password === '' ? {} : { authorization: basic(decodeURIComponent(username), decodeURIComponent(password)) };
  }

  /** @throws CredentialError for what a plugin gave and no request can be made with */
  async #check(credential: ExecCredential): Promise<void> {
    if (credential.token !== undefined) bearer(credential.token, this.#pluginOrigin);
    if (credential.certificate !== undefined) this.#withPlugin((await this.#staticTls()).tls, credential);
  }

  #origin(file: string | undefined): CredentialOrigin {
    return { user: this.#user?.name ?? '', ...(file !== undefined && { file }) };
  }

  get #pluginOrigin(): CredentialOrigin {
    return { ...this.#origin(undefined), plugin: this.activity.command ?? '' };
  }

  /**
   * Read once, and again after a 401, since certificates in files are renewed (client-go `cert_rotation.go` looks every five minutes). A failure is not
   * remembered, so that a corrected file is seen.
   */
  #staticTls(): Promise<Prepared> {
    if (!this.#static || this.#isStale) {
      this.#isStale = false;
      const reading = this.#static ? this.#renewed(this.#static) : this.#readTls();
      this.#static = reading;
      reading.catch(() => (this.#static = undefined));
    }
    return this.#static;
  }

  /** The same object where nothing is new: connections are kept for it. What could be read last stays in use while the files cannot, half rewritten, say. */
  async #renewed(reading: Promise<Prepared>): Promise<Prepared> {
    const known = await reading;
    this.#renewing ??= this.#readTls().finally(() => (this.#renewing = undefined));
    const fresh = await freshOrKnown(this.#renewing, known, this.#clock);
    if (fresh === known) this.#isStale = true;
    return isSame(fresh.tls.cert, known.tls.cert) && isSame(fresh.tls.key, known.tls.key) ? known : fresh;
  }

  async #readTls(): Promise<Prepared> {
    const { cluster, server } = this.#selected;
    if (server.protocol !== 'https:') return { tls: {} };
    const user = this.#user;
    const name = user?.name ?? '';
    const authority = cluster.certificateAuthority;
    const { signal } = this.#closed;
    const [ca, cert, key] = await Promise.all([
      authority && readMaterial(authority, name, signal, say`the cluster "${cluster.name}"`),
      user?.clientCertificate && readMaterial(user.clientCertificate, name, signal),
      // A key without certificate is of no use, and passed over as by client-go.
      user?.clientCertificate && user.clientKey && readMaterial(user.clientKey, name, signal),
    ]);
    const tls: TlsOptions = {
      ...(cluster.insecureSkipTlsVerify ? { rejectUnauthorized: false } : { ca: ca ?? systemAuthorities() }),
      ...(cert && { cert }),
      ...(key && { key }),
      ...(cluster.tlsServerName !== undefined && expectedServerName(cluster.tlsServerName)),
    };
    const origins = { cert: this.#origin(user?.clientCertificate?.file), key: this.#origin(user?.clientKey?.file) };
    return { tls, secureContext: this.#secureContext(tls, origins) };
  }

  #withPlugin(fixed: TlsOptions, exec: ExecCredential): Prepared {
    if (this.#ofPlugin?.exec !== exec) {
      const tls = { ...fixed, cert: exec.certificate, key: exec.key };
      this.#ofPlugin = { tls, secureContext: this.#secureContext(tls, { cert: this.#pluginOrigin, key: this.#pluginOrigin }), exec };
    }
    return this.#ofPlugin;
  }

  #secureContext(tls: TlsOptions, origins: Pick<TlsOrigins, 'cert' | 'key'>): SecureContext {
    const { name, certificateAuthority } = this.#selected.cluster;
    return secureContextOf(tls, { cluster: name, ca: this.#origin(certificateAuthority?.file), ...origins });
  }
}

function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

interface Prepared {
  readonly tls: TlsOptions;
  readonly secureContext?: SecureContext;
}

function isSame(one: TlsOptions['cert' | 'key'], other: TlsOptions['cert' | 'key']): boolean {
  return Buffer.isBuffer(one) && Buffer.isBuffer(other) && one.equals(other);
}

/** Something to prove who asks, which needs no program. */
function hasOwn({ token, tokenFile, username, clientCertificate }: UserEntry): boolean {
  return (token ?? tokenFile ?? username ?? clientCertificate) !== undefined;
}

function forbidPrograms(user: UserEntry | undefined): void {
  const command = user?.exec?.command ?? user?.authProvider?.config['cmd-path'];
  if (!user || command === undefined) return;
  throw new CredentialError(
    'execForbidden',
    say`The user "${user.name}" gets its credentials from a program (${command}), and programs do not run in an untrusted workspace. Trust the workspace, or choose a context that needs none.`,
    { user: user.name, command },
  );
}

/** Without a CA of its own a cluster is trusted as kubectl trusts it: by what the machine trusts. */
function systemAuthorities(): string[] {
  return [...new Set([...getCACertificates('default'), ...getCACertificates('system')])];
}
