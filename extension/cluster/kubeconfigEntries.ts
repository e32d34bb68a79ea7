import { dirname, isAbsolute, resolve } from 'node:path';
import { isRecord } from '../kube/object.ts';

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
}

type Fields = Readonly<Record<string, unknown>>;

/** Name that is kept for plugins among the extensions of a cluster (clientcmd `client_config.go`, `clusterExtensionKey`). */
const execExtension = 'client.authentication.k8s.io/exec';

/**
 * The named entries under `clusters`, `users` or `contexts`. What has no name, or is no mapping, is left
 * out and costs the others nothing (K4); each omission is told to `onProblem`.
 */
export function namedEntries<T>(
  list: unknown,
  section: 'clusters' | 'users' | 'contexts',
  make: (name: string, fields: Fields) => T,
  onProblem: (problem: string) => void,
): T[] {
  if (list === null || list === undefined) return [];
  if (!Array.isArray(list)) {
    onProblem(`${section} is not a list`);
    return [];
  }
  const field = section.slice(0, -1);
  const entries: T[] = [];
  for (const [index, entry] of list.entries()) {
    const name = isRecord(entry) ? text(entry['name']) : undefined;
    if (!isRecord(entry) || name === undefined) onProblem(`${section}[${index}] has no name`);
    else entries.push(make(name, record(entry[field])));
  }
  return entries;
}

export function clusterEntry(path: string, name: string, fields: Fields): ClusterEntry {
  return {
    name,
    path,
    server: text(fields['server']),
    certificateAuthority: material(path, fields, 'certificate-authority'),
    insecureSkipTlsVerify: flag(fields['insecure-skip-tls-verify']),
    tlsServerName: text(fields['tls-server-name']),
    proxyUrl: text(fields['proxy-url']),
    disableCompression: flag(fields['disable-compression']),
    execConfig: extension(fields['extensions'], execExtension),
  };
}

export function userEntry(path: string, name: string, fields: Fields): UserEntry {
  const tokenFile = text(fields['tokenFile']);
  return {
    name,
    path,
    clientCertificate: material(path, fields, 'client-certificate'),
    clientKey: material(path, fields, 'client-key'),
    token: text(fields['token']),
    tokenFile: tokenFile === undefined ? undefined : beside(path, tokenFile),
    username: text(fields['username']),
    password: text(fields['password']),
    impersonate: impersonation(fields),
    exec: isRecord(fields['exec']) ? execConfig(path, fields['exec']) : undefined,
    authProvider: authProvider(fields['auth-provider']),
  };
}

export function contextEntry(path: string, name: string, fields: Fields): ContextEntry {
  return {
    name,
    path,
    cluster: text(fields['cluster']) ?? '',
    user: text(fields['user']) ?? '',
    namespace: text(fields['namespace']),
  };
}

function impersonation(fields: Fields): Impersonation | undefined {
  const user = text(fields['as']);
  const uid = text(fields['as-uid']);
  const groups = texts(fields['as-groups']);
  const extra = Object.entries(record(fields['as-user-extra'])).map(([name, values]) => [name, texts(values)] as const);
  if (user === undefined && uid === undefined && groups.length === 0 && extra.length === 0) return undefined;
  return { user, uid, groups, extra: Object.fromEntries(extra) };
}

function execConfig(path: string, fields: Fields): ExecConfig {
  const command = text(fields['command']) ?? '';
  const env = Array.isArray(fields['env']) ? fields['env'].filter(isRecord) : [];
  const apiVersion = text(fields['apiVersion']) ?? '';
  return {
    apiVersion,
    command: /[\\/]/.test(command) ? beside(path, command) : command,
    args: texts(fields['args']),
    env: Object.fromEntries(env.map((entry) => [text(entry['name']) ?? '', text(entry['value']) ?? ''])),
    installHint: text(fields['installHint']),
    // The versions before v1 have a default (clientcmd `conversion.go`).
    interactiveMode: text(fields['interactiveMode']) ?? (apiVersion.endsWith('/v1') ? '' : 'IfAvailable'),
    provideClusterInfo: flag(fields['provideClusterInfo']),
  };
}

function extension(list: unknown, name: string): unknown {
  const found = Array.isArray(list) ? list.find((entry) => isRecord(entry) && entry['name'] === name) : undefined;
  return found?.['extension'] ?? undefined;
}

function authProvider(value: unknown): UserEntry['authProvider'] {
  const name = isRecord(value) ? text(value['name']) : undefined;
  if (!isRecord(value) || name === undefined) return undefined;
  const config = Object.entries(record(value['config'])).map(([key, entry]) => [key, text(entry) ?? '']);
  return { name, config: Object.fromEntries(config) };
}

function material(path: string, fields: Fields, name: string): Material | undefined {
  const data = text(fields[`${name}-data`]);
  const file = text(fields[name]);
  if (data === undefined && file === undefined) return undefined;
  return { ...(data !== undefined && { data }), ...(file !== undefined && { file: beside(path, file) }) };
}

/** Relative paths are meant from the folder of the kubeconfig in which they stand. */
function beside(path: string, file: string): string {
  return isAbsolute(file) ? file : resolve(dirname(path), file);
}

/** YAML reads an unquoted `token: 12345` as a number; it was meant as written. Empty counts as absent. */
function text(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** kubectl reads YAML 1.1, in which more words than `true` are true. */
function flag(value: unknown): boolean {
  return value === true || (typeof value === 'string' && /^(y|yes|on)$/i.test(value));
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map((entry) => text(entry) ?? '') : [];
}

function record(value: unknown): Fields {
  return isRecord(value) ? value : {};
}
