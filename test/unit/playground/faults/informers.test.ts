import { describe, expect, it } from 'vitest';
import { faultCodes, faultKinds, type FaultKind, type FaultSpec } from '../../../../extension/introspection/faults.ts';
import { faultyPath, FaultStory } from '../../../support/faultStory.ts';

/** Whatever is broken, at rest this project's own informer has what the server has, and its handler was told so. */

const settings = (['1.32', '1.36'] as const).flatMap((clientGo) => (['DeltaFIFO', 'RealFIFO', 'atomic'] as const).map((queue) => ({ clientGo, queue })));

/** Of those that take a code or a verb, one for each that makes a difference; what strikes any request strikes those of the informer alone. */
const variants: readonly Partial<FaultSpec>[] = faultKinds.flatMap((kind): Partial<FaultSpec>[] => {
  if (kind === 'status') return faultCodes.map((code, index) => ({ kind, code, times: 2, scope: { verb: index % 2 === 0 ? 'list' : 'watch', userAgent: 'test' }, retryAfter: code === 429 ? 2 : 0 }));
  if (kind === 'cutObject') return ['list', 'watch'].map((verb) => ({ kind, scope: { verb, userAgent: 'test' } }));
  if (kind === 'stallWatch') return [{ kind }, { kind, ms: 20_000 }];
  if (kind === 'holdHeaders') return [{ kind, ms: 40_000, scope: { userAgent: 'test' } }];
  return [kind === 'slowAnswer' ? { kind, scope: { userAgent: 'test' } } : { kind }];
});

/** What is lost stays so until something is told anew: what no real server does, and what upstream has no cure for. */
const needRelist: ReadonlySet<FaultKind> = new Set<FaultKind>(['loseEvent', 'restore']);

describe.each(settings)('an informer of $clientGo with $queue', (setting) => {
  it.each(variants.filter(({ kind }) => !needRelist.has(kind!)))('loses nothing to %j', async (fault) => {
    const story = new FaultStory(setting);
    // Before it has listed, while it watches, and when it has to list anew.
    await story.inject({ ...fault, seed: 3 });
    await story.clock.advance(5_000);
    await story.write(6);
    await story.inject(fault);
    await story.write(10);
    await story.clock.advance(5_000);
    await story.inject({ kind: 'expireWatch' });
    await story.write(10);
    await story.rest();
    await story.clear();
    await story.rest();
    await story.expectTrue();
    await story.end();
  });

  it('is wrong about what was lost until it lists anew (what no real server does)', async () => {
    const story = new FaultStory(setting);
    await story.clock.advance(5_000);
    await story.harness.ask('POST', faultyPath, { body: { metadata: { name: 'ghost' } } });
    await story.clock.settle();
    await story.inject({ kind: 'loseEvent' });
    await story.harness.ask('DELETE', `${faultyPath}/ghost`);
    await story.clock.settle();
    expect(story.informer.indexer.get('default/ghost')).toBeDefined();
    await story.inject({ kind: 'expireWatch' });
    await story.rest();
    await story.expectTrue();
    await story.end();
  });

  it('survives versions that move backwards, and is true again once it lists: what it asks for is too large (R-24, A-27)', async () => {
    const story = new FaultStory(setting);
    await story.clock.advance(5_000);
    await story.write(12);
    await story.inject({ kind: 'restore' });
    await story.clock.advance(60_000);
    await story.write(2);
    await story.inject({ kind: 'expireWatch' });
    await story.rest();
    await story.expectTrue();
    await story.end();
  });
});
