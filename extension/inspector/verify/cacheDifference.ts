import type { SharedInformer } from '../../informer/sharedInformer.ts';
import type { KubeObject } from '../../kube/object.ts';
import { compareResourceVersions } from '../../kube/resourceVersion.ts';

/** Which object it is, and in which state: all that is compared. */
export interface Identity {
  readonly uid: string;
  readonly rv: string;
}

export const differenceKinds = ['missing', 'extra', 'older', 'newer', 'otherUid'] as const;

/**
 * `missing`, `extra`: only the server, only the cache has the key. `older`: the cache has an earlier version than the server. `newer`: it has one that
 * the server never had. `otherUid`: it has another object of that name.
 */
export type DifferenceKind = (typeof differenceKinds)[number];

export interface CacheDifference {
  readonly key: string;
  readonly kind: DifferenceKind;
  /** Absent where the key is not there. */
  readonly cached?: Identity;
  readonly server?: Identity;
}

/** What of an informer tells how far its cache has come. */
export type VerifiedInformer = Pick<SharedInformer, 'indexer' | 'lastSyncResourceVersion' | 'queueSnapshot'>;

/** What a fresh, consistent list says. */
export interface ServerState {
  readonly version: string;
  readonly objects: ReadonlyMap<string, Identity>;
}

/** What happened to a cache since before the list was asked for. */
export interface Meanwhile {
  /** Keys that left it, with the version of their deletion; empty: it was inferred. */
  readonly deleted: ReadonlyMap<string, string>;
  /** Its whole content was swapped, which tells of no single key. */
  readonly replaced: boolean;
}

export type Verdict =
  | { readonly type: 'same' }
  /** They differ because the object has changed after the list. */
  | { readonly type: 'since' }
  | { readonly type: 'differs'; readonly difference: CacheDifference }
  /** They differ, but what has happened meanwhile may still be on its way to the cache. */
  | { readonly type: 'undecided'; readonly why: Undecided; readonly difference: CacheDifference };

/** `queued`: deltas of the key wait to be popped. `behind`: the watch has not shown that it has come as far. `incomparable`: the versions of this server are no numbers. */
export type Undecided = 'queued' | 'behind' | 'incomparable';

const same: Verdict = { type: 'same' };
const since: Verdict = { type: 'since' };

export function identityOf({ metadata }: KubeObject): Identity {
  return { uid: metadata.uid ?? '', rv: metadata.resourceVersion ?? '' };
}

/**
 * Judges single keys. A watch delivers what happens to a resource in order, so that a cache whose Reflector has come as far as a version, and for which
 * nothing is queued, must have everything up to it: then, and only then, a difference is one. Made anew for each pass, since it remembers how far the
 * informer had come; the cache itself is read when a key is judged.
 */
export class Judge {
  readonly #state: ServerState;
  readonly #informer: VerifiedInformer;
  readonly #meanwhile: Meanwhile;
  readonly #reached: string;
  readonly #queued: ReadonlySet<string>;

  constructor(state: ServerState, informer: VerifiedInformer, meanwhile: Meanwhile) {
    this.#state = state;
    this.#informer = informer;
    this.#meanwhile = meanwhile;
    this.#reached = informer.lastSyncResourceVersion();
    this.#queued = new Set(informer.queueSnapshot(Infinity).items.map(({ key }) => key));
  }

  judge(key: string): Verdict {
    const object = this.#informer.indexer.get(key);
    const cached = object && identityOf(object);
    const server = this.#state.objects.get(key);
    if (!server) return cached ? this.#extra(key, cached) : same;
    if (!cached) return this.#missing(key, server);
    if (isSameObject(cached, server) && cached.rv === server.rv) return same;
    if (isAfter(cached.rv, this.#state.version)) return since;
    if (!isSameObject(cached, server)) return this.#decide({ key, kind: 'otherUid', cached, server }, server.rv);
    // A version between that of the list and its own, which the list does not know: nothing that is on its way can make it true.
    if (isAfter(cached.rv, server.rv)) return { type: 'differs', difference: { key, kind: 'newer', cached, server } };
    return this.#decide({ key, kind: 'older', cached, server }, server.rv);
  }

  #extra(key: string, cached: Identity): Verdict {
    if (isAfter(cached.rv, this.#state.version)) return since;
    return this.#decide({ key, kind: 'extra', cached }, this.#state.version);
  }

  #missing(key: string, server: Identity): Verdict {
    const deletion = this.#meanwhile.deleted.get(key);
    // Whoever has listed the state of a later version, and does not have it, is right.
    if ((deletion === '' || this.#meanwhile.replaced) && this.#hasReached(this.#state.version)) return since;
    if (deletion !== undefined && isAfter(deletion, server.rv)) return since;
    return this.#decide({ key, kind: 'missing', server }, server.rv);
  }

  /** @param needed the version that the informer must have come to */
  #decide(difference: CacheDifference, needed: string): Verdict {
    if (this.#queued.has(difference.key) || this.#queued.has('')) return { type: 'undecided', why: 'queued', difference };
    if (!isNumber(needed) || !isNumber(this.#reached)) return { type: 'undecided', why: 'incomparable', difference };
    return this.#hasReached(needed) ? { type: 'differs', difference } : { type: 'undecided', why: 'behind', difference };
  }

  #hasReached(version: string): boolean {
    return isNumber(this.#reached) && isNumber(version) && compareResourceVersions(this.#reached, version) >= 0;
  }
}

/** Some servers give no UID: then the name is all there is. */
function isSameObject(one: Identity, other: Identity): boolean {
  return one.uid === '' || other.uid === '' || one.uid === other.uid;
}

function isAfter(one: string, other: string): boolean {
  return isNumber(one) && isNumber(other) && compareResourceVersions(one, other) > 0;
}

function isNumber(version: string): boolean {
  return /^\d+$/.test(version);
}
