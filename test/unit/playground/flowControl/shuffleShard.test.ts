import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dealHand } from '../../../../extension/playground/flowControl/shuffleShard.ts';
import { propertyParameters } from '../../../support/seed.ts';

describe('the hand of a flow', () => {
  it('is always the same, has no queue twice, and none that is not there', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 128 }), fc.integer({ min: 1, max: 6 }), (flow, queues, handSize) => {
        const hand = dealHand(flow, queues, handSize);
        expect(hand).toEqual(dealHand(flow, queues, handSize));
        expect(new Set(hand).size).toBe(Math.min(handSize, queues));
        for (const queue of hand) expect(queue >= 0 && queue < queues).toBe(true);
      }),
      propertyParameters(200),
    );
  });

  it('spreads flows over all queues evenly, and leaves each one at least one queue that another has not', () => {
    const hands = Array.from({ length: 2_000 }, (_, index) => dealHand(`service-accounts/system:serviceaccount:a:b-${index}`, 128, 6));
    const counts = new Map<number, number>();
    for (const hand of hands) for (const queue of hand) counts.set(queue, (counts.get(queue) ?? 0) + 1);
    const even = (2_000 * 6) / 128;
    for (let queue = 0; queue < 128; queue++) expect(Math.abs(counts.get(queue)! - even)).toBeLessThan(even / 2);
    const [flood, ...others] = hands;
    for (const hand of others) expect(hand.some((queue) => !flood!.includes(queue))).toBe(true);
  });
});
