import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { bitString, integer, objectIdentifier, octetString, sequence, utcTime } from '../../../../extension/playground/server/der.ts';

describe('DER', () => {
  it.each([
    ['a number with its high bit set', integer(Buffer.from([0x80])), '02020080'],
    ['a number with zeros in front', integer(Buffer.from([0, 0, 1])), '020101'],
    ['zero', integer(Buffer.from([0, 0])), '020100'],
    ['an identifier with large parts', objectIdentifier('1.2.840.10045.4.3.2'), '06082a8648ce3d040302'],
    ['a short sequence', sequence(integer(Buffer.from([1]))), '3003020101'],
    ['bits', bitString(Buffer.from([0b1000_0000]), 7), '03020780'],
    ['a time', utcTime(Date.UTC(2026, 0, 2, 3, 4, 5)), `170d${Buffer.from('260102030405Z').toString('hex')}`],
  ])('%s', (_, bytes, hex) => {
    expect(bytes.toString('hex')).toBe(hex);
  });

  it.each([
    [127, '047f'],
    [128, '048180'],
    [256, '04820100'],
  ])('says a length of %i', (length, head) => {
    expect(octetString(Buffer.alloc(length)).toString('hex').startsWith(head)).toBe(true);
  });
});
