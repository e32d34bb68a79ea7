import { readFile } from 'node:fs/promises';
import { messageOf } from '../base/codedError.ts';
import { isRecord } from '../kube/object.ts';
import { KubeconfigError } from './kubeconfigError.ts';

/** One kubeconfig file as it was written; nothing in it is checked yet. */
export interface KubeconfigFile {
  readonly path: string;
  readonly root: Readonly<Record<string, unknown>>;
}

/**
 * Reads one file. An empty file, one of comments only, and `null` are a kubeconfig without entries, as
 * they are to kubectl (K1).
 * @returns undefined when there is no such file
 * @throws KubeconfigError `unreadable`, `invalid`
 */
export async function readKubeconfigFile(path: string): Promise<KubeconfigFile | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new KubeconfigError('unreadable', `The kubeconfig ${path} cannot be read: ${whyUnreadable(error)}.`, { paths: [path] }, { cause: error });
  }
  const root = await parse(text, path);
  if (root === null || root === undefined) return { path, root: {} };
  if (!isRecord(root)) throw invalid(path, 'it should be a mapping with clusters, users and contexts', undefined);
  return { path, root };
}

async function parse(text: string, path: string): Promise<unknown> {
  const { parseAllDocuments, LineCounter } = await import('yaml');
  const lineCounter = new LineCounter();
  const documents = parseAllDocuments(text, { lineCounter, uniqueKeys: false, prettyErrors: false });
  // An empty result stands for a file without any document.
  const document = Array.isArray(documents) ? documents[0] : undefined;
  if (!document) return null;
  const fault = document.errors[0];
  if (fault) throw invalid(path, fault.message, lineCounter.linePos(fault.pos[0]).line, fault);
  try {
    return document.toJS();
  } catch (error) {
    throw invalid(path, messageOf(error), undefined, error);
  }
}

function invalid(path: string, what: string, line: number | undefined, cause?: unknown): KubeconfigError {
  const where = line === undefined ? path : `${path}, line ${line}`;
  return new KubeconfigError(
    'invalid',
    `The kubeconfig ${where} is not valid: ${what.replace(/\.$/, '')}. Correct the file, or choose another one.`,
    { paths: [path], ...(line !== undefined && { line }) },
    { cause },
  );
}

function whyUnreadable(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  if (code === 'EISDIR') return 'it is a folder';
  return messageOf(error);
}
