import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createSecureContext, type SecureContext } from 'node:tls';
import { messageOf } from '../base/codedError.ts';
import { type Saying, say } from '../base/saying.ts';
import { type CredentialOrigin, unusable } from './credentialOrigin.ts';
import type { TlsOptions } from './requestSecurity.ts';

/** Whose certificates they are, and where they come from. */
export interface TlsOrigins {
  readonly cluster: string;
  readonly ca: CredentialOrigin;
  readonly cert: CredentialOrigin;
  readonly key: CredentialOrigin;
}

/**
 * Certificates and keys made ready for connections. OpenSSL passes over a CA that is none, and then trusts nobody; what else it dislikes
 * it names by numbers. So each part is looked at by itself first, and the sentence says which one it is.
 * @throws CredentialError for what is not PEM, or a key of another certificate
 */
export function secureContextOf({ ca, cert, key }: TlsOptions, origins: TlsOrigins): SecureContext {
  const { user } = origins.cert;
  if (isOne(ca)) read(say`The certificate authority of the cluster "${origins.cluster}" is not a certificate in PEM`, origins.ca, () => certificateOf(ca));
  const certificate = isOne(cert) ? read(say`The client certificate of the user "${user}" is not a certificate in PEM`, origins.cert, () => certificateOf(cert)) : undefined;
  const privateKey = isOne(key) ? read(say`The client key of the user "${user}" is not a key in PEM`, origins.key, () => createPrivateKey(key)) : undefined;
  if (certificate && privateKey && !certificate.checkPrivateKey(privateKey)) throw unusable(say`The client key of the user "${user}" belongs to another certificate`, origins.key);
  return read(say`The certificates of the user "${user}" cannot be used`, origins.cert, () => createSecureContext({ ca, cert, key }));
}

/** DER as well is a certificate to OpenSSL by itself; connections, and kubectl, take PEM alone. */
function certificateOf(material: string | Buffer): X509Certificate {
  if (!/-----BEGIN [A-Z0-9 ]*CERTIFICATE-----/.test(material.toString('latin1'))) throw new Error('no line says BEGIN CERTIFICATE');
  return new X509Certificate(material);
}

function read<T>(what: Saying, origin: CredentialOrigin, reading: () => T): T {
  try {
    return reading();
  } catch (error) {
    throw unusable(say`${what} (${opensslSays(error)})`, origin, error);
  }
}

/** And not the list of what the machine trusts. */
function isOne(material: TlsOptions['ca'] | TlsOptions['key']): material is string | Buffer {
  return typeof material === 'string' || Buffer.isBuffer(material);
}

/** Without the number that comes first. */
function opensslSays(error: unknown): string {
  return messageOf(error).replace(/^error:[0-9A-F]+:/, '');
}
