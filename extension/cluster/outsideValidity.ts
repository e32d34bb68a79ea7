import { X509Certificate } from 'node:crypto';
import type { SecureContextOptions } from 'node:tls';
import type { RefusedCredentials } from '../kube/status.ts';

/**
 * Whether the time that a client certificate holds for (RFC 5280, 4.1.2.5) is over or has not come: a server that is asked with it says 401, and not why.
 * @param now wall time, in milliseconds
 */
export function outsideValidity(certificate: SecureContextOptions['cert'], now: number): Pick<RefusedCredentials, 'notAfter' | 'notBefore'> {
  const first = Array.isArray(certificate) ? certificate[0] : certificate;
  const parsed = first === undefined ? undefined : parse(first);
  if (!parsed) return {};
  const [notBefore, notAfter] = [Date.parse(parsed.validFrom), Date.parse(parsed.validTo)];
  if (notAfter < now) return { notAfter };
  return notBefore > now ? { notBefore } : {};
}

function parse(certificate: string | Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(certificate);
  } catch {
    return undefined;
  }
}
