import type { EntryOf, Seq, TraceEntry } from '../../trace/entry.ts';
import { isOfServer, type ServerEntry } from '../../trace/serverEntry.ts';
import { happenedAt } from './happenedAt.ts';
import { requestLabel } from './requestLabel.ts';
import type { Writer } from './why.ts';

/** Who takes part, from the person to the reconciler, as the article draws them. */
export const lanes = ['kubectl', 'apiServer', 'etcd', 'watchCache', 'reflector', 'queue', 'indexer', 'handler', 'workQueue', 'reconcile'] as const;

export type Lane = (typeof lanes)[number];

export interface SequenceStep {
  readonly seq: Seq;
  readonly t: number;
  readonly from: Lane;
  readonly to: Lane;
  /** `call`: in the same turn; `later`: whoever sends does not wait; `told`: nobody has seen it, the object's managedFields tell of it. */
  readonly way: 'call' | 'later' | 'told';
  readonly label: string;
}

export interface Sequence {
  readonly steps: readonly SequenceStep[];
  /** Lanes of which anything is known here: the others are within the server, or on another machine. */
  readonly observed: readonly Lane[];
  readonly more: boolean;
}

const maxSteps = 200;

/**
 * A chain as messages between those who take part.
 * @param chain oldest first @param writerOf who has written what an event brought, where that is known
 */
export function sequenceOf(chain: readonly TraceEntry[], writerOf: (event: EntryOf<'reflector.event'>) => Writer | undefined = () => undefined): Sequence {
  const ownWrites = new Set(chain.flatMap((entry) => (entry.kind === 'reconcile.write' ? [entry.seq, ...(entry.seenAs === undefined ? [] : [entry.seenAs])] : [])));
  const at = happenedAt(chain);
  const known = new Map(chain.map((entry) => [entry.seq, entry]));
  // An event whose request is known needs nobody's word for who has written it.
  const sent = new Set(chain.flatMap((entry) => (entry.kind === 'apiserver.sent' ? [entry.seq, ...(entry.seenAs === undefined ? [] : [entry.seenAs])] : [])));
  const steps = inOrder(chain, at).flatMap((entry) => {
    const step = isOfServer(entry) ? serverStep(entry, at.get(entry.seq)!, known) : stepOf(entry);
    if (!step) return [];
    const isOwn = ownWrites.has(entry.seq) || sent.has(entry.seq) || entry.cause?.some((seq) => ownWrites.has(seq) || sent.has(seq));
    const writer = entry.kind === 'reflector.event' && !isOwn ? writerOf(entry) : undefined;
    return writer ? [toldStep(entry, writer), step] : [step];
  });
  const shown = steps.slice(0, maxSteps);
  const observed = new Set<Lane>(shown.filter(({ way }) => way !== 'told').flatMap(({ from, to }) => [from, to]));
  return { steps: shown, observed: lanes.filter((lane) => observed.has(lane)), more: steps.length > maxSteps };
}

/** As it happened. What the server did for a write was before its answer came; the write itself stands where it was sent. */
function inOrder(chain: readonly TraceEntry[], at: ReadonlyMap<Seq, number>): readonly TraceEntry[] {
  if (!chain.some(isOfServer)) return chain;
  const served = new Set(chain.flatMap((entry) => (entry.kind === 'apiserver.request' ? (entry.cause ?? []) : [])));
  const time = (entry: TraceEntry): number => (entry.kind === 'reconcile.write' && served.has(entry.seq) ? entry.t - (entry.ms ?? 0) : at.get(entry.seq)!);
  return chain.toSorted((one, other) => time(one) - time(other) || rank(one) - rank(other) || one.seq - other.seq);
}

/** At one time, a step of the server was before what came of it here, and after who asked. */
function rank(entry: TraceEntry): number {
  return entry.kind === 'reconcile.write' ? 0 : isOfServer(entry) ? 1 : 2;
}

function serverStep(entry: ServerEntry, t: number, known: ReadonlyMap<Seq, TraceEntry>): SequenceStep | undefined {
  const step = (from: Lane, to: Lane, way: SequenceStep['way'], label: string): SequenceStep => ({ seq: entry.seq, t, from, to, way, label });
  switch (entry.kind) {
    case 'apiserver.request': {
      const code = entry.code ? ` ${entry.code}` : '';
      // Who asked is drawn already.
      const isOwn = entry.cause?.some((seq) => known.has(seq));
      return isOwn ? step('apiServer', 'apiServer', 'call', `${entry.verb}${code}`) : step('kubectl', 'apiServer', 'call', `${requestLabel(entry)}${code}`);
    }
    case 'apiserver.commit':
      return step('apiServer', 'etcd', 'call', `commit ${entry.revision}`);
    case 'apiserver.cached':
      return step('etcd', 'watchCache', 'later', `slot ${entry.slot}`);
    case 'apiserver.sent':
      return step('watchCache', 'apiServer', 'later', `watcher ${entry.watcher}`);
    case 'apiserver.fault':
      return step('apiServer', 'apiServer', 'call', entry.fault);
    case 'apiserver.gap':
      return undefined;
  }
}

function toldStep({ seq, t }: TraceEntry, { manager, operation, subresource }: Writer): SequenceStep {
  return { seq, t, from: 'kubectl', to: 'apiServer', way: 'told', label: `${manager} ${operation}${subresource ? ` ${subresource}` : ''}` };
}

function stepOf(entry: TraceEntry): SequenceStep | undefined {
  const { seq, t } = entry;
  const step = (from: Lane, to: Lane, way: SequenceStep['way'], label: string): SequenceStep => ({ seq, t, from, to, way, label });
  switch (entry.kind) {
    case 'reflector.list':
      return step('reflector', 'apiServer', 'call', 'list');
    case 'reflector.listed':
      return step('apiServer', 'reflector', 'call', `${entry.items} items`);
    case 'reflector.watch':
      return step('reflector', 'apiServer', 'later', 'watch');
    case 'reflector.event':
      return step('apiServer', 'reflector', 'later', `${entry.type} ${entry.rv ?? ''}`.trim());
    case 'queue.add':
      return step('reflector', 'queue', 'call', entry.delta);
    case 'queue.coalesced':
      return step('queue', 'queue', 'call', `${entry.from} merged`);
    case 'queue.pop':
      return step('queue', 'queue', 'call', `Pop ${entry.deltas.length}`);
    case 'store.add':
    case 'store.update':
    case 'store.delete':
    case 'store.replace':
      return step('queue', 'indexer', 'call', entry.kind.slice('store.'.length));
    case 'handler.add':
    case 'handler.update':
    case 'handler.delete':
      return step('queue', 'handler', 'later', `${entry.handler} On${entry.kind.charAt('handler.'.length).toUpperCase()}${entry.kind.slice('handler.'.length + 1)}`);
    case 'handler.filtered':
      return step('handler', 'handler', 'call', `filtered by ${entry.predicate}`);
    case 'handler.error':
      return step('handler', 'handler', 'call', 'threw');
    case 'workqueue.add':
    case 'workqueue.coalesced':
    case 'workqueue.delayed':
    case 'workqueue.ratelimited':
    case 'workqueue.forget':
    case 'workqueue.drop':
      return step(sourceOf(entry), 'workQueue', 'call', entry.kind.slice('workqueue.'.length));
    case 'workqueue.get':
      return step('workQueue', 'reconcile', 'later', `get ${entry.key}`);
    case 'workqueue.done':
      return step('reconcile', 'workQueue', 'call', 'done');
    case 'reconcile.start':
      return step('reconcile', 'reconcile', 'call', 'reconcile');
    case 'reconcile.read':
      return step('reconcile', 'indexer', 'call', entry.lookup);
    case 'reconcile.write':
      return step('reconcile', 'apiServer', 'call', `${entry.verb} ${entry.target} ${entry.code || ''}`.trim());
    case 'reconcile.end':
      return step('reconcile', 'reconcile', 'call', entry.result);
    case 'reconcile.error':
      return step('reconcile', 'reconcile', 'call', 'failed');
    default:
      return undefined;
  }
}

/** What is added after a run, or again, is asked for by the worker; all else by a handler. */
function sourceOf({ kind, cause }: TraceEntry): Lane {
  if (kind === 'workqueue.add' || kind === 'workqueue.coalesced') return cause?.length === 0 ? 'workQueue' : 'handler';
  return 'reconcile';
}
