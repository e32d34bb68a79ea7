import { Buffer } from 'node:buffer';

/** The few parts of DER (X.690) of which a certificate is made. Each gives one tag-length-value. */

export function sequence(...parts: readonly Buffer[]): Buffer {
  return element(0x30, Buffer.concat(parts));
}

export function set(...parts: readonly Buffer[]): Buffer {
  return element(0x31, Buffer.concat(parts));
}

/** `[number]` with one element inside. */
export function explicit(number: number, inner: Buffer): Buffer {
  return element(0xa0 + number, inner);
}

/** `[number]` in the place of the element's own tag, for plain bytes. */
export function implicit(number: number, content: Buffer): Buffer {
  return element(0x80 + number, content);
}

export function boolean(value: boolean): Buffer {
  return element(0x01, Buffer.from([value ? 0xff : 0]));
}

/** A number that is not negative, from its bytes, most significant first. */
export function integer(bytes: Buffer): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const significant = first < 0 ? Buffer.from([0]) : bytes.subarray(first);
  return element(0x02, significant[0]! >= 0x80 ? Buffer.concat([Buffer.from([0]), significant]) : significant);
}

/** @param unusedBits how many of the last byte's low bits do not count */
export function bitString(bytes: Buffer, unusedBits = 0): Buffer {
  return element(0x03, Buffer.concat([Buffer.from([unusedBits]), bytes]));
}

export function octetString(bytes: Buffer): Buffer {
  return element(0x04, bytes);
}

/** `1.2.840.10045.4.3.2` */
export function objectIdentifier(dotted: string): Buffer {
  const [first, second, ...rest] = dotted.split('.').map(Number);
  return element(0x06, Buffer.from([first! * 40 + second!, ...rest.flatMap(base128)]));
}

export function utf8String(text: string): Buffer {
  return element(0x0c, Buffer.from(text));
}

/** Whole seconds; for times before 2050, as certificates have them. */
export function utcTime(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/\D/g, '').slice(2, 14);
  return element(0x17, Buffer.from(`${digits}Z`));
}

function element(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag, ...lengthOctets(content.length)]), content]);
}

function lengthOctets(length: number): number[] {
  if (length < 0x80) return [length];
  const octets: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) octets.unshift(rest % 256);
  return [0x80 + octets.length, ...octets];
}

function base128(value: number): number[] {
  const digits = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) digits.unshift(0x80 + (rest % 128));
  return digits;
}
