import { afterEach, expect, it } from 'vitest';
import { canonicalState, rebuiltState } from '../../../support/stateHash.ts';
import type { GateDecision } from '../../../../extension/trace/gate.ts';
import { configMaps, steppedSession } from '../../../support/steppedSession.ts';

let harness: ReturnType<typeof steppedSession>;

afterEach(async () => {
  const closing = harness.session.close();
  await harness.clock.advance(5000);
  await closing;
});

const forged = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'd', uid: 'forged', resourceVersion: '1' }, data: { k: 'f', seen: 'f' } };
const decisions: readonly GateDecision[] = [{ type: 'skip' }, { type: 'duplicate' }, { type: 'delay', ms: 50 }, { type: 'forge', event: { type: 'MODIFIED', object: forged } }];
const cases = (['watch.event', 'queue.add'] as const).flatMap((point) => decisions.map((decision) => [decision.type, point, decision] as const));

it.each(cases)('a session in which %s was done at %s can be gone back to, and is as it was then', async (_, point, decision) => {
  harness = steppedSession();
  const { session, clock, cluster, stepper } = harness;
  await harness.run();
  await harness.put('a', { k: 'v', seen: 'v' });
  stepper.decideNext({ point }, decision);
  for (const name of ['a', 'b']) cluster.put(configMaps, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'd' }, data: { k: 'w', seen: 'w' } });
  await clock.advance(100);
  expect(harness.kinds()).toContain('whatif.applied');
  await harness.put('c', { k: 'v', seen: 'v' });
  const going = session.history.goTo(session.tracer.lastSeq, session.signal);
  await clock.settle();
  const rebuilt = canonicalState(rebuiltState(await going)) as { readonly informers: readonly { readonly objects: readonly string[] }[] };
  const { indexer } = session.informers.get('v1/configmaps')!;
  const live = indexer.listKeys().map((key) => `${key} ${indexer.get(key)!.metadata.uid} ${indexer.get(key)!.metadata.resourceVersion}`);
  expect(rebuilt.informers.map(({ objects }) => objects)).toEqual([live.toSorted()]);
});
