import { type Saying, say } from '../base/saying.ts';
import { isRecord } from '../kube/object.ts';
import { CredentialError } from './credentialError.ts';
import type { ExecConfig } from './kubeconfigEntries.ts';
import { parseYaml, YamlFault } from './parseYaml.ts';

/** What a plugin gave. Compared by identity: the server's 401 counts against the credential that was sent. */
export interface ExecCredential {
  readonly token: string | undefined;
  readonly certificate: string | undefined;
  readonly key: string | undefined;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number | undefined;
}

/** The only texts of an answer that a sentence repeats: names of versions, known beforehand. */
const versions: ReadonlySet<string> = new Set(['v1', 'v1beta1', 'v1alpha1'].map((version) => `client.authentication.k8s.io/${version}`));

/** Of YAML an answer with a chain of certificates has less: what a plugin prints that is none must not keep anybody waiting. In characters, and in parts. */
const mostYaml = 64 * 1024;
const mostTokens = 1000;

/** RFC 3339, as Go reads it: day, time and zone. */
const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/**
 * Reads a plugin's standard output: JSON, or YAML, which kubectl takes as well.
 * @throws CredentialError `execInvalid`, which never repeats what was printed
 */
export async function readExecCredential(output: string, user: string, exec: ExecConfig): Promise<ExecCredential> {
  const fail = (what: Saying): never => {
    throw new CredentialError('execInvalid', say`The credential plugin ${exec.command} of the user "${user}" ${what}.`, { user, command: exec.command });
  };
  if (output.trim() === '') fail(say`ended without an error, and printed nothing. See what it does when it is run in a terminal`);
  const answer = await parse(output);
  if (!isRecord(answer)) return fail(say`printed something that is not an ExecCredential; standard output must hold one alone, in JSON, and no other text`);
  const { kind = 'ExecCredential', apiVersion, status } = answer;
  if (kind !== 'ExecCredential') fail(say`printed an object that is not an ExecCredential`);
  if (apiVersion !== exec.apiVersion) {
    const said = typeof apiVersion === 'string' && versions.has(apiVersion) ? apiVersion : apiVersion === undefined ? say`no apiVersion` : say`another apiVersion`;
    fail(say`answered in ${said}, but the kubeconfig says ${exec.apiVersion}; make both the same`);
  }
  if (status === undefined || status === null) fail(say`printed an ExecCredential without status`);
  if (!isRecord(status)) return fail(say`printed an ExecCredential whose status is not an object`);
  const text = (field: string): string | undefined => {
    const value = status[field] ?? undefined;
    if (value !== undefined && typeof value !== 'string') fail(say`gave a ${field} that is not a text`);
    return value as string | undefined;
  };
  // Empty counts as absent, but for the time.
  const [token, certificate, key] = [text('token') || undefined, text('clientCertificateData') || undefined, text('clientKeyData') || undefined];
  if ((certificate === undefined) !== (key === undefined)) {
    fail(certificate === undefined ? say`gave a key without its certificate` : say`gave a certificate without its key`);
  }
  if (token === undefined && certificate === undefined) fail(say`gave neither a token nor a certificate`);
  const expiration = text('expirationTimestamp');
  const expiresAt = expiration === undefined ? undefined : timePattern.test(expiration) ? Date.parse(expiration.replace(',', '.')) : NaN;
  if (Number.isNaN(expiresAt)) fail(say`gave an expirationTimestamp that is not a time such as 2030-01-31T12:00:00Z`);
  return { token, certificate, key, expiresAt };
}

/** Undefined where it is neither: a parser's own message would quote the output. */
async function parse(printed: string): Promise<unknown> {
  // As Windows PowerShell begins what it writes.
  const output = printed.replace(/^\ufeff/, '');
  try {
    return JSON.parse(output);
  } catch {
    // An object that is not JSON to its end is nothing else either.
    if (/^\s*[{[]/.test(output) || output.length > mostYaml) return undefined;
  }
  try {
    return await parseYaml(output, mostTokens);
  } catch (error) {
    if (error instanceof YamlFault) return undefined;
    throw error;
  }
}
