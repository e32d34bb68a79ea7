import { describe, expect, it } from 'vitest';
import { DeletedFinalStateUnknown } from '../../../extension/informer/eventHandler.ts';
import { MutationDetector, type MutationError } from '../../../extension/informer/mutationDetector.ts';
import { addKeptField, keepText } from '../../../extension/kube/keptFields.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { collectGarbage } from '../../support/collectGarbage.ts';
import { InformerHarness } from '../../support/informerHarness.ts';
import { added, deleted, expiredEvent, modified, page, pod } from '../../support/objects.ts';
import { RecordingLogger } from '../../support/recordingLogger.ts';
import { RecordingProbe } from '../../support/recordingProbe.ts';
import { ScriptedListerWatcher } from '../../support/scriptedListerWatcher.ts';

/** Does what nobody may do. */
function change(object: KubeObject | undefined, field: string, value: unknown): void {
  (object as Record<string, unknown>)[field] = value;
}

function setUp() {
  const clock = new FakeClock();
  const logger = new RecordingLogger();
  const probe = new RecordingProbe();
  const found: MutationError[] = [];
  const detector = new MutationDetector({ name: 'v1/pods', clock, logger, probe, onMutation: (error) => found.push(error) });
  return { clock, logger, probe, found, detector };
}

describe('MutationDetector', () => {
  it('M-01, M-06: an informer has none unless it is asked for', async () => {
    const server = new ScriptedListerWatcher([page(10, [pod('a', 1)])]);
    const harness = await new InformerHarness(server).start();
    expect(harness.clock.pending).toBe(0);
    change(harness.informer.indexer.get('d/a'), 'spec', 'changed');
    await harness.clock.advance(10_000);
    expect(harness.log.lines).toEqual([]);
  });

  it('M-01: finds a change of what is kept as text, too, however long ago it was parsed', async () => {
    const { clock, found, detector } = setUp();
    const object = { metadata: { name: 'a' } } as unknown as KubeObject & { readonly spec: { replicas: number } };
    addKeptField(object, 'spec');
    keepText(object, { names: ['spec'], textOf: () => '{"replicas":1}' });
    detector.addObject('a', object);
    detector.start();
    object.spec.replicas = 2;
    await collectGarbage();
    await clock.advance(1000);
    expect(found.map(({ data }) => data)).toEqual([{ key: 'a', paths: ['spec.replicas'] }]);
    detector.dispose();
  });

  it('M-02: copies what is added and updated, and no tombstone', async () => {
    const found: MutationError[] = [];
    const server = new ScriptedListerWatcher([page(10, [pod('a', 1), pod('gone', 2)]), page(20, [pod('a', 12)])]);
    const harness = await new InformerHarness(server, { detectsMutations: true, onMutation: (error) => found.push(error) }).start();
    harness.informer.addEventHandler({ onDelete: (object) => change(object instanceof DeletedFinalStateUnknown ? object.object : object, 'spec', 1) }, { name: 'h' });
    change(harness.informer.indexer.get('d/a'), 'spec', 'changed');
    server.current.send(modified(pod('a', 12)), added(pod('b', 13)));
    await harness.clock.settle();
    change(harness.informer.indexer.get('d/b'), 'status', 'changed');
    await harness.clock.advance(1000);
    expect(found.map(({ data }) => data)).toEqual([
      { key: 'd/a', paths: ['spec'] },
      { key: 'd/b', paths: ['status'] },
    ]);
    // The deleted object itself is still watched; what the delete brought is not copied.
    server.current.send(deleted(pod('b', 14)), expiredEvent());
    await harness.clock.advance(2000);
    expect(found.map(({ data }) => data.key)).toEqual(['d/a', 'd/b', 'd/gone']);
    await harness.stop();
    expect(harness.clock.pending).toBe(0);
  });

  it('M-03: compares at once, and every second', async () => {
    const { detector, clock, found, probe } = setUp();
    const object = { ...pod('a', 1), spec: { containers: [{ image: 'one' }] } };
    detector.addObject('d/a', object);
    object.spec.containers[0]!.image = 'two';
    detector.start();
    expect(probe.entries).toMatchObject([{ kind: 'store.mutated', informer: 'v1/pods', key: 'd/a', rv: '1', paths: ['spec.containers[0].image'] }]);
    expect(found.map(({ data }) => data.paths)).toEqual([['spec.containers[0].image']]);
    const other = { ...pod('b', 1), phase: 'Pending' };
    detector.addObject('d/b', other);
    other.phase = 'Running';
    await clock.advance(999);
    expect(found).toHaveLength(1);
    await clock.advance(1);
    expect(found).toHaveLength(2);
    detector.dispose();
    expect(clock.pending).toBe(0);
  });

  it('M-04: watches an object for two minutes at least and four at most', async () => {
    const { detector, clock, found } = setUp();
    detector.start();
    const early = pod('early', 1);
    detector.addObject('d/early', early);
    await clock.advance(119_000);
    const late = pod('late', 2);
    detector.addObject('d/late', late);
    await clock.advance(2000);
    expect(detector.size).toBe(2);
    await clock.advance(119_000);
    change(late, 'spec', 1);
    await clock.advance(1000);
    expect(found.map(({ data }) => data.key)).toEqual(['d/late']);
    await clock.advance(1000);
    expect(detector.size).toBe(0);
    change(early, 'spec', 1);
    await clock.advance(10_000);
    expect(found).toHaveLength(1);
  });

  it('lets go of all objects when it is disposed of, also when it never ran', () => {
    const { detector, found } = setUp();
    detector.addObject('d/a', pod('a', 1));
    detector.dispose();
    expect(detector.size).toBe(0);
    expect(found).toEqual([]);
  });

  it('M-05: says which cache, which object and where; in the log when nobody else hears of it', async () => {
    const clock = new FakeClock();
    const logger = new RecordingLogger();
    const detector = new MutationDetector({ name: 'v1/pods', clock, logger, probe: new RecordingProbe() });
    const object = pod('a', 1);
    detector.addObject('d/a', object);
    change(object, 'spec', 1);
    change(object, 'status', 1);
    detector.start();
    await clock.advance(5000);
    expect(logger.lines).toEqual(['error informer: cache v1/pods modified: d/a in spec, status. Objects of a cache are shared: copy one before you change it.']);
  });
});
