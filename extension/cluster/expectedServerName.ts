import { isIP } from 'node:net';
import { checkServerIdentity } from 'node:tls';
import type { TlsOptions } from './requestSecurity.ts';

/**
 * The name that the certificate of a server must have, in place of that in its address. An address is asked for by no name (RFC 6066, and Node
 * warns of it), and looked for among the addresses of the certificate (Go `tls.hostnameInSNI`, `x509.VerifyHostname`).
 */
export function expectedServerName(name: string): Pick<TlsOptions, 'servername' | 'checkServerIdentity'> {
  const address = /^\[(.*)\]$/.exec(name)?.[1] ?? name;
  return isIP(address) ? { servername: '', checkServerIdentity: (_host, cert) => checkServerIdentity(address, cert) } : { servername: name };
}
