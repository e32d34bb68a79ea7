import { messageOf } from '../base/codedError.ts';
import { heard, type Saying, say } from '../base/saying.ts';
import { isRecord } from '../kube/object.ts';
import { KubeconfigError } from './kubeconfigError.ts';
import { parseYaml, YamlFault } from './parseYaml.ts';
import { readBounded } from './readBounded.ts';
import { whyUnreadable } from './whyUnreadable.ts';

/** A thousand clusters with all their certificates take less. */
const mostBytes = 10_000_000;

/** One of ten thousand clusters has not so many. */
const mostTokens = 250_000;

/** One kubeconfig file as it was written; nothing in it is checked yet. */
export interface KubeconfigFile {
  readonly path: string;
  readonly root: Readonly<Record<string, unknown>>;
}

/**
 * Reads one file. An empty file, one of comments only, and `null` are a kubeconfig without entries, as
 * they are to kubectl (K1).
 * @returns undefined when there is no such file
 * @throws KubeconfigError `unreadable`, `invalid`; the signal's reason
 */
export async function readKubeconfigFile(path: string, signal?: AbortSignal): Promise<KubeconfigFile | undefined> {
  let bytes: Uint8Array | undefined;
  try {
    bytes = await readBounded(path, mostBytes, signal);
  } catch (error) {
    signal?.throwIfAborted();
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new KubeconfigError('unreadable', say`The kubeconfig ${path} ${whyUnreadable(path, error).why}. Correct that, or choose another file.`, { paths: [path] }, { cause: error });
  }
  if (!bytes) throw invalid(path, say`it is longer than any kubeconfig (more than ${mostBytes / 1_000_000} MB)`, undefined);
  const root = await parse(bytes, path);
  if (root === null || root === undefined) return { path, root: {} };
  if (!isRecord(root)) throw invalid(path, say`it should be a mapping with clusters, users and contexts`, undefined);
  const { kind, apiVersion } = root;
  if (!isAbsent(kind) && kind !== 'Config') throw invalid(path, say`its kind is not Config`, undefined);
  if (!isAbsent(apiVersion) && apiVersion !== 'v1') throw invalid(path, say`its apiVersion is not v1`, undefined);
  return { path, root };
}

async function parse(bytes: Uint8Array, path: string): Promise<unknown> {
  try {
    return await parseYaml(decode(bytes), mostTokens);
  } catch (error) {
    throw error instanceof YamlFault ? invalid(path, error.said, error.line, error) : invalid(path, heard(messageOf(error)), undefined, error);
  }
}

/** Windows PowerShell writes UTF-16 when output is redirected to a file, which kubectl reads. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    throw new YamlFault(say`it is not text in UTF-8`, undefined, { cause: error });
  }
}

function invalid(path: string, what: Saying, line: number | undefined, cause?: unknown): KubeconfigError {
  const where = line === undefined ? path : say`${path}, line ${line}`;
  return new KubeconfigError(
    'invalid',
    say`The kubeconfig ${where} is not valid: ${what}. Correct the file, or choose another one.`,
    { paths: [path], ...(line !== undefined && { line }) },
    { cause },
  );
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
