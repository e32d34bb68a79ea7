import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import type { Session } from '../session.ts';
import type { Sessions } from '../sessions.ts';
import { informerNodeOf, type InformerNode, type ObjectNode } from '../treeNode.ts';
import { watchSessions } from '../watchSessions.ts';
import type { ObjectPlace } from './recentChanges.ts';
import { type Dirty, informerLooks, type InformerMarks, objectLooks, type ObjectMarks, SessionMarks } from './sessionMarks.ts';

/** Rows of objects, and their decorations, are looked at again at most so often; rows of informers, below which all would be drawn again, more seldom. */
const objectsMs = 500;
const informersMs = 1000;

export interface MarkedObject {
  readonly session: Session;
  readonly informer: string;
  readonly key: string;
}

/** A row that was drawn, or several of one object, and what its marks looked like. */
interface Drawn {
  marks: string;
  readonly nodes: Set<ObjectNode>;
}

interface Watched extends Disposable {
  readonly marks: SessionMarks;
  /** By informer and key: those that were drawn. */
  readonly objects: Map<string, Map<string, Drawn>>;
  readonly informers: Map<string, { marks: string; readonly node: InformerNode }>;
  readonly dirtyObjects: Map<string, Set<string>>;
  readonly dirtyInformers: Set<string>;
  isHeldOtherwise: boolean;
}

const noMarks: ObjectMarks = { recent: undefined, isTerminating: false, waiting: undefined, breakpoints: [], lints: [] };
const noInformerMarks: InformerMarks = { waiting: { deltas: 0, behindMs: 0 }, breakpoints: [], lints: [] };

/**
 * Which marks rows bear, and whose are others than they were drawn with. An entry costs a look at whether its row was drawn; what is drawn is compared in
 * batches, and told of only where it differs, so that nothing flickers and nothing walks a cache. While nobody looks nothing is told: whoever looks again draws anew.
 */
export class RowMarks implements Disposable {
  readonly #clock: Clock;
  readonly #owned = new DisposableStore();
  readonly #watched = new Map<Session, Watched>();
  readonly #onRows = new Emitter<readonly (ObjectNode | InformerNode)[]>();
  readonly #onObjects = new Emitter<readonly MarkedObject[]>();
  /** Drawn with other marks than before: their decorations are others. */
  readonly #redecorated = new Set<MarkedObject>();
  #objectsTimer: Disposable | undefined;
  #informersTimer: Disposable | undefined;
  #isVisible = true;

  constructor(sessions: Sessions, clock: Clock) {
    this.#clock = clock;
    this.#owned.add(watchSessions(sessions, (session) => this.#watch(session)));
  }

  /** Fires with rows that are to be drawn again. */
  readonly onRows: Event<readonly (ObjectNode | InformerNode)[]> = this.#onRows.event;

  /** Fires with objects whose decorations are others. */
  readonly onObjects: Event<readonly MarkedObject[]> = this.#onObjects.event;

  ofObject({ session, informer, key }: MarkedObject): ObjectMarks {
    return this.#watched.get(session)?.marks.ofObject({ informer, key }) ?? noMarks;
  }

  ofRow(node: ObjectNode): ObjectMarks {
    return this.ofObject(placeOf(node));
  }

  ofInformer({ parent, name }: InformerNode): InformerMarks {
    return this.#watched.get(parent.session)?.marks.ofInformer(name) ?? noInformerMarks;
  }

  /** The marks of a row that is being drawn. */
  drawObject(node: ObjectNode): ObjectMarks {
    const place = placeOf(node);
    const { session, informer } = place;
    const marks = this.ofObject(place);
    const objects = this.#watched.get(session)?.objects;
    if (!objects) return marks;
    const looks = objectLooks(marks);
    let keys = objects.get(informer);
    if (!keys) objects.set(informer, (keys = new Map()));
    const drawn = keys.get(node.key);
    if (!drawn) keys.set(node.key, { marks: looks, nodes: new Set([node]) });
    else if (drawn.marks !== looks) this.#redecorate(place, drawn, looks);
    drawn?.nodes.add(node);
    return marks;
  }

  drawInformer(node: InformerNode): InformerMarks {
    const marks = this.ofInformer(node);
    this.#watched.get(node.parent.session)?.informers.set(node.name, { marks: informerLooks(marks), node });
    return marks;
  }

  /** Somebody looks, or nobody does. */
  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible;
    if (!isVisible) return this.#stop();
    if (this.#redecorated.size > 0) this.#lookAtObjectsSoon();
    for (const { dirtyObjects, dirtyInformers, isHeldOtherwise } of this.#watched.values()) {
      if (dirtyObjects.size > 0 || isHeldOtherwise) this.#lookAtObjectsSoon();
      if (dirtyInformers.size > 0) this.#lookAtInformersSoon();
    }
  }

  dispose(): void {
    this.#stop();
    this.#owned.dispose();
    this.#onRows.dispose();
    this.#onObjects.dispose();
  }

  #watch(session: Session): Disposable {
    const owned = new DisposableStore();
    const marks = owned.add(new SessionMarks(session, this.#clock, (what) => this.#dirty(watched, what)));
    const watched: Watched = { marks, objects: new Map(), informers: new Map(), dirtyObjects: new Map(), dirtyInformers: new Set(), isHeldOtherwise: false, dispose: () => owned.dispose() };
    owned.add(session.informers.onChange(() => forgetGone(watched, session)));
    // What is held, or let go, is none of the entries.
    owned.add(
      session.stepper.onChange(() => {
        watched.isHeldOtherwise = true;
        this.#lookAtObjectsSoon();
        for (const informer of watched.informers.keys()) this.#dirty(watched, { informer, key: undefined });
      }),
    );
    this.#watched.set(session, watched);
    return {
      dispose: () => {
        this.#watched.delete(session);
        watched.dispose();
      },
    };
  }

  #dirty(watched: Watched, { informer, key }: Dirty): void {
    if (informer === undefined) {
      for (const [name, keys] of watched.objects) watched.dirtyObjects.set(name, new Set(keys.keys()));
      for (const name of watched.informers.keys()) watched.dirtyInformers.add(name);
      this.#lookAtObjectsSoon();
      this.#lookAtInformersSoon(objectsMs);
      return;
    }
    if (key === undefined) {
      if (!watched.informers.has(informer) || watched.dirtyInformers.has(informer)) return;
      watched.dirtyInformers.add(informer);
      return this.#lookAtInformersSoon();
    }
    if (this.#note(watched, { informer, key })) this.#lookAtObjectsSoon();
  }

  /** False of a row that was never drawn. */
  #note({ objects, dirtyObjects }: Watched, { informer, key }: ObjectPlace): boolean {
    if (!objects.get(informer)?.has(key)) return false;
    let keys = dirtyObjects.get(informer);
    if (!keys) dirtyObjects.set(informer, (keys = new Set()));
    keys.add(key);
    return true;
  }

  #lookAtObjectsSoon(): void {
    if (this.#isVisible) this.#objectsTimer ??= this.#clock.setTimer(objectsMs, () => this.#lookAtObjects());
  }

  #lookAtInformersSoon(ms = informersMs): void {
    if (this.#isVisible) this.#informersTimer ??= this.#clock.setTimer(ms, () => this.#lookAtInformers());
  }

  #lookAtObjects(): void {
    this.#objectsTimer = undefined;
    const rows: ObjectNode[] = [];
    for (const [session, watched] of this.#watched) {
      const { marks, objects, dirtyObjects } = watched;
      if (watched.isHeldOtherwise) for (const place of marks.takeHeld()) this.#note(watched, place);
      watched.isHeldOtherwise = false;
      for (const [informer, keys] of dirtyObjects) {
        for (const key of keys) {
          const drawn = objects.get(informer)?.get(key);
          const looks = drawn && objectLooks(marks.ofObject({ informer, key }));
          if (!drawn || looks === undefined || drawn.marks === looks) continue;
          rows.push(...drawn.nodes);
          this.#redecorate({ session, informer, key }, drawn, looks);
        }
      }
      dirtyObjects.clear();
    }
    const redecorated = [...this.#redecorated];
    this.#redecorated.clear();
    if (rows.length > 0) this.#onRows.fire(rows);
    if (redecorated.length > 0) this.#onObjects.fire(redecorated);
    for (const { session, informer, key } of redecorated) this.#forgetIfGone(session, informer, key);
  }

  #lookAtInformers(): void {
    this.#informersTimer = undefined;
    const rows: InformerNode[] = [];
    for (const { marks, informers, dirtyInformers } of this.#watched.values()) {
      for (const informer of dirtyInformers) {
        const drawn = informers.get(informer);
        const looks = drawn && informerLooks(marks.ofInformer(informer));
        if (!drawn || looks === undefined || drawn.marks === looks) continue;
        drawn.marks = looks;
        rows.push(drawn.node);
      }
      dirtyInformers.clear();
    }
    if (rows.length > 0) this.#onRows.fire(rows);
  }

  #redecorate(place: MarkedObject, drawn: Drawn, looks: string): void {
    drawn.marks = looks;
    this.#redecorated.add(place);
    this.#lookAtObjectsSoon();
  }

  /** One that is in no cache, and of which there is nothing more to say. */
  #forgetIfGone(session: Session, informer: string, key: string): void {
    const watched = this.#watched.get(session);
    if (session.informers.get(informer)?.indexer.get(key) || !watched || watched.marks.ofObject({ informer, key }).recent !== undefined) return;
    watched.objects.get(informer)?.delete(key);
  }

  #stop(): void {
    this.#objectsTimer?.dispose();
    this.#informersTimer?.dispose();
    this.#objectsTimer = this.#informersTimer = undefined;
  }
}

/** The object of a row. */
export function placeOf(node: ObjectNode): MarkedObject {
  const { name, parent } = informerNodeOf(node);
  return { session: parent.session, informer: name, key: node.key };
}

function forgetGone({ objects, informers, dirtyObjects, dirtyInformers }: Watched, session: Session): void {
  for (const names of [objects, informers, dirtyObjects, dirtyInformers]) for (const name of names.keys()) if (!session.informers.get(name)) names.delete(name);
}
