import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterMatcher } from '../../../../extension/inspector/filter/filterMatcher.ts';
import { parseFilter } from '../../../../extension/inspector/filter/parseFilter.ts';
import { describeEntry } from '../../../../extension/inspector/describeEntry.ts';
import type { TraceDraft, TraceEntry } from '../../../../extension/trace/entry.ts';
import { Tracer } from '../../../../extension/trace/tracer.ts';
import { patched } from '../../../support/chainPictures.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

const pods = 'v1/pods';

function traceOf(drafts: readonly TraceDraft[]): { readonly tracer: Tracer; readonly matching: (filter: string) => number[] } {
  const tracer = new Tracer(new FakeClock(), 200_000);
  for (const draft of drafts) tracer.record({ ...draft });
  const matching = (filter: string): number[] => {
    const test = filterMatcher(parseFilter(filter).terms, tracer);
    return [...tracer.entries()].filter((entry) => test === undefined || test(entry)).map(({ seq }) => seq);
  };
  return { tracer, matching };
}

/** One change on its way, and another object's beside it. */
const drafts: readonly TraceDraft[] = [
  { kind: 'reflector.event', informer: pods, key: 'web/a', rv: '7', type: 'MODIFIED' }, // 1
  { kind: 'queue.add', informer: pods, key: 'web/a', rv: '7', delta: 'Updated', waiting: 1, cause: [1] }, // 2
  { kind: 'reflector.event', informer: 'v1/pods@jobs', key: 'jobs/b', rv: '8', type: 'DELETED' }, // 3
  { kind: 'queue.add', informer: 'v1/pods@jobs', key: 'jobs/b', rv: '8', delta: 'Deleted', waiting: 1, cause: [3] }, // 4
  { kind: 'queue.pop', informer: pods, key: 'web/a', deltas: ['Updated', 'Deleted'], isInInitialList: false, cause: [2] }, // 5
  { kind: 'store.update', informer: pods, key: 'web/a', rv: '7', old: '6', cause: [5], changed: { fields: [{ path: 'spec.replicas', before: '2', after: '3' }], more: false, settle() {}, giveUp() {}, toJSON: () => ['spec.replicas'] } }, // 6
  { kind: 'handler.update', informer: pods, key: 'web/a', rv: '7', handler: 'rollout', old: '6', resync: false, cause: [6] }, // 7
  { kind: 'workqueue.add', queue: 'rollout', key: 'web/a', cause: [7] }, // 8
  { kind: 'workqueue.get', queue: 'rollout', key: 'web/a', waited: 1, attempts: 0, cause: [8] }, // 9
  { kind: 'reconcile.start', controller: 'rollout', key: 'web/a', worker: 0, cause: [9] }, // 10
  { kind: 'reconcile.write', controller: 'rollout', key: 'web/a', verb: 'patch', target: 'v1/pods web/a', code: 409, dryRun: false, cause: [10] }, // 11
  { kind: 'reflector.error', informer: pods, phase: 'watch', code: 410, reason: 'Expired', message: 'too old', will: 'relist' }, // 12
];

describe('filterMatcher', () => {
  const { matching } = traceOf(drafts);

  it.each([
    ['', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
    ['stage:queue', [2, 4, 5]],
    ['stage:DeltaFIFO -delta:Updated', [4]],
    ['delta:Deleted', [4, 5]],
    ['delta:updated,deleted kind:queue.add', [2, 4]],
    ['key:web/* stage:workqueue', [8, 9]],
    ['key:web', []],
    ['namespace:jobs', [3, 4]],
    ['informer:v1/pods', [1, 2, 3, 4, 5, 6, 7, 12]],
    ['informer:pods type:DELETED', [3]],
    ['informer:v1/pods@jobs', [3, 4]],
    ['type:modified', [1]],
    ['kind:handler.*', [7]],
    ['handler:rollout', [7]],
    ['queue:rollout', [8, 9]],
    ['controller:rollout -kind:reconcile.start', [11]],
    ['changed:spec.replicas', [6]],
    ['changed:spec', [6]],
    ['changed:spec.rep', []],
    ['changed:*.replicas', [6]],
    ['code:409', [11]],
    ['code:400..499', [11, 12]],
    ['-code:400..499 seq:10..', [10]],
    ['verb:patch', [11]],
    ['rv:8', [3, 4]],
    ['seq:3..4', [3, 4]],
    ['stage:store stage:handler', [6, 7]],
    ['replicas 2→3', [6]],
    ['"too old"', [12]],
    ['-stage:queue -stage:reflector -web/a', []],
    ['rollout -stage:handler -stage:workqueue', [10]],
  ])('%s', (filter, seqs) => {
    expect(matching(filter)).toEqual(seqs);
  });

  it('cause: leaves what led to an entry and what came of it, and nothing beside', () => {
    expect(matching('cause:5')).toEqual([1, 2, 5, 6, 7, 8, 9, 10, 11]);
    expect(matching('cause:3')).toEqual([3, 4]);
    expect(matching('cause:1 -cause:8')).toEqual([]);
    expect(matching('cause:999')).toEqual([]);
  });

  it('cause: follows a write to its watch event, also to one that came before the answer', () => {
    const { matching: of } = traceOf([
      { kind: 'reconcile.start', controller: 'c', key: 'd/a', worker: 0 }, // 1
      { kind: 'reflector.event', informer: pods, key: 'd/a', rv: '5', type: 'MODIFIED' }, // 2
      { kind: 'queue.add', informer: pods, key: 'd/a', delta: 'Updated', waiting: 1, cause: [2] }, // 3
      { kind: 'reconcile.write', controller: 'c', key: 'd/a', verb: 'patch', target: 'v1/pods d/a', code: 200, dryRun: false, seenAs: 2, cause: [1] }, // 4
      { kind: 'queue.pop', informer: pods, key: 'd/a', deltas: ['Updated'], isInInitialList: false, cause: [3] }, // 5
    ]);
    // Its chain ends there: what comes of the event is that one's.
    expect(of('cause:1')).toEqual([1, 2, 4]);
    expect(of('cause:2')).toEqual([2, 3, 5]);
  });

  it('cause: of what follows later, too', () => {
    const { tracer } = traceOf(drafts);
    const test = filterMatcher(parseFilter('cause:11').terms, tracer)!;
    for (const entry of tracer.entries()) test(entry);
    tracer.record({ kind: 'reflector.event', informer: pods, key: 'web/a', rv: '9', type: 'MODIFIED', cause: [11] });
    tracer.record({ kind: 'reflector.event', informer: pods, key: 'web/a', rv: '10', type: 'MODIFIED' });
    expect([test(tracer.at(13)!), test(tracer.at(14)!)]).toEqual([true, false]);
  });

  it('looks through 100,000 entries in 150 ms', () => {
    const { tracer } = traceOf(Array.from({ length: 100_000 }, (_, index) => drafts[index % drafts.length]!));
    const look = (filter: string): number => {
      const test = filterMatcher(parseFilter(filter).terms, tracer)!;
      const from = process.threadCpuUsage();
      for (const entry of tracer.entries()) test(entry);
      const { user, system } = process.threadCpuUsage(from);
      return (user + system) / 1000;
    };
    for (const filter of ['stage:queue delta:Deleted key:web/* informer:v1/pods', 'changed:spec.replicas -kind:handler.*', 'cause:50000 code:409', 'seq:100..200 rv:7']) {
      // The best of three: what is measured first is not compiled yet.
      expect(Math.min(look(filter), look(filter), look(filter)), filter).toBeLessThanOrEqual(150);
    }
  });
});

describe('filterMatcher, against one that is written as plainly as can be', () => {
  const part = fc.oneof(
    fc.constantFrom('stage:queue', 'stage:store,handler', 'delta:Deleted', 'key:web/*', 'key:*a*', 'informer:pods', 'kind:*.add', 'type:MODIFIED', 'queue:rollout', 'controller:r*t', 'code:400..409', 'seq:3..9', 'rv:7', 'changed:spec', 'verb:patch', 'handler:rollout', 'namespace:web'),
    fc.constantFrom('web', 'rollout', '"was 6"', 'a', '7', 'zzz'),
  );
  const filters = fc.array(fc.tuple(fc.boolean(), part), { maxLength: 5 }).map((parts) => parts.map(([not, text]) => (not ? `-${text}` : text)).join(' '));

  it('finds the same', () => {
    const { tracer, matching } = traceOf(drafts);
    fc.assert(
      fc.property(filters, (filter) => {
        const wanted = [...tracer.entries()].filter((entry) => plainly(filter, entry)).map(({ seq }) => seq);
        expect(matching(filter)).toEqual(wanted);
      }),
      { numRuns: 400 },
    );
  });

  it('never throws, whatever is typed', () => {
    const { tracer } = traceOf(drafts);
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 60 }), fc.string({ unit: fc.constantFrom('a', '"', '\\', ':', '-', ',', '*', ' ', 'key:', 'cause:', '1', '.'), maxLength: 30 })), (filter) => {
        const { terms, faults } = parseFilter(filter);
        for (const { at, length } of faults) expect(at >= 0 && length >= 0 && at + length <= filter.length).toBe(true);
        const test = filterMatcher(terms, tracer);
        for (const entry of tracer.entries()) test?.(entry);
      }),
      { numRuns: 500 },
    );
  });
});

/** Each part on its own, over JSON and regular expressions. */
function plainly(filter: string, entry: TraceEntry): boolean {
  const fields = new Map<string, boolean[]>();
  for (const [, minus, field, value] of filter.matchAll(/(-?)(?:([a-z]+):)?("[^"]*"|\S+)/g)) {
    const holds = field === undefined ? hasWord(entry, value!.replaceAll('"', '')) : value!.split(',').some((each) => fieldHolds(entry, field, each));
    if (minus) {
      if (holds) return false;
    } else if (field === undefined) {
      if (!holds) return false;
    } else fields.set(field, [...(fields.get(field) ?? []), holds]);
  }
  return [...fields.values()].every((group) => group.includes(true));
}

function hasWord(entry: TraceEntry, word: string): boolean {
  const { seq, kind, informer = '', key = '', rv = '' } = entry;
  return [seq, kind, informer, key, rv, describeEntry(entry)].some((text) => String(text).toLowerCase().includes(word.toLowerCase()));
}

function fieldHolds(entry: TraceEntry, field: string, value: string): boolean {
  const raw = entry as unknown as Record<string, unknown>;
  if (field === 'code' || field === 'seq') {
    const [from, to = from] = value.split('..').map(Number);
    return typeof raw[field] === 'number' && raw[field] >= from! && raw[field] <= to!;
  }
  const path = (JSON.parse(JSON.stringify(entry)) as { readonly changed?: readonly string[] }).changed?.[0];
  const texts: Record<string, readonly unknown[]> = {
    stage: [entry.kind.split('.')[0]],
    delta: [raw['delta'], ...(Array.isArray(raw['deltas']) ? raw['deltas'] : [])],
    informer: [raw['informer'], String(raw['informer']).split('@')[0], String(raw['informer']).split('@')[0]!.split('/')[1]],
    namespace: [entry.key?.split('/')[0]],
    changed: [path, path?.split('.')[0]],
  };
  const pattern = new RegExp(`^${value.replace(/[.[\]/]/g, String.raw`\$&`).replaceAll('*', '.*')}$`, 'i');
  return (texts[field] ?? [raw[field]]).some((text) => typeof text === 'string' && pattern.test(text));
}

describe('of the server’s steps', () => {
  const { matching } = traceOf(patched.map(([, draft]) => draft));

  it.each([
    ['stage:apiserver verb:patch user:admin', [10, 16]],
    ['verb:patch', [10, 14, 16]],
    ['user:nobody', []],
    ['code:200', [10, 14, 16]],
    ['stage:apiserver informer:deployments', [11, 12, 13]],
    ['rv:184185 stage:apiserver', [17, 18, 19]],
    ['kubectl', [10]],
    ['cause:10 stage:handler', [6]],
    ['cause:6 stage:apiserver', [10, 11, 12, 13, 16, 17, 18, 19]],
  ])('%s', (filter, found) => {
    expect(matching(filter)).toEqual(found);
  });
});
