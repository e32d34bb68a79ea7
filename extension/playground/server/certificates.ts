import { Buffer } from 'node:buffer';
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { bitString, boolean, explicit, implicit, integer, objectIdentifier, octetString, sequence, set, utcTime, utf8String } from './der.ts';

const day = 24 * 60 * 60_000;

export interface ServerCertificate {
  /** PEM: what clients are to trust. */
  readonly ca: string;
  /** PEM: for 127.0.0.1 and localhost. */
  readonly cert: string;
  /** PEM. */
  readonly key: string;
}

/**
 * A certificate for the loopback address, signed by a CA of its own that is made here, in memory, and whose
 * key is forgotten when this returns: nobody can sign anything else that a client of this server would trust.
 * @param now wall time in milliseconds
 */
export function createServerCertificate(now: number): ServerCertificate {
  const ca = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const server = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const caName = distinguishedName(`playground CA ${randomBytes(4).toString('hex')}`);
  const validity = sequence(utcTime(now - day), utcTime(now + 365 * day));
  const caKeyId = keyIdentifier(ca.publicKey);
  const caCert = certificate(ca.privateKey, [
    caName,
    validity,
    caName,
    spki(ca.publicKey),
    extensions(
      extension('2.5.29.19', true, sequence(boolean(true))), // basicConstraints: a CA
      extension('2.5.29.15', true, bitString(Buffer.from([0b0000_0110]), 1)), // keyUsage: certificates, CRLs
      extension('2.5.29.14', false, octetString(caKeyId)),
    ),
  ]);
  const cert = certificate(ca.privateKey, [
    caName,
    validity,
    distinguishedName('playground'),
    spki(server.publicKey),
    extensions(
      extension('2.5.29.19', true, sequence()), // basicConstraints: no CA
      extension('2.5.29.15', true, bitString(Buffer.from([0b1000_0000]), 7)), // keyUsage: signatures
      extension('2.5.29.37', false, sequence(objectIdentifier('1.3.6.1.5.5.7.3.1'))), // extKeyUsage: servers
      extension('2.5.29.17', false, sequence(implicit(7, Buffer.from([127, 0, 0, 1])), implicit(2, Buffer.from('localhost')))), // names
      extension('2.5.29.35', false, sequence(implicit(0, caKeyId))), // authorityKeyIdentifier
    ),
  ]);
  return { ca: pem(caCert), cert: pem(cert), key: server.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string };
}

/** X.509 version 3 (RFC 5280), signed with ECDSA and SHA-256. @param fields issuer, validity, subject, key, extensions */
function certificate(signer: KeyObject, fields: readonly Buffer[]): Buffer {
  const algorithm = sequence(objectIdentifier('1.2.840.10045.4.3.2'));
  const version3 = explicit(0, integer(Buffer.from([2])));
  const body = sequence(version3, integer(randomBytes(16)), algorithm, ...fields);
  return sequence(body, algorithm, bitString(sign('sha256', body, signer)));
}

function distinguishedName(commonName: string): Buffer {
  return sequence(set(sequence(objectIdentifier('2.5.4.3'), utf8String(commonName))));
}

function spki(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' });
}

function keyIdentifier(key: KeyObject): Buffer {
  return createHash('sha256').update(spki(key)).digest().subarray(0, 20);
}

function extensions(...all: readonly Buffer[]): Buffer {
  return explicit(3, sequence(...all));
}

function extension(id: string, critical: boolean, value: Buffer): Buffer {
  return sequence(objectIdentifier(id), ...(critical ? [boolean(true)] : []), octetString(value));
}

function pem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g)!.join('\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}
