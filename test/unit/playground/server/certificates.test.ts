import { createPrivateKey, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createServerCertificate } from '../../../../extension/playground/server/certificates.ts';

describe('the certificate of the server', () => {
  const now = Date.UTC(2026, 5, 1);
  const { ca, cert, key } = createServerCertificate(now);
  const authority = new X509Certificate(ca);
  const server = new X509Certificate(cert);

  it('is signed by a CA that signs nothing else', () => {
    expect(authority.ca).toBe(true);
    expect(authority.verify(authority.publicKey)).toBe(true);
    expect(server.ca).toBe(false);
    expect(server.verify(authority.publicKey)).toBe(true);
    expect(server.checkIssued(authority)).toBe(true);
    const another = new X509Certificate(createServerCertificate(now).ca);
    expect(server.verify(another.publicKey)).toBe(false);
    expect(another.subject).not.toBe(authority.subject);
  });

  it('is for the loopback address and localhost, and nothing else', () => {
    expect(server.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(server.checkHost('localhost')).toBe('localhost');
    expect(server.checkIP('10.0.0.1')).toBeUndefined();
    expect(server.checkHost('example.com')).toBeUndefined();
    expect(server.subjectAltName).toBe('IP Address:127.0.0.1, DNS:localhost');
    expect(server.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
  });

  it('is valid now, for a year', () => {
    expect(server.validFromDate.getTime()).toBe(now - 86_400_000);
    expect(server.validToDate.getTime()).toBe(now + 365 * 86_400_000);
  });

  it('has serial numbers of its own, and positive', () => {
    expect(server.serialNumber).not.toBe(authority.serialNumber);
    for (let round = 0; round < 20; round++) expect(new X509Certificate(createServerCertificate(now).cert).serialNumber).toMatch(/^[0-9A-F]{2,32}$/);
  });

  it('comes with its private key and not with that of the CA', () => {
    expect(server.checkPrivateKey(createPrivateKey(key))).toBe(true);
    expect(authority.checkPrivateKey(createPrivateKey(key))).toBe(false);
  });
});
