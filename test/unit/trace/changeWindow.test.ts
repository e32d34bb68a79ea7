import { describe, expect, it } from 'vitest';
import { UpdateChanges } from '../../../extension/informer/updateChanges.ts';
import type { EntryOf } from '../../../extension/trace/entry.ts';
import { Tracer } from '../../../extension/trace/tracer.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { pod } from '../../support/objects.ts';

class WatchedChanges extends UpdateChanges {
  settled = false;
  givenUp = false;

  constructor() {
    super(pod('a', 1), pod('a', 2, { labels: { app: 'web' } }));
  }

  override settle(): void {
    this.settled = true;
    super.settle();
  }

  override giveUp(): void {
    // Settling lets go of the objects too; only what was not settled is given up.
    this.givenUp ||= !this.settled;
    super.giveUp();
  }
}

function setUp() {
  const clock = new FakeClock();
  const tracer = new Tracer(clock, 10_000);
  const update = (): WatchedChanges => {
    const changed = new WatchedChanges();
    tracer.record({ kind: 'store.update', informer: 'v1/pods', key: 'd/a', old: '1', rv: '2', changed });
    return changed;
  };
  return { clock, tracer, update };
}

describe('what an update has changed', () => {
  it('is not found out before somebody asks', () => {
    const { tracer, update } = setUp();
    const changed = update();
    expect(changed.settled).toBe(false);
    const entry = tracer.at(1) as EntryOf<'store.update'>;
    expect(entry.changed?.fields).toEqual([{ path: 'metadata.labels', before: '', after: '{…}' }]);
  });

  it('is found out a moment later, two with each update that follows, so that it is known when somebody asks later', async () => {
    const { clock, update } = setUp();
    const changes = Array.from({ length: 5 }, update);
    await clock.advance(999);
    changes.push(update());
    expect(changes.map(({ settled }) => settled)).toEqual([false, false, false, false, false, false]);
    await clock.advance(1);
    changes.push(update());
    expect(changes.map(({ settled }) => settled)).toEqual([true, true, false, false, false, false, false]);
    changes.push(update(), update());
    expect(changes.map(({ settled }) => settled)).toEqual([true, true, true, true, true, false, false, false, false]);
    expect(changes.some(({ givenUp }) => givenUp)).toBe(false);
  });

  it('is given up in a flood that nobody reads: no more than 512 updates hold their objects', () => {
    const { update } = setUp();
    const changes = Array.from({ length: 600 }, update);
    expect(changes.filter(({ givenUp }) => givenUp)).toHaveLength(88);
    expect(changes.slice(0, 88).every(({ givenUp, fields }) => givenUp && fields === undefined)).toBe(true);
    expect(changes[88]!.fields).toHaveLength(1);
  });

  it('is known for good once it was read, however many follow', () => {
    const { update } = setUp();
    const read = update();
    expect(read.fields).toHaveLength(1);
    for (let count = 0; count < 600; count++) update();
    expect(read.givenUp).toBe(false);
    expect(read.fields).toHaveLength(1);
  });
});
