import { Emitter, type Event } from '../base/emitter.ts';
import type { Disposable } from '../base/disposable.ts';
import { articleNoteOf } from '../informer/articleNotes.ts';
import type { ClientGo } from '../informer/profile.ts';
import type { InformerScope, InformerSettings, SharedInformer } from '../informer/sharedInformer.ts';
import type { InformerChoices, SharedInformerFactory } from '../informer/sharedInformerFactory.ts';
import type { WatchSigns } from '../informer/watchStream.ts';
import { type GroupVersionResource, scopedInformerName } from '../kube/resource.ts';
import type { ArticleNote } from '../trace/articleNote.ts';
import type { TraceEntry } from '../trace/entry.ts';
import type { Tracer } from '../trace/tracer.ts';
import { firstStepMs } from './ageSteps.ts';
import { InformerInUse } from './informerInUse.ts';
import { RulesInForce } from './rulesInForce.ts';
import { type InformerState, initialInformerState, reduceInformerState } from './informerState.ts';

/** A controller, from one start to its end: told from others by itself, not by its name, which may be another's later. */
export interface InformerHolder {
  readonly name: string;
}

/** One informer of a session, and who wants it to run. */
export interface SessionInformer {
  readonly name: string;
  readonly informer: SharedInformer;
  /** A person started it; otherwise only controllers need it. */
  readonly asked: boolean;
  readonly controllers: readonly string[];
  /** The settings that were chosen for it, where they are not those of all. */
  readonly chosen: Partial<InformerSettings>;
}

interface Holding {
  readonly name: string;
  readonly informer: SharedInformer;
  asked: boolean;
  readonly chosen: Partial<InformerSettings>;
  readonly controllers: Set<InformerHolder>;
}

/**
 * The informers of a session. The tree, the panel and every controller that want the same resource and
 * scope share one; it runs as long as anybody wants it. Their states are folded from the trace.
 */
export class SessionInformers implements Disposable {
  readonly #factory: SharedInformerFactory;
  readonly #tracer: Tracer;
  readonly #settings: () => InformerChoices;
  readonly #holdings = new Map<string, Holding>();
  readonly #states = new Map<string, InformerState>();
  /** Session time at which each was heard of last. */
  readonly #heard = new Map<string, number>();
  readonly #rules = new RulesInForce();
  readonly #onChange = new Emitter<void>();
  readonly #onStateChange = new Emitter<string>();
  /** What is shown ran elsewhere. */
  #neverRuns = false;
  readonly #subscription: Disposable;

  /** @param settings of informers that are started from now on, asked for each time */
  constructor(factory: SharedInformerFactory, tracer: Tracer, settings: () => InformerChoices) {
    this.#factory = factory;
    this.#tracer = tracer;
    this.#settings = settings;
    this.#subscription = tracer.onEntry((entry) => {
      if (entry.informer === undefined || !entry.kind.startsWith('reflector.')) return;
      const before = this.stateOf(entry.informer);
      const after = reduceInformerState(before, entry);
      if (!this.#holdings.has(entry.informer)) return;
      if (after !== before) this.#states.set(entry.informer, after);
      if (this.#isNews(entry, before, after)) this.#onStateChange.fire(entry.informer);
    });
  }

  /** Fires when an informer was started or stopped, or is wanted by others than before. */
  readonly onChange: Event<void> = this.#onChange.event;

  /** Fires with the name of an informer whose state has changed. */
  readonly onStateChange: Event<string> = this.#onStateChange.event;

  /** In the order in which they were started. */
  get all(): readonly SessionInformer[] {
    return Array.from(this.#holdings.values(), ({ name, informer, asked, chosen, controllers }) => ({
      name,
      informer,
      asked,
      chosen,
      controllers: namesOf(controllers),
    }));
  }

  get(name: string): SharedInformer | undefined {
    return this.#holdings.get(name)?.informer;
  }

  stateOf(name: string): InformerState {
    return this.#states.get(name) ?? initialInformerState;
  }

  /** Of the watch that an informer has open; undefined: none is. */
  signsOf(name: string): WatchSigns | undefined {
    return this.#holdings.get(name)?.informer.watchSigns;
  }

  /** What client-go does instead, of an entry of an informer that behaves as the article tells; undefined where they agree. */
  articleNoteOf(entry: TraceEntry): ArticleNote | undefined {
    const { informer, seq } = entry;
    return informer !== undefined && this.#rules.at(informer, seq) === 'article' ? articleNoteOf(entry) : undefined;
  }

  /** Whose rules an informer follows that is started now. */
  get clientGo(): ClientGo {
    return this.#settings().clientGo ?? '1.32';
  }

  /** Starts the informer on a person's behalf, or finds it running. @param settings of a new one, where they are not those of all */
  start(resource: GroupVersionResource, scope: InformerScope = {}, settings: InformerChoices = {}): SharedInformer {
    const holding = this.#hold(resource, scope, settings);
    holding.asked = true;
    this.#run();
    return holding.informer;
  }

  /** Shows an informer that ran elsewhere: its states are folded from the trace, and neither it nor any other runs here. */
  show(resource: GroupVersionResource, scope: InformerScope, settings: InformerChoices): SharedInformer {
    const holding = this.#hold(resource, scope, settings);
    holding.asked = true;
    this.#neverRuns = true;
    this.#onChange.fire();
    return holding.informer;
  }

  /**
   * The informer that a controller needs: it runs until that controller lets it go.
   * @param settings of a new one, where the controller wants some; one that runs already keeps its own
   */
  startFor(controller: InformerHolder, resource: GroupVersionResource, scope: InformerScope, settings: InformerChoices = {}): SharedInformer {
    const holding = this.#hold(resource, scope, settings);
    holding.controllers.add(controller);
    this.#run();
    return holding.informer;
  }

  /**
   * Stops what a person started; resolves when nothing of it runs any more.
   * @throws InformerInUse while controllers need it
   */
  async stop(name: string): Promise<void> {
    const holding = this.#holdings.get(name);
    if (!holding) return;
    if (holding.controllers.size > 0) {
      const controllers = namesOf(holding.controllers);
      throw new InformerInUse('informerInUse', `${name} is used by ${controllers.join(', ')}`, { informer: name, controllers });
    }
    holding.asked = false;
    await this.#release(holding);
  }

  /** Stops whatever only this controller needed. */
  async letGo(controller: InformerHolder): Promise<void> {
    const released = [...this.#holdings.values()].filter((holding) => holding.controllers.delete(controller));
    await Promise.all(released.map((holding) => this.#release(holding)));
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#onChange.dispose();
    this.#onStateChange.dispose();
  }

  #hold(resource: GroupVersionResource, scope: InformerScope, settings: InformerChoices = {}): Holding {
    const name = scopedInformerName(resource, scope);
    const existing = this.#holdings.get(name);
    if (existing) return existing;
    const informer = this.#factory.informer(resource, scope, { ...this.#settings(), ...settings });
    this.#rules.started(name, informer.settings.clientGo, this.#tracer.lastSeq);
    const holding: Holding = { name, informer, asked: false, chosen: chosenOf(settings), controllers: new Set() };
    this.#holdings.set(name, holding);
    this.#states.set(name, initialInformerState);
    return holding;
  }

  /** Told before it runs, so that whoever listens has added its handlers by then. */
  #run(): void {
    this.#onChange.fire();
    if (!this.#neverRuns) this.#factory.start();
  }

  /** Of each event nobody is told by itself, nor of each object of a streamed list: there may be thousands in a moment. But of a sign of life after a quiet time. */
  #isNews({ kind, informer = '', t }: TraceEntry, before: InformerState, after: InformerState): boolean {
    if (kind !== 'reflector.event' && kind !== 'reflector.bookmark') return after !== before;
    const quietMs = t - (this.#heard.get(informer) ?? 0);
    this.#heard.set(informer, t);
    return quietMs >= firstStepMs || after.phase !== before.phase || after.failure !== before.failure;
  }

  async #release(holding: Holding): Promise<void> {
    if (holding.asked || holding.controllers.size > 0) return this.#onChange.fire();
    this.#holdings.delete(holding.name);
    this.#onChange.fire();
    await this.#factory.stop(holding.informer);
    if (this.#holdings.has(holding.name)) return;
    this.#states.delete(holding.name);
    this.#heard.delete(holding.name);
  }
}

function chosenOf({ clientGo, queue, resyncPeriodMs }: InformerChoices): Partial<InformerSettings> {
  return { ...(clientGo && { clientGo }), ...(queue && { queue }), ...(resyncPeriodMs !== undefined && { resyncPeriodMs }) };
}

function namesOf(holders: ReadonlySet<InformerHolder>): string[] {
  return Array.from(holders, ({ name }) => name);
}
