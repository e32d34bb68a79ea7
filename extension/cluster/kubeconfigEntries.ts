import { dirname, isAbsolute, resolve } from 'node:path';
import { type Saying, say } from '../base/saying.ts';
import { isRecord } from '../kube/object.ts';
import { KubeconfigFields } from './kubeconfigFields.ts';

/** A certificate or key: its PEM in base64, or the file that holds it; one that has both is refused when it is to be used, as kubectl does. */
export interface Material {
  readonly data?: string;
  /** Absolute. */
  readonly file?: string;
}

export interface ClusterEntry {
  readonly name: string;
  /** The kubeconfig in which it stands. */
  readonly path: string;
  readonly server: string | undefined;
  readonly certificateAuthority: Material | undefined;
  readonly insecureSkipTlsVerify: boolean;
  readonly tlsServerName: string | undefined;
  readonly proxyUrl: string | undefined;
  readonly disableCompression: boolean;
  /** What stands in it for credential plugins, as JSON; undefined: nothing. */
  readonly execConfig: unknown;
  /** What makes it unusable, as the rest of a sentence that begins with it. */
  readonly fault?: Saying;
}

export interface UserEntry {
  readonly name: string;
  readonly path: string;
  readonly clientCertificate: Material | undefined;
  readonly clientKey: Material | undefined;
  readonly token: string | undefined;
  readonly tokenFile: string | undefined;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly impersonate: Impersonation | undefined;
  readonly exec: ExecConfig | undefined;
  readonly authProvider: { readonly name: string; readonly config: Readonly<Record<string, string>> } | undefined;
  /** What makes it unusable, as the rest of a sentence that begins with it. */
  readonly fault?: Saying;
}

export interface Impersonation {
  readonly user: string | undefined;
  readonly uid: string | undefined;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** How to run a credential plugin. `command` is absolute when it was written with a slash. */
export interface ExecConfig {
  readonly apiVersion: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly installHint: string | undefined;
  /** `Never`, `IfAvailable`, `Always`; empty when it is missing and must be given. */
  readonly interactiveMode: string;
  readonly provideClusterInfo: boolean;
}

export interface ContextEntry {
  readonly name: string;
  readonly path: string;
  readonly cluster: string;
  readonly user: string;
  readonly namespace: string | undefined;
  /** What makes it unusable, as the rest of a sentence that begins with it. */
  readonly fault?: Saying;
}

/** Name that is kept for plugins among the extensions of a cluster (clientcmd `client_config.go`, `clusterExtensionKey`). */
const execExtension = 'client.authentication.k8s.io/exec';

/** Of a file full of faults not each has to be told. */
const mostProblems = 20;

export type Section = 'clusters' | 'users' | 'contexts';

/**
 * The named entries under `clusters`, `users` or `contexts`. What has no name, or is no mapping, is left out and costs the others nothing (K4); an
 * entry with a fault, or with the name of another one in the file, is there, and not to be used. Each of them is told to `onProblem`.
 */
export function namedEntries<T extends { readonly name: string; readonly fault?: Saying }>(
  list: unknown,
  section: Section,
  make: (name: string, fields: unknown) => T,
  onProblem: (problem: Saying) => void,
): T[] {
  if (list === null || list === undefined) return [];
  if (!Array.isArray(list)) {
    onProblem(say`${section} is not a list`);
    return [];
  }
  const field = section.slice(0, -1);
  const entries = new Map<string, T>();
  let problems = 0;
  const tell = (problem: Saying): void => {
    problems++;
    if (problems <= mostProblems) onProblem(problem);
  };
  for (const [index, entry] of list.entries()) {
    const name: unknown = isRecord(entry) ? entry['name'] : undefined;
    if (!isRecord(entry) || typeof name !== 'string' || name === '') {
      const isText = typeof name === 'string' || typeof name === 'object' || name === undefined;
      tell(isText ? say`${section}[${index}] has no name` : say`the name of ${section}[${index}] is not text: put it in quotes`);
      continue;
    }
    const twin = entries.get(name);
    const made = twin ? { ...twin, fault: say`is in the file twice` } : make(name, entry[field]);
    if (made.fault !== undefined) tell(say`the ${field} "${name}" ${made.fault}`);
    entries.set(name, made);
  }
  if (problems > mostProblems) onProblem(say`${section} has ${problems - mostProblems} faults more`);
  return [...entries.values()];
}

export function clusterEntry(path: string, name: string, values: unknown): ClusterEntry {
  return withFault(values, (fields) => clusterOf(path, name, fields));
}

function clusterOf(path: string, name: string, fields: KubeconfigFields): ClusterEntry {
  return {
    name,
    path,
    server: fields.text('server'),
    certificateAuthority: material(path, fields, 'certificate-authority'),
    insecureSkipTlsVerify: fields.flag('insecure-skip-tls-verify'),
    tlsServerName: fields.text('tls-server-name'),
    proxyUrl: fields.text('proxy-url'),
    disableCompression: fields.flag('disable-compression'),
    execConfig: extension(fields.raw('extensions'), execExtension),
  };
}

export function userEntry(path: string, name: string, values: unknown): UserEntry {
  return withFault(values, (fields) => userOf(path, name, fields));
}

function userOf(path: string, name: string, fields: KubeconfigFields): UserEntry {
  const tokenFile = fields.text('tokenFile');
  const exec = fields.optional('exec');
  const provider = fields.optional('auth-provider');
  return {
    name,
    path,
    clientCertificate: material(path, fields, 'client-certificate'),
    clientKey: material(path, fields, 'client-key'),
    token: fields.text('token'),
    tokenFile: tokenFile === undefined ? undefined : beside(path, tokenFile),
    username: fields.text('username'),
    password: fields.text('password'),
    impersonate: impersonation(fields),
    exec: exec && execConfig(path, exec),
    authProvider: provider && { name: provider.text('name') ?? '', config: texts(provider.record('config')) },
  };
}

export function contextEntry(path: string, name: string, values: unknown): ContextEntry {
  return withFault(values, (fields) => contextOf(path, name, fields));
}

function contextOf(path: string, name: string, fields: KubeconfigFields): ContextEntry {
  return {
    name,
    path,
    cluster: fields.text('cluster') ?? '',
    user: fields.text('user') ?? '',
    namespace: fields.text('namespace'),
  };
}

/** With the first fault of its fields. */
function withFault<T extends { readonly fault?: Saying }>(values: unknown, make: (fields: KubeconfigFields) => T): T {
  let fault: Saying | undefined;
  const made = make(new KubeconfigFields(values, (found) => (fault ??= found)));
  return fault === undefined ? made : { ...made, fault };
}

function impersonation(fields: KubeconfigFields): Impersonation | undefined {
  const user = fields.text('as');
  const uid = fields.text('as-uid');
  const groups = fields.texts('as-groups');
  const values = fields.record('as-user-extra');
  const extra = values.names.map((name) => [name, values.texts(name)] as const);
  if (user === undefined && uid === undefined && groups.length === 0 && extra.length === 0) return undefined;
  return { user, uid, groups, extra: Object.fromEntries(extra) };
}

function execConfig(path: string, fields: KubeconfigFields): ExecConfig {
  const command = fields.text('command') ?? '';
  const apiVersion = fields.text('apiVersion') ?? '';
  return {
    apiVersion,
    command: /[\\/]/.test(command) ? beside(path, command) : command,
    args: fields.texts('args'),
    env: Object.fromEntries(fields.records('env', (entry) => [entry.text('name') ?? '', entry.text('value') ?? ''])),
    installHint: fields.text('installHint'),
    // The versions before v1 have a default (clientcmd `conversion.go`).
    interactiveMode: fields.text('interactiveMode') ?? (apiVersion.endsWith('/v1') ? '' : 'IfAvailable'),
    provideClusterInfo: fields.flag('provideClusterInfo'),
  };
}

function extension(list: unknown, name: string): unknown {
  const found = Array.isArray(list) ? list.find((entry) => isRecord(entry) && entry['name'] === name) : undefined;
  return found?.['extension'] ?? undefined;
}

function texts(fields: KubeconfigFields): Record<string, string> {
  return Object.fromEntries(fields.names.map((name) => [name, fields.text(name) ?? '']));
}

function material(path: string, fields: KubeconfigFields, name: string): Material | undefined {
  const data = fields.base64(`${name}-data`);
  const file = fields.text(name);
  if (data === undefined && file === undefined) return undefined;
  return { ...(data !== undefined && { data }), ...(file !== undefined && { file: beside(path, file) }) };
}

/** Relative paths are meant from the folder of the kubeconfig in which they stand. */
function beside(path: string, file: string): string {
  return isAbsolute(file) ? file : resolve(dirname(path), file);
}
