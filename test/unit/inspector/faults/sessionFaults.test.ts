import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Emitter } from '../../../../extension/base/emitter.ts';
import { type FaultRequest, SessionFaults } from '../../../../extension/inspector/faults/sessionFaults.ts';
import type { IntrospectionClient } from '../../../../extension/inspector/introspection/introspectionClient.ts';
import { IntrospectionError } from '../../../../extension/inspector/introspection/introspectionError.ts';
import { faultTraits, type FaultView } from '../../../../extension/introspection/faults.ts';
import type { TraceEntry } from '../../../../extension/trace/entry.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { RecordingLogger } from '../../../support/recordingLogger.ts';

/** What the session believes of the playground's faults, which strike, end and are cleared there without asking it. */

/** The endpoint, by hand. */
class Endpoint {
  all: readonly FaultView[] = [];
  looks = 0;
  isDown = false;
  isGone = false;
  #id = 0;

  readonly client = {
    faults: async () => {
      this.looks++;
      return this.#answer();
    },
    addFault: async ({ kind, ...more }: FaultRequest) => {
      const view: FaultView = { id: ++this.#id, kind, scope: {}, rate: 1, times: faultTraits[kind].times, ms: 0, code: 0, retryAfter: 0, seed: 0, ...more, active: true, struck: 0, sinceMs: 0 };
      if (!this.isDown) this.all = [...this.all, view];
      return this.#answer();
    },
    clearFaults: async (id?: number) => {
      if (!this.isDown) this.all = this.all.filter((each) => id !== undefined && each.id !== id);
      return this.#answer();
    },
  } as unknown as IntrospectionClient;

  strike(id: number): void {
    this.all = this.all.map((each) => (each.id === id ? { ...each, struck: each.struck + 1, active: each.times === 0 || each.struck + 1 < each.times } : each));
  }

  #answer(): readonly FaultView[] {
    if (this.isDown) throw new IntrospectionError('unreachable', 'the socket is closed', { status: 0 });
    return this.all;
  }
}

let clock: FakeClock;
let endpoint: Endpoint;
let entries: Emitter<TraceEntry>;
let faults: SessionFaults;
let logger: RecordingLogger;
let changes: number;

beforeEach(async () => {
  clock = new FakeClock();
  endpoint = new Endpoint();
  entries = new Emitter<TraceEntry>();
  logger = new RecordingLogger();
  await begin();
});
afterEach(() => {
  faults.dispose();
  expect(clock.pending).toBe(0);
});

async function begin(): Promise<void> {
  changes = 0;
  faults = new SessionFaults({ introspection: async () => (endpoint.isGone ? undefined : endpoint.client), onEntry: entries.event, clock, logger });
  faults.onChange(() => void changes++);
  await clock.settle();
}

const struck = (): void => entries.fire({ seq: 1, t: 0, kind: 'apiserver.fault', at: 0, fault: 'dropWatch', id: 1 });

describe('what is on', () => {
  it('is known from the beginning: the playground keeps it, whoever looks', async () => {
    await faults.add({ kind: 'dropWatch' });
    faults.dispose();
    await begin();
    expect(faults.on.map(({ kind }) => kind)).toEqual(['dropWatch']);
    expect(changes).toBe(1);
  });

  it('is followed: one that is over by itself is no longer on, and stays among all until it is cleared', async () => {
    await faults.add({ kind: 'dropWatch' });
    endpoint.strike(1);
    await clock.advance(3_000);
    expect(faults.on).toEqual([]);
    expect(faults.all).toMatchObject([{ id: 1, struck: 1, active: false }]);
    expect(changes).toBe(2);
    await faults.clear(1);
    expect(faults.all).toEqual([]);
    expect(changes).toBe(3);
  });

  it('is told of only where somebody may see a difference', async () => {
    await faults.add({ kind: 'noBookmarks' });
    endpoint.all = endpoint.all.map((each) => ({ ...each, sinceMs: 5_000 }));
    await clock.advance(10_000);
    expect(changes).toBe(1);
  });

  it('is looked at soon after a strike, once for many of them', async () => {
    await faults.add({ kind: 'noBookmarks' });
    const before = endpoint.looks;
    endpoint.strike(1);
    for (let strike = 0; strike < 1_000; strike++) struck();
    expect(clock.pending).toBe(1);
    await clock.advance(200);
    expect(endpoint.looks - before).toBe(1);
    expect(faults.all[0]!.struck).toBe(1);
  });

  it('is looked at all the same while strikes do not end', async () => {
    await faults.add({ kind: 'noBookmarks' });
    const before = endpoint.looks;
    endpoint.strike(1);
    for (let strike = 0; strike < 20; strike++) {
      struck();
      await clock.advance(100);
    }
    expect(endpoint.looks - before).toBeGreaterThanOrEqual(5);
    expect(faults.all[0]!.struck).toBe(1);
  });

  it('costs no look while nothing is on, and none for other entries', async () => {
    const before = endpoint.looks;
    entries.fire({ seq: 1, t: 0, kind: 'reflector.synced', informer: 'v1/pods' });
    await clock.advance(60_000);
    expect(endpoint.looks).toBe(before);
    expect(clock.pending).toBe(0);
  });
});

describe('an endpoint that fails', () => {
  it('takes nothing from what was known, and is asked again by itself: one may be over meanwhile', async () => {
    await faults.add({ kind: 'noBookmarks' });
    endpoint.isDown = true;
    await clock.advance(3_000);
    expect(faults.on).toHaveLength(1);
    expect(logger.lines.join('\n')).toContain('it is not known what is broken on the playground: the socket is closed');
    endpoint.isDown = false;
    endpoint.strike(1);
    await clock.advance(3_000);
    expect(faults.all[0]!.struck).toBe(1);
  });

  it('says so to whoever switches something on or off', async () => {
    endpoint.isDown = true;
    await expect(faults.add({ kind: 'dropWatch' })).rejects.toSatisfy((error) => IntrospectionError.is(error, 'unreachable'));
    await expect(faults.clear()).rejects.toSatisfy((error) => IntrospectionError.is(error, 'unreachable'));
    expect(faults.all).toEqual([]);
    expect(changes).toBe(0);
  });

  it('that is not there is an error for who wants something of it alone', async () => {
    faults.dispose();
    endpoint.isGone = true;
    await begin();
    expect(faults.all).toEqual([]);
    await expect(faults.add({ kind: 'dropWatch' })).rejects.toThrow('the playground does not run');
  });
});

it('nothing is broken on a playground that has ended', async () => {
  await faults.add({ kind: 'noBookmarks' });
  endpoint.isGone = true;
  await clock.advance(3_000);
  expect(faults.all).toEqual([]);
  expect(changes).toBe(2);
  expect(clock.pending).toBe(0);
});

it('ends with its session: no look, no change and no timer after it', async () => {
  await faults.add({ kind: 'noBookmarks' });
  const before = { looks: endpoint.looks, changes };
  struck();
  const late = faults.look();
  faults.dispose();
  await late;
  struck();
  await clock.advance(60_000);
  expect(clock.pending).toBe(0);
  expect(changes).toBe(before.changes);
  expect(endpoint.looks).toBeLessThanOrEqual(before.looks + 1);
});
