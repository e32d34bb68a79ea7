import { describe, expect, it } from 'vitest';
import type { EntryOf, TraceDraft, TraceEntry } from '../../../extension/trace/entry.ts';
import { openGate } from '../../../extension/trace/gate.ts';
import { noProbe } from '../../../extension/trace/probe.ts';
import { Tracer } from '../../../extension/trace/tracer.ts';
import { FakeClock } from '../../support/fakeClock.ts';

const event = (rv: string, informer = 'apps/v1/replicasets'): TraceDraft => ({ kind: 'reflector.event', informer, key: 'd/web-1', rv, type: 'ADDED' });

const write = (rv: string, dryRun = false): TraceDraft => ({
  kind: 'reconcile.write',
  controller: 'c',
  key: 'd/web',
  rv,
  verb: 'create',
  target: 'apps/v1/replicasets d/web-1',
  code: 201,
  dryRun,
});

const start = (): TraceDraft => ({ kind: 'reconcile.start', controller: 'c', key: 'd/web', worker: 0 });

describe('Tracer', () => {
  it('numbers entries from 1, stamps them from the start, and tells who listens', async () => {
    const clock = new FakeClock();
    await clock.advance(5000);
    const tracer = new Tracer(clock, 10);
    const told: TraceEntry[] = [];
    const listening = tracer.onEntry((entry) => told.push(entry));
    expect(tracer.record(event('1'))).toBe(1);
    await clock.advance(25);
    expect(tracer.record(event('2'))).toBe(2);
    listening.dispose();
    tracer.record(event('3'));
    expect(told).toMatchObject([{ seq: 1, t: 0, rv: '1' }, { seq: 2, t: 25, rv: '2' }]);
    expect(tracer.lastSeq).toBe(3);
  });

  it('keeps the newest and counts what it dropped', () => {
    const tracer = new Tracer(new FakeClock(), 3);
    for (let rv = 1; rv <= 5; rv++) tracer.record(event(String(rv)));
    expect(tracer.dropped).toBe(2);
    expect(tracer.at(2)).toBeUndefined();
    expect(tracer.at(3)).toMatchObject({ seq: 3, rv: '3' });
    expect(tracer.at(6)).toBeUndefined();
    expect([...tracer.entries()].map(({ seq }) => seq)).toEqual([3, 4, 5]);
    expect([...tracer.entries(5)].map(({ seq }) => seq)).toEqual([5]);
    expect([...tracer.entries(1)].map(({ seq }) => seq)).toEqual([3, 4, 5]);
  });

  it('a write that comes first is the cause of its event', () => {
    const tracer = new Tracer(new FakeClock(), 10);
    tracer.record(start());
    const written = tracer.record(write('9'));
    const seen = tracer.record(event('9', 'apps/v1/replicasets@d'));
    expect(tracer.at(seen)).toMatchObject({ seq: seen, cause: [written] });
    expect(tracer.at(tracer.record(event('10')))).not.toHaveProperty('cause');
  });

  it('a write is the cause of its event in every informer of its resource, those of metadata alone too', () => {
    const tracer = new Tracer(new FakeClock(), 10);
    tracer.record(start());
    const written = tracer.record(write('9'));
    for (const name of ['apps/v1/replicasets#metadata', 'apps/v1/replicasets@d#metadata']) {
      expect(tracer.at(tracer.record(event('9', name)))).toMatchObject({ cause: [written] });
    }
  });

  it('an event that comes first is named by its write', () => {
    const tracer = new Tracer(new FakeClock(), 10);
    tracer.record(start());
    const seen = tracer.record(event('9'));
    const written = tracer.record(write('9'));
    expect((tracer.at(written) as EntryOf<'reconcile.write'>).seenAs).toBe(seen);
  });

  it('a dry run causes nothing, and neither does a stranger’s change', () => {
    const tracer = new Tracer(new FakeClock(), 10);
    tracer.record(start());
    tracer.record(write('9', true));
    expect(tracer.at(tracer.record(event('9')))).not.toHaveProperty('cause');
  });

  it('remembers a bounded number of either half', () => {
    const tracer = new Tracer(new FakeClock(), 10);
    tracer.record(start());
    const first = tracer.record(write('1'));
    for (let rv = 2; rv <= 1000; rv++) tracer.record(write(String(rv)));
    expect(tracer.at(tracer.record(event('1')))).toMatchObject({ cause: [first] });
    for (let rv = 1001; rv <= 2001; rv++) tracer.record(write(String(rv)));
    expect(tracer.at(tracer.record(event('1')))).not.toHaveProperty('cause');
  });

  it('the open gate holds nothing and the empty probe records nothing', () => {
    expect(openGate.ask({ point: 'queue.pop', owner: 'v1/pods' })).toBeUndefined();
    expect(noProbe.record(event('1'))).toBe(0);
  });
});
