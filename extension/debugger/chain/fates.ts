import type { EntryOf, Seq, TraceEntry, TraceKind } from '../../trace/entry.ts';
import type { GatePoint } from '../../trace/gate.ts';
import type { Fact, FateId } from './fact.ts';
import type { LiveController, LivePipeline } from './livePipeline.ts';
import type { Trace } from './links.ts';

/** What has become of an entry on its way to a reconcile. */
export interface Fate extends Fact {
  readonly id: FateId;
  /** Empty: before any controller has seen it. */
  readonly controller: string;
}

type HandlerCall = EntryOf<'handler.add' | 'handler.update' | 'handler.delete'>;
type Asked = EntryOf<'workqueue.add' | 'workqueue.coalesced' | 'workqueue.delayed' | 'workqueue.ratelimited'>;

/** Fates of one entry that are told. */
const maxFates = 50;

/**
 * Why did it not reconcile? How far an entry, and what came of it, has got, for each controller that might have been asked: up to the run that it led to, or to
 * what it stands before now.
 * @param effects of the entry, oldest first
 */
export function fatesOf(trace: Trace, entry: TraceEntry, effects: readonly TraceEntry[], live: LivePipeline): readonly Fate[] {
  return new Fates(trace, [entry, ...effects], live).all().slice(0, maxFates);
}

class Fates {
  readonly #trace: Trace;
  readonly #chain: readonly TraceEntry[];
  readonly #live: LivePipeline;
  /** What names an entry as its cause, by its number: a chain may have thousands of entries. */
  readonly #effectsOf = new Map<Seq, TraceEntry[]>();

  constructor(trace: Trace, chain: readonly TraceEntry[], live: LivePipeline) {
    this.#trace = trace;
    this.#chain = chain;
    this.#live = live;
    for (const entry of chain) for (const seq of entry.cause ?? []) this.#note(seq, entry);
  }

  all(): Fate[] {
    const [entry] = this.#chain;
    if (!entry) return [];
    if (entry.kind.startsWith('reconcile.') || entry.kind === 'workqueue.get' || entry.kind === 'workqueue.done' || entry.kind === 'workqueue.forget') return [];
    const asked = this.#all('workqueue.add', 'workqueue.coalesced', 'workqueue.delayed', 'workqueue.ratelimited');
    const early = this.#beforeHandlers(entry);
    const unseen = this.#unseenBefore();
    if (early) return [...unseen, early];
    return [...unseen, ...this.#handlerFates(), ...this.#lastAsked(asked).map((each) => this.#queueFate(each)), ...this.#all('workqueue.drop').map((drop) => this.#givenUp(drop))];
  }

  /** As long as the store has not told any handler of it. */
  #beforeHandlers(entry: TraceEntry): Fate | undefined {
    if (this.#all('handler.add', 'handler.update', 'handler.delete', 'workqueue.add', 'workqueue.coalesced', 'workqueue.delayed', 'workqueue.ratelimited').length > 0) return undefined;
    const [dropped] = this.#all('queue.drop');
    if (dropped) return fate('droppedByQueue', { words: { rule: dropped.rule }, entries: { entry: dropped.seq } });
    const [failed] = this.#all('reflector.error');
    if (failed && failed !== entry) return fate('skipped', { words: { message: failed.message }, entries: { entry: failed.seq } });
    const adds = this.#all('queue.add');
    if (entry.kind === 'reflector.event' && adds.length === 0) return this.#held('queue.add', entry.informer, entry.key) ?? fate('notQueued', { entries: { entry: entry.seq } });
    const [change] = this.#all('store.add', 'store.update', 'store.delete');
    if (change) return this.#untold(change);
    const [merged] = this.#all('queue.coalesced');
    if (merged && this.#all('queue.pop').length > 0) return fate('mergedDeletion', { entries: { entry: merged.seq } });
    const add = adds.at(-1);
    return add && this.#all('queue.pop').length === 0 ? this.#inDeltaQueue(add) : undefined;
  }

  #inDeltaQueue({ informer, key = '', seq }: EntryOf<'queue.add'>): Fate {
    const held = this.#held('queue.pop', informer, key);
    if (held) return held;
    const live = this.#live.informer(informer);
    if (!live) return fate('noInformer', { words: { informer }, entries: { entry: seq } });
    const ahead = live.ahead(key);
    return fate('waitsInQueue', { words: { ahead: ahead === undefined ? '' : String(ahead), informer }, entries: { entry: seq } });
  }

  /** The store has it, and no handler was called: for whom is it meant? */
  #untold({ informer, key, seq }: TraceEntry): Fate {
    const held = this.#held('handler.call', informer ?? '', key);
    if (held) return held;
    const handlers = this.#live.informer(informer ?? '')?.handlers;
    const waiting = [...(handlers ?? [])].filter(([, backlog]) => backlog > 0);
    if (waiting.length > 0) return fate('waitsInBuffer', { words: { handler: waiting[0]![0], backlog: String(waiting[0]![1]) }, entries: { entry: seq } });
    return fate(handlers?.size ? 'notTold' : 'noHandler', { words: { informer: informer ?? '' }, entries: { entry: seq } });
  }

  /** A list brought the newest state of a key, and whatever lies between it and the state before asked for nothing. */
  #unseenBefore(): Fate[] {
    const [add] = this.#all('queue.add');
    if (add?.delta !== 'Replaced' && add?.delta !== 'ReplacedAll' && !add?.tombstone) return [];
    return this.#all('store.update', 'store.delete')
      .filter((change) => (change.kind === 'store.update' ? change.old !== change.rv : change.tombstone))
      .slice(0, 1)
      .map((change) => fate('unseenBefore', { words: { from: change.kind === 'store.update' ? change.old : '', to: change.rv ?? '' }, entries: { list: this.#origin(add), change: change.seq } }));
  }

  /** Calls that led to no add: what their handler made of them. */
  #handlerFates(): Fate[] {
    const calls = this.#all('handler.add', 'handler.update', 'handler.delete') as HandlerCall[];
    const controllers = new Set([...this.#live.controllers.map(({ name }) => name), ...this.#all('workqueue.add', 'workqueue.coalesced').map(({ queue }) => queue)]);
    const fates = calls.flatMap((call) => this.#callFate(call, controllers.has(call.handler)));
    if (calls.length > 0 && !calls.some(({ handler }) => controllers.has(handler)) && fates.length === 0) {
      const [call] = calls;
      return [fate('noHandler', { words: { informer: call!.informer }, entries: { entry: call!.seq } })];
    }
    const [change] = this.#all('store.add', 'store.update', 'store.delete');
    return change ? [...fates, ...this.#notCalled(change, calls)] : fates;
  }

  #callFate(call: HandlerCall, isController: boolean): Fate[] {
    const { seq, handler } = call;
    const filtered = this.#causedBy('handler.filtered', seq);
    if (filtered) return [fate('filtered', { words: { predicate: filtered.predicate, controller: handler }, entries: { entry: filtered.seq } }, handler)];
    const threw = this.#causedBy('handler.error', seq);
    const asked = this.#effectsOf.get(seq)?.some(({ kind }) => kind.startsWith('workqueue.'));
    if (asked) return [];
    if (threw) return [fate('threw', { words: { message: threw.message, controller: handler }, entries: { entry: threw.seq } }, handler)];
    if (!isController) return [];
    const held = this.#live.held.find(({ point, owner }) => point === 'workqueue.add' && owner === handler);
    if (held) return [heldFate('workqueue.add', handler, held.key ?? '', handler)];
    return [fate('asksForNothing', { words: { controller: handler }, entries: { entry: seq } }, handler)];
  }

  /** Controllers that listen, and were not called yet. */
  #notCalled({ informer = '', key, seq }: TraceEntry, calls: readonly HandlerCall[]): Fate[] {
    const handlers = this.#live.informer(informer)?.handlers ?? new Map<string, number>();
    return this.#live.controllers
      .filter(({ name }) => (handlers.get(name) ?? 0) > 0 && !calls.some(({ handler }) => handler === name))
      .map(({ name }) => {
        const held = this.#held('handler.call', informer, key, name);
        return held ?? fate('waitsInBuffer', { words: { handler: name, backlog: String(handlers.get(name)) }, entries: { entry: seq } }, name);
      });
  }

  /** Of each queue and key the newest that led to a run, and what has come after it and has not yet. An add that was merged is asked about by itself. */
  #lastAsked(asked: readonly Asked[]): Asked[] {
    const [first] = this.#chain;
    const byQueue = new Map<string, { ran?: Asked; newest?: Asked }>();
    for (const each of asked) {
      const id = `${each.queue}\n${each.key}`;
      const of = byQueue.get(id) ?? {};
      byQueue.set(id, of);
      if (of.newest === first && first?.kind === 'workqueue.coalesced') continue;
      if (this.#getOf(each)) byQueue.set(id, { ran: each });
      else of.newest = each;
    }
    return [...byQueue.values()].flatMap(({ ran, newest }) => [ran, newest].filter((each) => each !== undefined));
  }

  #queueFate(asked: Asked): Fate {
    const { queue, key, seq } = asked;
    const controller = this.#live.controllers.find(({ name }) => name === queue);
    const get = this.#getOf(asked);
    const start = get && this.#causedBy('reconcile.start', get.seq);
    if (start) return this.#ranFate(asked, start);
    if (get) return this.#held('reconcile.start', queue, key) ?? fate('waitsForRun', { words: { key }, entries: { entry: get.seq } }, queue);
    if (!controller) return fate('queueGone', { words: { controller: queue }, entries: { entry: seq } }, queue);
    const place = controller.placeOf(key);
    const { dueInMs, failures } = place;
    const isWaiting = dueInMs !== undefined && (asked.kind === 'workqueue.delayed' || asked.kind === 'workqueue.ratelimited');
    if (isWaiting) {
      const isRetry = asked.kind === 'workqueue.ratelimited' || asked.cause?.some((cause) => this.#trace.at(cause)?.kind === 'workqueue.ratelimited');
      const words = { key, attempts: String(failures) };
      return fate(isRetry ? 'rateLimited' : 'delayed', { words, entries: { entry: seq }, inMs: { due: dueInMs } }, queue);
    }
    if (asked.kind === 'workqueue.coalesced') return fate('coalesced', { words: { key }, entries: { entry: seq, add: this.#dirtySince(asked) } }, queue);
    return this.#inQueue(asked, controller);
  }

  #inQueue({ queue, key, seq }: Asked, controller: LiveController): Fate {
    const { works, workers, busy } = controller;
    const { ahead, processing } = controller.placeOf(key);
    const entries = { entry: seq };
    if (processing) return fate('inProcessing', { words: { key }, entries }, queue);
    const held = this.#held('workqueue.get', queue, key, queue);
    if (held) return held;
    if (!works) return this.#notWorking(controller, seq);
    return fate('queued', { words: { ahead: ahead === undefined ? '' : String(ahead), workers: String(workers), busy: String(busy) }, entries }, queue);
  }

  #notWorking({ name: controller, unsynced }: LiveController, seq: Seq): Fate {
    const [informer] = unsynced;
    if (informer !== undefined) return fate('notSynced', { words: { controller, informer }, entries: { entry: seq } }, controller);
    for (let at = this.#trace.lastSeq; at > this.#trace.dropped && at > this.#trace.lastSeq - 10_000; at--) {
      const entry = this.#trace.at(at);
      if (entry?.kind !== 'reconcile.leader' || entry.controller !== controller) continue;
      if (entry.leads) break;
      return fate('standby', { words: { controller, holder: entry.holder }, entries: { entry: seq, leader: at } }, controller);
    }
    return fate('notRunning', { words: { controller }, entries: { entry: seq } }, controller);
  }

  #ranFate(asked: Asked, start: EntryOf<'reconcile.start'>): Fate {
    const { queue, key, seq } = asked;
    const entries = { entry: seq, run: start.seq };
    if (asked.kind === 'workqueue.coalesced') return fate('coalescedAndRan', { words: { key }, entries: { ...entries, add: this.#dirtySince(asked) } }, queue);
    const end = this.#causedBy('reconcile.end', start.seq);
    const error = this.#causedBy('reconcile.error', start.seq);
    if (error) return fate('failed', { words: { message: error.message }, entries: { ...entries, error: error.seq } }, queue);
    return fate(end ? 'ran' : 'runs', { words: { key }, entries }, queue);
  }

  #givenUp(drop: EntryOf<'workqueue.drop'>): Fate {
    return fate('givenUp', { words: { key: drop.key, attempts: String(drop.attempts) }, entries: { entry: drop.seq } }, drop.queue);
  }

  /** The add that made the key dirty: the first of those that the same get names, or the last add of the key before this one. */
  #dirtySince(merged: EntryOf<'workqueue.coalesced'>): Seq {
    const get = this.#getOf(merged);
    if (get?.cause?.[0] !== undefined) return get.cause[0];
    for (let seq = merged.seq - 1; seq > this.#trace.dropped && seq > merged.seq - 10_000; seq--) {
      const entry = this.#trace.at(seq);
      if (entry?.kind === 'workqueue.add' && entry.queue === merged.queue && entry.key === merged.key) return seq;
    }
    return merged.seq;
  }

  #getOf({ seq }: Asked): EntryOf<'workqueue.get'> | undefined {
    return this.#causedBy('workqueue.get', seq);
  }

  #held(point: GatePoint, owner: string, key: string | undefined, controller = ''): Fate | undefined {
    const held = this.#live.held.find((each) => each.point === point && each.owner === owner && (each.key ?? '') === (key ?? ''));
    return held && heldFate(point, owner, key ?? '', controller);
  }

  #origin(entry: TraceEntry): Seq {
    return entry.cause?.[0] ?? entry.seq;
  }

  #causedBy<Kind extends TraceKind>(kind: Kind, seq: Seq): EntryOf<Kind> | undefined {
    return this.#effectsOf.get(seq)?.find((entry): entry is EntryOf<Kind> => entry.kind === kind);
  }

  #note(seq: Seq, entry: TraceEntry): void {
    const known = this.#effectsOf.get(seq);
    if (known) known.push(entry);
    else this.#effectsOf.set(seq, [entry]);
  }

  #all<Kind extends TraceKind>(...kinds: readonly Kind[]): EntryOf<Kind>[] {
    return this.#chain.filter((entry): entry is EntryOf<Kind> => (kinds as readonly string[]).includes(entry.kind));
  }
}

function heldFate(point: GatePoint, owner: string, key: string, controller: string): Fate {
  return fate('heldAt', { words: { point, owner, key }, entries: {} }, controller);
}

function fate(id: FateId, { words = {}, ...more }: Pick<Fact, 'entries' | 'ms' | 'inMs'> & Partial<Pick<Fact, 'words'>>, controller = ''): Fate {
  return { id, controller, words, ...more };
}
