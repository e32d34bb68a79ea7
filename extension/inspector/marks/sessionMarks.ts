import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/disposable.ts';
import type { TraceEntry } from '../../trace/entry.ts';
import { resourceOfInformer } from '../../trace/resourceOfInformer.ts';
import { HeldSteps } from '../heldSteps.ts';
import type { LintEntry } from '../lintLog.ts';
import type { Session } from '../session.ts';
import { BreakpointMarks } from './breakpointMarks.ts';
import { type ObjectPlace, type RecentChange, RecentChanges } from './recentChanges.ts';
import { behindStep, type InformerWaiting, type KeyWaiting, WaitingDeltas } from './waitingDeltas.ts';

/** What is to be said of an object besides how it is doing. */
export interface ObjectMarks {
  readonly recent: RecentChange | undefined;
  /** Its deletion was asked for, and something still keeps it. */
  readonly isTerminating: boolean;
  readonly waiting: KeyWaiting | undefined;
  /** What breakpoints on its key say. */
  readonly breakpoints: readonly string[];
  readonly lints: readonly LintEntry[];
}

/** What is to be said of an informer besides its state. */
export interface InformerMarks {
  readonly waiting: InformerWaiting;
  readonly breakpoints: readonly string[];
  readonly lints: readonly LintEntry[];
}

/** What may have other marks than before. */
export type Dirty = ObjectPlace | { readonly informer: string | undefined; readonly key: undefined };

/** The marks of one session: from its queues, its lints, the breakpoints of the window and what has just happened. */
export class SessionMarks implements Disposable {
  readonly #session: Session;
  readonly #owned = new DisposableStore();
  readonly #recent: RecentChanges;
  readonly #waiting: WaitingDeltas;
  readonly #held: HeldSteps;
  readonly #breakpoints: BreakpointMarks;
  readonly #dirty: (what: Dirty) => void;
  /** By informer; undefined when another was raised or cleared since. */
  #lints: ReadonlyMap<string, readonly LintEntry[]> | undefined;

  /** @param dirty told of what may have other marks now; constant work for each entry is asked of it, too */
  constructor(session: Session, clock: Clock, dirty: (what: Dirty) => void) {
    this.#session = session;
    this.#dirty = dirty;
    this.#recent = this.#owned.add(new RecentChanges(clock, (places) => places.forEach(dirty)));
    this.#waiting = new WaitingDeltas(session);
    this.#held = new HeldSteps(session.stepper);
    this.#owned.add(session.stepper.onChange(() => this.#held.invalidate()));
    this.#breakpoints = this.#owned.add(new BreakpointMarks(session.breakpoints, () => dirty({ informer: undefined, key: undefined })));
    this.#owned.add(session.tracer.onEntry((entry) => this.#note(entry)));
  }

  ofObject(place: ObjectPlace): ObjectMarks {
    const { informer, key } = place;
    return {
      recent: this.#recent.of(place),
      isTerminating: Boolean(this.#session.informers.get(informer)?.indexer.get(key)?.metadata.deletionTimestamp),
      waiting: this.#waiting.ofKey(informer, key),
      breakpoints: this.#breakpoints.ofKey(informer, key),
      lints: this.#lintsOn(place),
    };
  }

  ofInformer(informer: string): InformerMarks {
    return { waiting: this.#waiting.ofInformer(informer), breakpoints: this.#breakpoints.ofInformer(informer), lints: this.#lintsOf(informer) };
  }

  /** Of which objects another step is held than when this was asked the last time. Many may come to be held in one turn: so it is asked in batches. */
  takeHeld(): readonly ObjectPlace[] {
    this.#waiting.forget();
    return this.#held.takeChanges().map(({ owner, key }) => ({ informer: owner, key }));
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #note(entry: TraceEntry): void {
    this.#recent.note(entry);
    const { kind, informer, key } = entry;
    switch (kind) {
      case 'lint.raised':
      case 'lint.cleared': {
        this.#lints = undefined;
        const own = this.#informerOf(entry);
        if (own === undefined) return;
        for (const { name } of this.#session.informers.all) if (resourceOfInformer(name) === resourceOfInformer(own)) this.#tell(name, key);
        return;
      }
      case 'queue.add':
      case 'queue.coalesced':
      case 'queue.pop':
      case 'handler.add':
      case 'handler.update':
      case 'handler.delete':
        if (informer !== undefined) this.#tell(informer, key);
    }
  }

  #tell(informer: string, key: string | undefined): void {
    if (key !== undefined) this.#dirty({ informer, key });
    this.#dirty({ informer, key: undefined });
  }

  #lintsOf(informer: string): readonly LintEntry[] {
    return (this.#lints ??= Map.groupBy(this.#session.lints.raised, (lint) => this.#informerOf(lint) ?? '')).get(informer) ?? [];
  }

  /** Whichever informer it was found by: the object is the same in all that have its resource. */
  #lintsOn({ informer, key }: ObjectPlace): readonly LintEntry[] {
    const { raised } = this.#session.lints;
    if (raised.length === 0) return [];
    const resource = resourceOfInformer(informer);
    return raised.filter((lint) => lint.key === key && resourceOfInformer(this.#informerOf(lint) ?? '') === resource);
  }

  /** The informer that a lint is about; of a controller that whose keys are its own. */
  #informerOf(lint: LintEntry): string | undefined {
    if (lint.informer !== undefined) return lint.informer;
    const name = lint.evidence.controller ?? lint.evidence.queue;
    const own = this.#session.controllers.all.find((controller) => controller.name === name)?.record.own;
    return own && this.#session.informers.all.find(({ informer }) => informer.indexer === own)?.name;
  }
}

/** Marks that look the same have the same. */
export function objectLooks({ recent, isTerminating, waiting, breakpoints, lints }: ObjectMarks): string {
  return JSON.stringify([recent, isTerminating, waiting?.deltas, waiting?.deletes, breakpoints, lints.map(({ seq }) => seq)]);
}

export function informerLooks({ waiting, breakpoints, lints }: InformerMarks): string {
  return JSON.stringify([waiting.deltas, behindStep(waiting), breakpoints, lints.map(({ seq }) => seq)]);
}
