import { describe, expect, it } from 'vitest';
import { ControllerKeys } from '../../../extension/inspector/controllerKeys.ts';
import type { TraceDraft, TraceEntry } from '../../../extension/trace/entry.ts';

const empty = { queue: [], dirty: [], processing: [], waiting: [] };

function fold(...drafts: readonly TraceDraft[]): ControllerKeys {
  const keys = new ControllerKeys();
  for (const [index, draft] of drafts.entries()) keys.fold({ ...draft, seq: index + 1, t: index * 10 } as TraceEntry);
  return keys;
}

const at = { controller: 'c', key: 'd/web' } as const;
const inQueue = { queue: 'c', key: 'd/web' } as const;

describe('the keys of a controller', () => {
  it('tell what came of their last run, and what it wrote', () => {
    const keys = fold(
      { ...at, kind: 'reconcile.start', worker: 0 },
      { ...at, kind: 'reconcile.write', verb: 'create', target: 'v1/pods d/a', code: 201, dryRun: false },
      { ...at, kind: 'reconcile.end', ms: 3, result: 'done' },
      { ...at, kind: 'reconcile.start', worker: 0 },
      { ...at, kind: 'reconcile.write', verb: 'patch', target: 'v1/pods d/a', code: 409, dryRun: true, decided: 'failed' },
      { ...at, kind: 'reconcile.error', ms: 4, message: 'conflict' },
      { ...inQueue, kind: 'workqueue.ratelimited', after: 5, attempts: 2 },
    );
    expect(keys.rows({ ...empty, waiting: [{ key: 'd/web', dueInMs: 5 }] })).toEqual([
      {
        key: 'd/web',
        state: 'waiting',
        isDirty: false,
        attempts: 2,
        dueInMs: 5,
        runs: 2,
        lastResult: 'failed',
        lastError: 'conflict',
        lastRun: { seq: 6, t: 50, ms: 4 },
        lastWrites: [{ seq: 5, verb: 'patch', target: 'v1/pods d/a', code: 409, dryRun: true, decided: 'failed' }],
      },
    ]);
  });

  it('forget failures with the queue, and keep that they were dropped', () => {
    const keys = fold(
      { ...at, kind: 'reconcile.start', worker: 0 },
      { ...at, kind: 'reconcile.error', ms: 1, message: 'no' },
      { ...inQueue, kind: 'workqueue.ratelimited', after: 5, attempts: 3 },
      { ...inQueue, kind: 'workqueue.forget' },
      { ...inQueue, kind: 'workqueue.drop', attempts: 3 },
    );
    expect(keys.rows(empty)).toMatchObject([{ state: 'settled', attempts: 0, lastResult: 'dropped', lastError: 'no' }]);
  });

  it('are where the queue has them now, known or not, the busy ones first', () => {
    const ended = (key: string): TraceDraft => ({ kind: 'reconcile.end', controller: 'c', key, ms: 1, result: 'done' });
    const keys = fold(ended('d/settled'), ended('d/again'), { kind: 'reconcile.error', controller: 'c', key: 'd/failed', ms: 1, message: 'x' }, { kind: 'reconcile.setup', controller: 'c', key: '' });
    const rows = keys.rows({ processing: ['d/again'], dirty: ['d/again', 'd/new'], queue: ['d/new'], waiting: [{ key: 'd/later', dueInMs: 9 }, { key: 'd/soon', dueInMs: 1 }] });
    expect(rows.map(({ key, state, isDirty }) => `${key} ${state}${isDirty ? ' dirty' : ''}`)).toEqual(['d/again processing dirty', 'd/new queued', 'd/soon waiting', 'd/later waiting', 'd/failed settled', 'd/settled settled']);
  });

  it('are bounded: those that have not run for longest are forgotten first', () => {
    const keys = new ControllerKeys();
    for (let index = 0; index < 10_005; index++) keys.fold({ kind: 'reconcile.start', controller: 'c', key: `k${index}`, worker: 0, seq: index, t: 0 });
    const names = new Set(keys.rows(empty).map(({ key }) => key));
    expect([names.size, names.has('k4'), names.has('k5')]).toEqual([10_000, false, true]);
  });
});
