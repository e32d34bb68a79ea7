import { expect, it } from 'vitest';
import { faultCodes, faultKinds, type FaultKind, type FaultSpec } from '../../../../extension/introspection/faults.ts';
import { faultyPath, FaultStory } from '../../../support/faultStory.ts';

/** Whatever is broken, at rest this project's own informers have what the server has, and their handlers were told so: each kind of queue of each release, on one server. */

const settings = (['1.32', '1.36'] as const).flatMap((clientGo) => (['DeltaFIFO', 'RealFIFO', 'atomic'] as const).map((queue) => ({ clientGo, queue })));

/** Of those that take a code or a verb, one for each that makes a difference. */
const variants = faultKinds.flatMap((kind): readonly (Partial<FaultSpec> & Pick<FaultSpec, 'kind'>)[] => {
  if (kind === 'status') return faultCodes.map((code, index) => ({ kind, code, times: 2, scope: { verb: index % 2 === 0 ? 'list' : 'watch' }, retryAfter: code === 429 ? 2 : 0 }));
  if (kind === 'cutObject') return ['list', 'watch'].map((verb) => ({ kind, scope: { verb } }));
  if (kind === 'stallWatch') return [{ kind }, { kind, ms: 20_000 }];
  if (kind === 'holdHeaders') return [{ kind, ms: 40_000 }];
  return [{ kind }];
});

/** What is lost stays so until something is told anew: what no real server does, and what upstream has no cure for. */
const needRelist: ReadonlySet<FaultKind> = new Set<FaultKind>(['loseEvent', 'restore']);

it.each(variants.filter(({ kind }) => !needRelist.has(kind)))('informers lose nothing to %j', async (fault) => {
  const story = new FaultStory(...settings);
  // Before they have listed, while they watch, and when they have to list anew.
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

it('they are wrong about what was lost until they list anew (what no real server does)', async () => {
  const story = new FaultStory(...settings);
  await story.clock.advance(5_000);
  await story.harness.ask('POST', faultyPath, { body: { metadata: { name: 'ghost' } } });
  await story.clock.settle();
  await story.inject({ kind: 'loseEvent' });
  await story.harness.ask('DELETE', `${faultyPath}/ghost`);
  await story.clock.settle();
  expect(story.have('default/ghost')).toEqual(settings.map(() => true));
  await story.inject({ kind: 'expireWatch' });
  await story.rest();
  await story.expectTrue();
  await story.end();
});

it('they survive versions that move backwards, and are true again once they list: what they ask for is too large (R-24, A-27)', async () => {
  const story = new FaultStory(...settings);
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
