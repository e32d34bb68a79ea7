import { readFile } from 'node:fs/promises';
import { messageOf } from '../base/codedError.ts';
import { CredentialError } from './credentialError.ts';
import type { Material } from './kubeconfigEntries.ts';

/**
 * The PEM of a certificate or key.
 * @param user of the kubeconfig, for the sentence
 * @throws CredentialError `unreadable`, naming the file
 */
export async function readMaterial(material: Material, user: string): Promise<Buffer> {
  if (material.data !== undefined) return Buffer.from(material.data, 'base64');
  return readCredentialFile(material.file ?? '', user);
}

/** @throws CredentialError `unreadable`, naming the file and, for a path of another system, saying so (K11) */
export async function readCredentialFile(path: string, user: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const foreign = process.platform === 'win32' && /^[a-z]:\\(home|root|mnt|usr|etc)\\/i.test(path);
    const why = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'does not exist' : `cannot be read (${messageOf(error)})`;
    throw new CredentialError(
      'unreadable',
      `The file ${path}, which the kubeconfig names for the user "${user}", ${why}.${foreign ? ' It looks like a path inside WSL.' : ' Correct the path in the kubeconfig.'}`,
      { user, path },
      { cause: error },
    );
  }
}
