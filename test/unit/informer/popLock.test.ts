import { describe, expect, it } from 'vitest';
import { DeltaFifo } from '../../../extension/informer/deltaFifo.ts';
import { PopLock } from '../../../extension/informer/popLock.ts';
import type { GatePoint } from '../../../extension/trace/gate.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { ManualGate } from '../../support/manualGate.ts';
import { RecordingProbe } from '../../support/recordingProbe.ts';

function setUp() {
  const gate = new ManualGate();
  const clock = new FakeClock();
  const lock = new PopLock(gate, new DeltaFifo({ informer: 'v1/pods', probe: new RecordingProbe() }));
  const ask = (point: GatePoint) => {
    const held = lock.ask({ point, owner: 'v1/pods' });
    const step = { isHeld: held !== undefined };
    void held?.then(() => (step.isHeld = false));
    return step;
  };
  return { gate, clock, lock, ask };
}

describe('C-03: PopLock', () => {
  it('keeps adds waiting while a pop is held, and nothing else', async () => {
    const { lock, ask, clock } = setUp();
    expect(ask('queue.add').isHeld).toBe(false);
    lock.lock();
    lock.lock();
    const adds = [ask('queue.add'), ask('queue.add')];
    expect((['list.page', 'watch.event', 'queue.pop'] as const).map((point) => ask(point).isHeld)).toEqual([false, false, false]);
    await clock.settle();
    expect(adds.map(({ isHeld }) => isHeld)).toEqual([true, true]);
    lock.unlock();
    await clock.settle();
    expect(adds.map(({ isHeld }) => isHeld)).toEqual([false, false]);
    expect(ask('queue.add').isHeld).toBe(false);
  });

  it('lets an add that a person held wait on while the lock is not free', async () => {
    const { gate, lock, ask, clock } = setUp();
    gate.close('queue.add');
    const add = ask('queue.add');
    lock.lock();
    gate.open();
    await clock.settle();
    expect(add.isHeld).toBe(true);
    lock.unlock();
    await clock.settle();
    expect(add.isHeld).toBe(false);
  });

  it('keeps nobody who was let go while it was free', async () => {
    const { gate, ask, clock } = setUp();
    gate.close('queue.add');
    const add = ask('queue.add');
    gate.open();
    await clock.settle();
    expect(add.isHeld).toBe(false);
  });
});
