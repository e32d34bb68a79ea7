import { patternInAnyCase } from '../../../extension/base/pattern.ts';
import { type FilterTerm, parseFilter } from '../../../extension/inspector/filter/parseFilter.ts';
import type { FoundRow, Stage, StreamRow, StreamRows, StreamView } from '../../../extension/protocol/messages.ts';

/** One turn of the pipeline; entry `n` is the step `n % steps.length` of turn `n / steps.length`. */
const steps: readonly { readonly stage: Stage; readonly kind: string; readonly summary: string; readonly informer: string }[] = [
  { stage: 'reflector', kind: 'reflector.event', summary: 'MODIFIED', informer: 'v1/pods' },
  { stage: 'queue', kind: 'queue.add', summary: 'Updated · 1 waiting', informer: 'v1/pods' },
  { stage: 'queue', kind: 'queue.pop', summary: 'Pop · Updated', informer: 'v1/pods' },
  { stage: 'store', kind: 'store.update', summary: 'update · was 184180', informer: 'v1/pods' },
  { stage: 'handler', kind: 'handler.update', summary: 'deployment-rollout OnUpdate · was 184180', informer: 'v1/pods' },
  { stage: 'workqueue', kind: 'workqueue.add', summary: 'deployment-rollout · add', informer: '' },
  { stage: 'workqueue', kind: 'workqueue.get', summary: 'deployment-rollout · get · waited 1.2 ms', informer: '' },
  { stage: 'reconcile', kind: 'reconcile.start', summary: 'deployment-rollout · worker 1', informer: '' },
  { stage: 'reconcile', kind: 'reconcile.read', summary: 'byIndex owner web · cache at 184201', informer: '' },
  { stage: 'reconcile', kind: 'reconcile.write', summary: 'patch apps/v1/replicasets web/api-5f6c · 200 · dry run', informer: '' },
  { stage: 'reconcile', kind: 'reconcile.end', summary: 'deployment-rollout · done · 12 ms', informer: '' },
  { stage: 'workqueue', kind: 'workqueue.done', summary: 'deployment-rollout · done', informer: '' },
];

const objects = ['web/api-7d4b9c6f8-x2x1', 'web/api-7d4b9c6f8-k8dp', 'jobs/etl-29-x', 'kube-system/coredns-6f6b679f8f-4mkqz', 'default/web-5f6c9-7xk2p'];

/** As many entries as are asked for, made when they are looked at. Indexes as the protocol defines them. */
export class FakeStream {
  /** Entries so far, and how many of them are not kept any more. */
  length = 0;
  dropped = 0;
  /** Put in the place of every text, to see that none of it does harm. */
  poison: string | undefined;
  #informer: string | null = null;
  /** What matched so far, of the entries up to `looked`: each is looked at once. */
  #matched: { readonly filter: string; looked: number; readonly places: number[] } | undefined;

  grow(count: number): void {
    this.length += count;
  }

  selectInformer(informer: string | null): void {
    this.#informer = informer;
    this.#matched = undefined;
  }

  rowsOf(view: StreamView): StreamRows {
    const matching = this.#matching(view.filter);
    const length = matching?.length ?? this.length;
    const oldest = matching ? 0 : this.dropped;
    const end = Math.min(view.end ?? length, length);
    const first = Math.max(oldest, end - view.count);
    const rows: StreamRow[] = [];
    for (let index = first; index < end; index++) rows.push(this.row(matching ? matching[index]! : index));
    return { view, total: length - oldest, first, oldest, rows, faults: parseFilter(view.filter).faults };
  }

  find(seq: number, filter: string): FoundRow {
    const kept = seq > this.dropped && seq <= this.length;
    if (!kept) return { seq, filter, index: null, row: null };
    const matching = this.#matching(filter);
    const index = matching ? matching.indexOf(seq - 1) : seq - 1;
    return { seq, filter, index: index < 0 ? null : index, row: this.row(seq - 1) };
  }

  /** The entry at `at`, counted from 0. */
  row(at: number): StreamRow {
    const step = steps[at % steps.length]!;
    const turn = Math.floor(at / steps.length);
    const key = objects[turn % objects.length]!;
    const seq = at + 1;
    const failed = turn % 40 === 39 && step.stage === 'reflector';
    const text = (value: string): string => this.poison ?? value;
    return {
      seq,
      t: at * 3.7,
      stage: step.stage,
      kind: text(failed ? 'reflector.error' : step.kind),
      informer: text(step.informer),
      key: text(failed ? '' : key),
      rv: text(step.informer === '' ? '' : String(184_000 + turn)),
      summary: text(failed ? 'watch failed · 410 Expired · too old resource version → relist' : step.summary),
      cause: at % steps.length === 0 ? [] : [seq - 1],
      note: null,
    };
  }

  /** The entries that match, by their place; undefined when all do. */
  #matching(filter: string): number[] | undefined {
    const { terms } = parseFilter(filter);
    if (terms.length === 0 && this.#informer === null) return undefined;
    if (this.#matched?.filter !== filter) this.#matched = { filter, looked: this.dropped, places: [] };
    const matched = this.#matched;
    for (; matched.looked < this.length; matched.looked++) {
      const row = this.row(matched.looked);
      if (this.#informer !== null && row.informer !== '' && row.informer !== this.#informer) continue;
      if (terms.every((term) => holds(term, row))) matched.places.push(matched.looked);
    }
    return matched.places;
  }
}

/** What a row shows of itself is enough here: the entry is not there. */
function holds(term: FilterTerm, row: StreamRow): boolean {
  if (term.type === 'word') return `${row.seq} ${row.kind} ${row.key} ${row.rv} ${row.summary}`.toLowerCase().includes(term.text) !== term.not;
  if (term.type !== 'text') return true;
  const { stage, key, kind, informer } = row;
  const value = { stage, key, kind, informer }[term.field as 'stage'] ?? '';
  return term.patterns.some((pattern) => patternInAnyCase(pattern)(value)) !== term.not;
}
