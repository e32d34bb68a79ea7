import { beforeEach, describe, expect, it } from 'vitest';
import type { EntryOf, TraceDraft } from '../../../extension/trace/entry.ts';
import { Tracer } from '../../../extension/trace/tracer.ts';
import { FakeClock } from '../../support/fakeClock.ts';

const event = (type: string, rv: string, key = 'd/web', informer = 'v1/pods'): TraceDraft => ({ kind: 'reflector.event', informer, key, rv, type });

const write = (draft: Partial<EntryOf<'reconcile.write'>>): TraceDraft => ({
  kind: 'reconcile.write',
  controller: 'c',
  key: 'd/x',
  verb: 'patch',
  target: 'v1/pods d/web',
  code: 200,
  dryRun: false,
  ms: 10,
  ...draft,
});

describe('OwnWrites', () => {
  let clock: FakeClock;
  let tracer: Tracer;
  const causeOf = (seq: number) => tracer.at(seq)?.cause;
  const seenAs = (seq: number) => (tracer.at(seq) as EntryOf<'reconcile.write'>).seenAs;
  beforeEach(() => {
    clock = new FakeClock();
    tracer = new Tracer(clock, 100);
    tracer.record({ kind: 'reconcile.start', controller: 'c', key: 'd/x', worker: 0 });
  });

  it.each([
    ['v1/pods/status', 'v1/pods'],
    ['apps/v1/deployments/status', 'apps/v1/deployments'],
    ['example.com/v1/status', 'example.com/v1/status'],
  ])('a write of %s comes back as an event of %s', (target, informer) => {
    const written = tracer.record(write({ target: `${target} d/web`, rv: '9' }));
    expect(causeOf(tracer.record(event('MODIFIED', '9', 'd/web', informer)))).toEqual([written]);
  });

  it('a deletion without a version is tied to the DELETED event that follows', () => {
    const written = tracer.record(write({ verb: 'delete' }));
    expect(causeOf(tracer.record(event('MODIFIED', '8')))).toBeUndefined();
    expect(causeOf(tracer.record(event('DELETED', '9', 'd/other')))).toBeUndefined();
    expect(causeOf(tracer.record(event('DELETED', '9')))).toEqual([written]);
    expect(causeOf(tracer.record(event('DELETED', '9', 'd/web', 'v1/pods@d')))).toEqual([written]);
  });

  it('and to none of an object that came into being since', () => {
    tracer.record(write({ verb: 'delete' }));
    tracer.record(event('DELETED', '9'));
    tracer.record(event('ADDED', '10'));
    expect(causeOf(tracer.record(event('DELETED', '11')))).toBeUndefined();
  });

  it('a DELETED event that came while the deletion was under way is named by it, and no earlier one', async () => {
    tracer.record(event('DELETED', '5'));
    await clock.advance(100);
    expect(seenAs(tracer.record(write({ verb: 'delete', ms: 10 })))).toBeUndefined();
    tracer.record(event('ADDED', '6'));
    const deleted = tracer.record(event('DELETED', '7'));
    await clock.advance(10);
    expect(seenAs(tracer.record(write({ verb: 'delete', ms: 10 })))).toBe(deleted);
  });

  it('a deletion that finalizers hold up is tied to both of its events', () => {
    const written = tracer.record(write({ verb: 'delete', rv: '8' }));
    expect(causeOf(tracer.record(event('MODIFIED', '8')))).toEqual([written]);
    expect(causeOf(tracer.record(event('DELETED', '12')))).toEqual([written]);
  });

  it('a write that changed nothing caused nothing: its version had come before it was sent', async () => {
    tracer.record(event('MODIFIED', '8'));
    await clock.advance(100);
    const written = tracer.record(write({ rv: '8' }));
    expect(seenAs(written)).toBeUndefined();
    expect(causeOf(tracer.record(event('MODIFIED', '8', 'd/web', 'v1/pods@d')))).toBeUndefined();
  });

  it('a write that was skipped, refused or a dry run causes nothing', () => {
    tracer.record(write({ verb: 'delete', decided: 'skipped' }));
    tracer.record(write({ verb: 'delete', code: 409, decided: 'failed' }));
    tracer.record(write({ verb: 'delete', dryRun: true }));
    tracer.record(write({ verb: 'delete', code: 0 }));
    expect(causeOf(tracer.record(event('DELETED', '9')))).toBeUndefined();
  });

  it('what is written while it is set up counts', () => {
    const fresh = new Tracer(clock, 10);
    fresh.record({ kind: 'reconcile.setup', controller: 'c', key: '' });
    const seen = fresh.record(event('ADDED', '9'));
    expect((fresh.at(fresh.record(write({ verb: 'create', code: 201, rv: '9' }))) as EntryOf<'reconcile.write'>).seenAs).toBe(seen);
  });
});
