import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

x509.cryptoProvider.set(webcrypto as never);
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

/** When something holds: now, no longer, or not yet. */
export type Holds = 'now' | 'noLonger' | 'notYet';

/** A certificate authority of a test's own. */
export class TestAuthority {
  readonly cert: string;
  readonly #keys: webcrypto.CryptoKeyPair;
  readonly #name: string;
  #serial = 1;

  private constructor(cert: string, keys: webcrypto.CryptoKeyPair, name: string) {
    this.cert = cert;
    this.#keys = keys;
    this.#name = name;
  }

  static async create(commonName = 'test-ca', holds: Holds = 'now'): Promise<TestAuthority> {
    const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
    const name = `CN=${commonName}`;
    const cert = await x509.X509CertificateGenerator.createSelfSigned({
      serialNumber: '01',
      name,
      ...validity(holds),
      signingAlgorithm: algorithm,
      keys,
      extensions: [new x509.BasicConstraintsExtension(true, undefined, true), new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true)],
    });
    return new TestAuthority(cert.toString('pem'), keys, name);
  }

  /** For a server on loopback, under these names besides. */
  server(names: readonly string[] = []): Promise<KeyPair> {
    return this.#server([{ type: 'ip', value: '127.0.0.1' }, ...dnsNames(['localhost', ...names])], 'now');
  }

  /** For a server under these names alone. */
  serverNamed(names: readonly string[], holds: Holds = 'now'): Promise<KeyPair> {
    return this.#server(dnsNames(names), holds);
  }

  /** Kubernetes reads the user from the common name and groups from the organisations. */
  client(commonName: string, groups: readonly string[] = [], holds: Holds = 'now'): Promise<KeyPair> {
    return this.#issue([`CN=${commonName}`, ...groups.map((group) => `O=${group}`)].join(', '), x509.ExtendedKeyUsage.clientAuth, [], holds);
  }

  #server(names: x509.JsonGeneralNames, holds: Holds): Promise<KeyPair> {
    return this.#issue('CN=test-server', x509.ExtendedKeyUsage.serverAuth, [new x509.SubjectAlternativeNameExtension(names)], holds);
  }

  async #issue(subject: string, usage: x509.ExtendedKeyUsage, extensions: x509.Extension[], holds: Holds): Promise<KeyPair> {
    const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
    this.#serial++;
    const cert = await x509.X509CertificateGenerator.create({
      serialNumber: this.#serial.toString(16).padStart(2, '0'),
      subject,
      issuer: this.#name,
      ...validity(holds),
      signingAlgorithm: algorithm,
      publicKey: keys.publicKey,
      signingKey: this.#keys.privateKey,
      extensions: [new x509.ExtendedKeyUsageExtension([usage]), ...extensions],
    });
    const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
    return { cert: cert.toString('pem'), key: x509.PemConverter.encode(pkcs8, 'PRIVATE KEY') };
  }
}

function dnsNames(names: readonly string[]): x509.JsonGeneralNames {
  return names.map((value) => ({ type: 'dns' as const, value }));
}

/** In days from today. */
const periods: Readonly<Record<Holds, readonly [from: number, to: number]>> = { now: [-1, 7], noLonger: [-7, -1], notYet: [1, 7] };

function validity(holds: Holds): { notBefore: Date; notAfter: Date } {
  const [from, to] = periods[holds].map((days) => new Date(Date.now() + days * 86_400_000)) as [Date, Date];
  return { notBefore: from, notAfter: to };
}
