import { type Clock, sleep } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import type { Random } from '../base/random.ts';
import { WakeUp } from '../base/wakeUp.ts';
import { articleNoteOf } from '../informer/articleNotes.ts';
import type { ResourceEventHandler } from '../informer/eventHandler.ts';
import type { ListerWatcher } from '../informer/listerWatcher.ts';
import type { HandlerRegistration, SharedInformer } from '../informer/sharedInformer.ts';
import { type InformerChoices, type InformerScope, SharedInformerFactory } from '../informer/sharedInformerFactory.ts';
import { Lints } from '../debugger/lints/lints.ts';
import { ownersOfField } from '../kube/fieldOwners.ts';
import { formatResource, type GroupVersionResource } from '../kube/resource.ts';
import { compareResourceVersions } from '../kube/resourceVersion.ts';
import type { EntryOf, TraceEntry } from '../trace/entry.ts';
import type { Gate } from '../trace/gate.ts';
import type { RecordingLine, SummaryLine } from '../trace/recording.ts';
import { Tracer } from '../trace/tracer.ts';
import { initialInformerState, reduceInformerState } from '../inspector/informerState.ts';
import { ObservedListerWatcher } from '../inspector/recordings/observedListerWatcher.ts';
import type { StopCondition } from './recordArguments.ts';

/** What cannot be heard of is looked at this often. */
const lookMs = 20;

/** A lint looks at the entries that led to what it finds. */
const lintedEntries = 10_000;

/** The last event is followed to the handler, but not for longer than this under a flood of others. */
const drainMs = 1000;

/** The recorder only counts and writes; the trace itself has what the handler is told. */
const handler: ResourceEventHandler = { onAdd: () => undefined, onUpdate: () => undefined, onDelete: () => undefined };

export interface RecorderOptions {
  readonly listerWatcher: ListerWatcher;
  readonly resource: GroupVersionResource;
  readonly scope: InformerScope;
  readonly settings: InformerChoices;
  readonly stop: StopCondition;
  readonly input: boolean;
  readonly write: (line: RecordingLine) => void;
  /** While it gives a promise, no step is taken: what was written before has yet to be read. Default: there is always room. */
  readonly room?: () => Promise<unknown> | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Not yet synced, the server refused; the same again is told again. */
  readonly onFailure: (verb: 'list' | 'watch', error: unknown) => void;
  readonly onSuccess: (verb: 'list' | 'watch') => void;
  /** An answer had come, and the informer could not use it. */
  readonly onEngineFailure: (entry: EntryOf<'reflector.error'>) => void;
  /** A list is older than what came before it: the server's store has been set back. */
  readonly onRewound: (from: string, to: string) => void;
  /** Hears of each entry, after it was written. */
  readonly onEntry?: (entry: TraceEntry) => void;
  /** Looks for what looks wrong, and writes what it finds. */
  readonly lints?: boolean;
}

/** One informer with one handler, each of whose steps is written. */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #tracer: Tracer;
  readonly #factory: SharedInformerFactory;
  readonly #informer: SharedInformer;
  readonly #registration: HandlerRegistration;
  readonly #changed = new WakeUp();
  readonly #stopped = Promise.withResolvers<void>();
  /** Whoever does not read as fast as things happen slows the whole pipeline down, instead of filling the memory. */
  readonly #gate: Gate = {
    ask: () => {
      const room = this.#options.room?.();
      return room && Promise.race([room, this.#stopped.promise]).then(() => undefined);
    },
  };
  #lints: Lints | undefined;
  #events = 0;
  #isListing = false;
  #state = initialInformerState;
  /** The entry of a failed request is still to come. */
  #requestFailed = false;

  constructor(options: RecorderOptions) {
    this.#options = options;
    const { clock, random, logger, resource, scope, settings } = options;
    this.#tracer = new Tracer(clock, options.lints ? lintedEntries : 1);
    this.#tracer.onEntry((entry) => this.#onEntry(entry));
    const listerWatcher = this.#observe(options);
    this.#factory = new SharedInformerFactory({ clock, random, probe: this.#tracer, gate: this.#gate, logger, listerWatcherFor: () => listerWatcher });
    this.#informer = this.#factory.informer(resource, scope, settings);
    // Said by `onFailure`, in sentences and once each.
    this.#informer.setWatchErrorHandler(() => undefined);
    this.#registration = this.#informer.addEventHandler(handler, { name: 'recorder' });
    if (options.lints) this.#lints = this.#newLints();
  }

  /** Every object of the initial list is in the cache and has been told to the handler. */
  get synced(): boolean {
    return this.#informer.hasSynced() && this.#registration.hasSynced();
  }

  /** A list has been asked for, or is streamed, and there is no end of it yet. */
  get isListing(): boolean {
    return this.#isListing && !this.synced;
  }

  /** How often in a row the initial events have been cut off before their end. */
  get cuts(): number {
    return this.synced ? 0 : (this.#state.cuts ?? 0);
  }

  /** Runs until its condition is met: true, or `signal` aborts first: false. Then nothing of it runs any more. */
  async run(signal: AbortSignal): Promise<boolean> {
    this.#factory.start();
    signal.addEventListener('abort', () => this.#stopped.resolve(), { once: true });
    try {
      const met = await this.#untilStop(signal);
      if (met && !signal.aborted) await this.#drain(signal);
      return met;
    } finally {
      this.#lints?.dispose();
      this.#stopped.resolve();
      await this.#factory.shutdown();
    }
  }

  /** Writes the cache, one line for each object, as fast as it is read. */
  async writeCache(): Promise<void> {
    const { indexer } = this.#informer;
    for (const key of indexer.listKeys()) {
      const object = indexer.get(key);
      if (object) this.#options.write({ kind: 'cache', key, object });
      const room = this.#options.room?.();
      if (room) await room;
    }
  }

  summary(): SummaryLine {
    return {
      kind: 'summary',
      synced: this.synced,
      objects: this.#informer.indexer.size,
      resourceVersion: this.#informer.lastSyncResourceVersion(),
    };
  }

  #newLints(): Lints {
    const startedAt = this.#options.clock.now();
    const informer = this.#informer;
    const { name, resource, scope, indexer } = informer;
    return new Lints({
      clock: this.#options.clock,
      tracer: this.#tracer,
      now: () => this.#options.clock.now() - startedAt,
      world: {
        informers: () => [
          {
            name,
            resource: formatResource(resource),
            namespace: scope.namespace,
            hasSelector: scope.labelSelector !== undefined || scope.fieldSelector !== undefined,
            handlers: informer.handlers,
            versionOf: (key) => indexer.get(key)?.metadata.resourceVersion,
            managerOf: (key, path) => ownersOfField(indexer.get(key) ?? { metadata: {} }, path)[0]?.manager,
          },
        ],
        queues: () => new Set(),
        sendsBookmarksAlways: () => false,
      },
      isWatching: () => true,
      // Nobody reads: then everything takes as long as that.
      isHolding: () => this.#options.room?.() !== undefined,
    });
  }

  async #untilStop(signal: AbortSignal): Promise<boolean> {
    const { stop, clock } = this.#options;
    if (stop.kind === 'for') return sleep(clock, stop.ms, signal);
    const wake = (): void => this.#changed.wake();
    signal.addEventListener('abort', wake, { once: true });
    try {
      while (!signal.aborted) {
        if (this.#isMet(stop)) return true;
        const look = clock.setTimer(lookMs, wake);
        await this.#changed.wait();
        look.dispose();
      }
      return false;
    } finally {
      signal.removeEventListener('abort', wake);
    }
  }

  #isMet(stop: StopCondition): boolean {
    if (stop.kind === 'synced') return this.synced;
    return stop.kind === 'events' && this.#events >= stop.count && this.synced;
  }

  /** What has arrived goes its way to the handler before the recording ends. */
  async #drain(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    const until = clock.now() + drainMs;
    while (clock.now() < until && !signal.aborted && !this.#isAtRest()) await sleep(clock, 1, signal);
  }

  #isAtRest(): boolean {
    return this.#informer.queueSnapshot(0).keys === 0 && this.#registration.backlog === 0;
  }

  #onEntry(entry: TraceEntry): void {
    // Number and time first: people read these lines too.
    const { seq, t, ...own } = entry;
    const line = { seq, t: Math.round(t * 1000) / 1000, ...own };
    const note = this.#options.settings.clientGo === 'article' ? articleNoteOf(entry) : undefined;
    this.#options.write(note ? { ...line, note } : line);
    this.#options.onEntry?.(entry);
    if (entry.kind === 'reflector.list' || entry.kind === 'reflector.watch') this.#isListing = entry.kind === 'reflector.list' || entry.streaming;
    this.#state = reduceInformerState(this.#state, entry);
    if (entry.kind === 'reflector.error') this.#onError(entry);
    if (entry.kind === 'reflector.listed') this.#lookForRewind(entry.resourceVersion);
    if (entry.kind === 'reflector.event' && /^(ADDED|MODIFIED|DELETED)$/.test(entry.type)) {
      this.#events++;
      const { stop } = this.#options;
      if (stop.kind === 'events' && this.#events === stop.count) this.#changed.wake();
    }
  }

  /** A relist asks for what is not older than the cache; an older answer to the question for the latest leaves no doubt. */
  #lookForRewind(version: string): void {
    const before = this.#informer.lastSyncResourceVersion();
    if (before !== '' && version !== '' && compareResourceVersions(version, before) < 0) this.#options.onRewound(before, version);
  }

  /** Of requests the observer tells, who has the error itself. */
  #onError(entry: EntryOf<'reflector.error'>): void {
    const isRequest = this.#requestFailed && (entry.phase === 'list' || entry.phase === 'watch');
    if (isRequest) this.#requestFailed = false;
    else this.#options.onEngineFailure(entry);
  }

  #observe({ listerWatcher, input, write, clock, onFailure, onSuccess }: RecorderOptions): ListerWatcher {
    const startedAt = clock.now();
    return new ObservedListerWatcher(listerWatcher, {
      now: () => clock.now() - startedAt,
      ...(input && { onInput: write }),
      // In a later turn: whatever follows from it, the Reflector has traced it.
      onFailure: (verb, error) => {
        this.#requestFailed = true;
        void clock.defer(() => onFailure(verb, error));
      },
      onSuccess,
    });
  }
}
