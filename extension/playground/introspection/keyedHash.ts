import { createHmac, randomBytes } from 'node:crypto';
import type { KeyedHash } from '../../kube/mask.ts';

/** With a key of its own: masked values can be compared within one run only. */
export function keyedHash(): KeyedHash {
  const key = randomBytes(32);
  return (value) => createHmac('sha256', key).update(value).digest('hex');
}
