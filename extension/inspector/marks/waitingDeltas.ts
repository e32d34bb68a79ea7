import type { HeldStep } from '../../debugger/heldStep.ts';
import { stepOf } from '../ageSteps.ts';
import type { Session } from '../session.ts';

/** Keys of one queue that are looked at: what waits behind so many has no number of its own. */
const mostKeys = 1000;

export interface KeyWaiting {
  readonly deltas: number;
  /** One of them deletes the object. */
  readonly deletes: boolean;
}

export interface InformerWaiting {
  readonly deltas: number;
  /** How far the cache is behind: for how many milliseconds the oldest of what waits has waited, in the queue or before it. */
  readonly behindMs: number;
}

type Subject = Pick<Session, 'informers' | 'tracer' | 'stepper' | 'now' | 'msSince'>;

/** What waits in the delta queues of a session, or is held before them, asked of the queues and the stepper themselves: while nobody looks it costs nothing. */
export class WaitingDeltas {
  readonly #session: Subject;
  /** As of an entry; of each later one it is looked at anew. */
  #asOf = -1;
  readonly #keys = new Map<string, ReadonlyMap<string, KeyWaiting>>();

  constructor(session: Subject) {
    this.#session = session;
  }

  ofInformer(informer: string): InformerWaiting {
    const { informers, tracer, stepper } = this.#session;
    const queue = informers.get(informer);
    const oldest = queue?.oldestWaiting;
    const queued = oldest === undefined ? undefined : tracer.at(oldest)?.t;
    const held = stepper.held.filter((step) => isOnItsWay(step, informer));
    const ages = [...(queued === undefined ? [] : [this.#session.now() - queued]), ...held.map(({ since }) => this.#session.msSince(since))];
    return { deltas: (queue?.queueSnapshot(0).deltas ?? 0) + held.length, behindMs: Math.max(0, ...ages) };
  }

  ofKey(informer: string, key: string): KeyWaiting | undefined {
    const { lastSeq } = this.#session.tracer;
    if (lastSeq !== this.#asOf) this.#keys.clear();
    this.#asOf = lastSeq;
    let keys = this.#keys.get(informer);
    if (!keys) this.#keys.set(informer, (keys = this.#waitingKeys(informer)));
    return keys.get(key);
  }

  /** Something else is held than before. */
  forget(): void {
    this.#asOf = -1;
  }

  #waitingKeys(informer: string): ReadonlyMap<string, KeyWaiting> {
    const held = this.#session.stepper.held.filter((step) => isOnItsWay(step, informer));
    const queue = this.#session.informers.get(informer);
    if (held.length === 0 && (queue?.queueSnapshot(0).deltas ?? 0) === 0) return none;
    const { entries, items } = queue?.queueSnapshot(mostKeys) ?? { entries: [], items: [] };
    const queued = entries ?? items.flatMap(({ key, deltas }) => deltas.map(({ type }) => ({ key, type })));
    const inHand = held.map(({ key = '', subject }) => ({ key, type: subject?.().deltas?.[0] }));
    const keys = new Map<string, KeyWaiting>();
    for (const { key, type } of [...queued, ...inHand]) {
      const { deltas = 0, deletes = false } = keys.get(key) ?? {};
      keys.set(key, { deltas: deltas + 1, deletes: deletes || type === 'Deleted' });
    }
    return keys;
  }
}

/** Held in the hand of the Reflector, before it is queued. */
function isOnItsWay({ owner, point }: HeldStep, informer: string): boolean {
  return owner === informer && (point === 'watch.event' || point === 'queue.add');
}

/** The step of ages that it has passed: between two of them the row says the same. */
export function behindStep({ behindMs }: InformerWaiting): number {
  return stepOf(behindMs);
}

const none: ReadonlyMap<string, KeyWaiting> = new Map();
