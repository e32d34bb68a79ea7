import { type KubeObject, type OwnerReference, ownersIn } from '../kube/object.ts';
import type { EntryOf, TraceEntry } from '../trace/entry.ts';
import { groupOf } from '../kube/groupOf.ts';
import { objectAfter, objectVersion } from './pages/objectVersion.ts';
import { cachedReference } from './resolveReference.ts';
import type { Session } from './session.ts';
import type { SessionInformer } from './sessionInformers.ts';

/** A change of one object in a cache, and what it was after that. */
export interface ObjectChange {
  readonly entry: EntryOf<'store.add'> | EntryOf<'store.update'> | EntryOf<'store.delete'>;
  /** Undefined: it is gone, or its version is not kept any more. */
  readonly object: KubeObject | undefined;
}

/** A version beside the one before it that is kept. */
export interface VersionStep {
  readonly change: ObjectChange;
  /** Undefined: there was none, or none is kept. */
  readonly before: KubeObject | undefined;
}

/** So many versions can be walked; of more the newest. */
export const mostVersions = 200;

/** The versions of an object that the trace tells of, newest first. */
export function objectHistory(session: Session, informer: string, key: string): readonly ObjectChange[] {
  return Array.from(changesOf(session, informer, key), (entry) => ({ entry, object: objectAfter(session, entry) }));
}

/** @param at in {@link objectHistory}. Undefined: there is no such version, or neither it nor one before it is kept */
export function versionStep(history: readonly ObjectChange[], at: number): VersionStep | undefined {
  const change = history[at];
  if (!change) return undefined;
  // What was there before it was added anew was another one.
  const before = change.entry.kind === 'store.add' ? undefined : history.slice(at + 1).find(({ object }) => object !== undefined)?.object;
  return change.object || before ? { change, before } : undefined;
}

/** The next version in a direction that can be shown beside the one before it: 1 is older, -1 newer. */
export function neighbour(history: readonly ObjectChange[], at: number, direction: 1 | -1): number | undefined {
  for (let next = at + direction; next >= 0 && next < history.length; next += direction) if (versionStep(history, next)) return next;
  return undefined;
}

/**
 * What an object was before it was changed, or deleted, the last time. Undefined: it has not been changed, or that version is not kept.
 */
export function previousVersion(session: Session, informer: string, key: string): { readonly old: KubeObject; /** Undefined: gone. */ readonly object: KubeObject | undefined } | undefined {
  const current = session.informers.get(informer)?.indexer.get(key);
  if (!current) {
    const old = lastVersion(session, informer, key);
    return old && { old, object: undefined };
  }
  const { resourceVersion: rv } = current.metadata;
  for (const entry of changesOf(session, informer, key)) {
    if (entry.kind !== 'store.update' || entry.rv !== rv || entry.old === rv) continue;
    const old = objectVersion(session, informer, key, entry.old);
    return old && { old, object: current };
  }
  return undefined;
}

/** The object as it is, or was when it was deleted: a tombstone has the last state that was known. Undefined: none is kept. */
export function lastVersion(session: Session, informer: string, key: string): KubeObject | undefined {
  const current = session.informers.get(informer)?.indexer.get(key);
  if (current) return current;
  for (const { rv } of changesOf(session, informer, key)) {
    const object = rv === undefined ? undefined : objectVersion(session, informer, key, rv);
    if (object) return object;
  }
  return undefined;
}

/** An object that owns another, in whatever cache it is. */
export interface CachedOwner {
  readonly owner: OwnerReference;
  /** Undefined: no cache of the session has it. */
  readonly found: { readonly informer: SessionInformer; readonly key: string } | undefined;
}

/** Those that own an object, the managing one first: by uid, so that another of that name is none. */
export function ownersOf(session: Session, object: KubeObject): readonly CachedOwner[] {
  return ownersIn(object)
    .toSorted((one, other) => Number(other.controller ?? false) - Number(one.controller ?? false))
    .map((owner) => ({ owner, found: cachedOwner(session, object, owner) }));
}

/** Where an owner of an object is. */
export function cachedOwner(session: Session, { metadata }: KubeObject, { apiVersion, kind, name, uid }: OwnerReference): CachedOwner['found'] {
  return cachedReference(session, { group: groupOf(apiVersion), kind, name, uid, namespace: metadata.namespace });
}

/** Newest first. */
function* changesOf({ tracer }: Session, informer: string, key: string): Generator<ObjectChange['entry'], void> {
  let left = mostVersions;
  for (let seq = tracer.lastSeq; seq > tracer.dropped && left > 0; seq--) {
    const entry = tracer.at(seq);
    if (entry?.informer !== informer || entry.key !== key || !isChange(entry)) continue;
    yield entry;
    left--;
  }
}

function isChange(entry: TraceEntry): entry is ObjectChange['entry'] {
  return entry.kind === 'store.add' || entry.kind === 'store.update' || entry.kind === 'store.delete';
}
