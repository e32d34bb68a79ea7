import { readFile } from 'node:fs/promises';
import { CredentialError } from './credentialError.ts';
import type { Material } from './kubeconfigEntries.ts';
import { whyUnreadable } from './whyUnreadable.ts';

/**
 * The PEM of a certificate or key.
 * @param user of the kubeconfig, who is to be told apart from others
 * @param owner whose it is, as a sentence has it; default: the user's
 * @throws CredentialError `unreadable`, naming the file
 */
export async function readMaterial(material: Material, user: string, owner?: string): Promise<Buffer> {
  if (material.data !== undefined) return Buffer.from(material.data, 'base64');
  return readCredentialFile(material.file ?? '', user, owner);
}

/** @throws CredentialError `unreadable`, naming the file and, for a path of another system, saying so (K11) */
export async function readCredentialFile(path: string, user: string, owner = `the user "${user}"`): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const { why, whatToDo } = whyUnreadable(path, error);
    throw new CredentialError('unreadable', `The file ${path}, which the kubeconfig names for ${owner}, ${why}. ${whatToDo}`, { user, path }, { cause: error });
  }
}
