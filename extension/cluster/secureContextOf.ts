import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createSecureContext, type SecureContext } from 'node:tls';
import { messageOf } from '../base/codedError.ts';
import { CredentialError } from './credentialError.ts';
import type { TlsOptions } from './requestSecurity.ts';

/** Whose certificates they are. */
export interface TlsOwners {
  readonly cluster: string;
  readonly user: string;
  /** The client's came from a credential plugin, and not from the kubeconfig. */
  readonly fromPlugin: boolean;
}

/**
 * Certificates and keys made ready for connections. OpenSSL passes over a CA that is none, and then trusts nobody; what else it dislikes
 * it names by numbers. So each part is looked at by itself first, and the sentence says which one it is.
 * @throws CredentialError `invalid` for what is not PEM, or a key of another certificate
 */
export function secureContextOf({ ca, cert, key }: TlsOptions, { cluster, user, fromPlugin }: TlsOwners): SecureContext {
  const correct = 'Correct it in the kubeconfig.';
  const remedy = fromPlugin ? 'Its credential plugin gave it; log in again.' : correct;
  const read = <T>(what: string, reading: () => T, whatToDo = remedy): T => {
    try {
      return reading();
    } catch (error) {
      throw new CredentialError('invalid', `The ${what} (${opensslSays(error)}). ${whatToDo}`, { user }, { cause: error });
    }
  };
  if (isPem(ca)) read(`certificate authority of the cluster "${cluster}" is not a certificate in PEM`, () => new X509Certificate(ca), correct);
  const certificate = isPem(cert) ? read(`client certificate of the user "${user}" is not a certificate in PEM`, () => new X509Certificate(cert)) : undefined;
  const privateKey = isPem(key) ? read(`client key of the user "${user}" is not a key in PEM`, () => createPrivateKey(key)) : undefined;
  if (certificate && privateKey && !certificate.checkPrivateKey(privateKey)) {
    throw new CredentialError('invalid', `The client key of the user "${user}" belongs to another certificate. ${remedy}`, { user });
  }
  return read(`certificates of the user "${user}" cannot be used`, () => createSecureContext({ ca, cert, key }));
}

function isPem(material: TlsOptions['ca'] | TlsOptions['key']): material is string | Buffer {
  return typeof material === 'string' || Buffer.isBuffer(material);
}

/** Without the number that comes first. */
function opensslSays(error: unknown): string {
  return messageOf(error).replace(/^error:[0-9A-F]+:/, '');
}
