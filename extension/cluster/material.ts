import { type Saying, say } from '../base/saying.ts';
import { CredentialError } from './credentialError.ts';
import type { Material } from './kubeconfigEntries.ts';
import { readBounded } from './readBounded.ts';
import { whyUnreadable } from './whyUnreadable.ts';

/** All the authorities that a machine trusts take less. */
const mostBytes = 1_000_000;

/**
 * The PEM of a certificate or key.
 * @param user of the kubeconfig, who is to be told apart from others
 * @param owner whose it is, as a sentence has it; default: the user's
 * @throws CredentialError `unreadable`, naming the file; the signal's reason
 */
export async function readMaterial(material: Material, user: string, signal: AbortSignal, owner?: Saying): Promise<Buffer> {
  if (material.data !== undefined) return Buffer.from(material.data, 'base64');
  return readCredentialFile(material.file ?? '', user, signal, owner);
}

/** @throws CredentialError `unreadable`, naming the file and, for a path of another system, saying so (K11); the signal's reason */
export async function readCredentialFile(path: string, user: string, signal: AbortSignal, owner = say`the user "${user}"`): Promise<Buffer> {
  const unreadable = (rest: Saying, cause?: unknown): CredentialError =>
    new CredentialError('unreadable', say`The file ${path}, which the kubeconfig names for ${owner}, ${rest}`, { user, path }, { cause });
  let bytes: Buffer | undefined;
  try {
    bytes = await readBounded(path, mostBytes, signal);
  } catch (error) {
    signal.throwIfAborted();
    const { why, whatToDo } = whyUnreadable(path, error);
    throw unreadable(say`${why}. ${whatToDo}`, error);
  }
  if (bytes) return bytes;
  throw unreadable(say`is longer than any certificate, key or token (more than ${mostBytes / 1_000_000} MB). Correct the path in the kubeconfig.`);
}
