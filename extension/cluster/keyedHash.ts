import { createHmac, randomBytes } from 'node:crypto';
import type { KeyedHash } from '../kube/mask.ts';

/** A keyed hash with a key of its own, never shown or stored: values can be compared within one run only. */
export function createKeyedHash(): KeyedHash {
  const key = randomBytes(32);
  return (value) => createHmac('sha256', key).update(value).digest('hex');
}
