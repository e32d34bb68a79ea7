import { createHash } from 'node:crypto';

/** Bits of a hash that a number can hold exactly; to deal 6 of 128 needs 42. */
const hashBytes = 6;

/**
 * The queues that a flow may wait in: so many out of all, always the same ones, without two alike. Two flows hardly ever have the
 * same hand, so one that floods its queues leaves others a queue of their own.
 */
export function dealHand(flow: string, queues: number, handSize: number): readonly number[] {
  let entropy = createHash('sha256').update(flow).digest().readUIntBE(0, hashBytes);
  const deck = Array.from({ length: queues }, (_, index) => index);
  return Array.from({ length: Math.min(handSize, queues) }, () => {
    const [card] = deck.splice(entropy % deck.length, 1);
    entropy = Math.floor(entropy / (deck.length + 1));
    return card!;
  });
}
