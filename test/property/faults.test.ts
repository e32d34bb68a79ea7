import fc from 'fast-check';
import { describe, it } from 'vitest';
import { faultCodes, faultKinds, type FaultSpec, faultTraits } from '../../extension/introspection/faults.ts';
import type { InformerSettings } from '../../extension/informer/sharedInformer.ts';
import { FaultStory } from '../support/faultStory.ts';
import { propertyParameters } from '../support/seed.ts';

/**
 * Any faults that a real server may have, at any rates, together: once they are over, every informer has what the server has. A failure prints its seed and the
 * shortest story; `PROPERTY_SEED` plays one again.
 */

type InjectedFault = Partial<FaultSpec> & Pick<FaultSpec, 'kind'>;
type Step = { readonly do: 'write'; readonly count: number } | { readonly do: 'wait'; readonly ms: number } | { readonly do: 'inject'; readonly fault: InjectedFault } | { readonly do: 'clear' };

const kinds = faultKinds.filter((kind) => faultTraits[kind].real);

const fault: fc.Arbitrary<InjectedFault> = fc
  .record({ kind: fc.constantFrom(...kinds), rate: fc.constantFrom(1, 0.5, 0.1), seed: fc.nat(1000), times: fc.constantFrom(1, 3, 0), code: fc.constantFrom(...faultCodes) })
  .map(({ kind, rate, seed, times, code }) => {
    if (kind === 'restore') return { kind, seed, ms: 15_000 * (seed % 3) };
    if (faultTraits[kind].strikes === 'server') return { kind, seed };
    // The requests of the story itself are not struck: it would wait for a clock that it moves itself.
    return { kind, seed, rate, times, scope: { userAgent: 'test' }, ms: faultTraits[kind].ms === undefined ? 0 : 15_000, code: kind === 'status' ? code : 0 };
  });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('write' as const), count: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1, 800, 5_000, 70_000) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('inject' as const), fault }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('clear' as const) }) },
);

async function play(steps: readonly Step[], settings: Partial<InformerSettings>): Promise<void> {
  const story = new FaultStory(settings);
  for (const each of steps) {
    if (each.do === 'write') await story.write(each.count);
    else if (each.do === 'wait') await story.clock.advance(each.ms);
    else if (each.do === 'clear') await story.clear();
    else await story.inject(each.fault);
  }
  await story.clear();
  await story.rest();
  // A watch that goes on at a version from before tells of no backup: whoever restores one has all clients list anew.
  if (steps.some((each) => each.do === 'inject' && each.fault.kind === 'restore')) await story.listAnew();
  await story.expectTrue();
  await story.end();
}

describe('random faults', () => {
  for (const clientGo of ['1.32', '1.36'] as const) {
    for (const queue of ['DeltaFIFO', 'RealFIFO', 'atomic'] as const) {
      it(`lose nothing: ${clientGo}, ${queue}`, { timeout: 120_000 }, async () => {
        await fc.assert(
          fc.asyncProperty(fc.array(step, { maxLength: 20, size: 'max' }), (steps) => play(steps, { clientGo, queue })),
          propertyParameters(20),
        );
      });
    }
  }
});
