import { metaNamespaceKey } from '../kube/key.ts';
import type { KubeObject, OwnerReference } from '../kube/object.ts';
import type { EntryOf, TraceEntry } from '../trace/entry.ts';
import { objectAfter, objectVersion } from './pages/objectVersion.ts';
import type { Session } from './session.ts';
import type { SessionInformer } from './sessionInformers.ts';

/** A change of one object in a cache, and what it was after that. */
export interface ObjectChange {
  readonly entry: EntryOf<'store.add'> | EntryOf<'store.update'> | EntryOf<'store.delete'>;
  /** Undefined: it is gone, or its version is not kept any more. */
  readonly object: KubeObject | undefined;
}

/** So many versions can be walked; of more the newest. */
export const mostVersions = 200;

/** The versions of an object that the trace tells of, newest first. */
export function objectHistory(session: Session, informer: string, key: string): readonly ObjectChange[] {
  return Array.from(changesOf(session, informer, key), (entry) => ({ entry, object: objectAfter(session, entry) }));
}

/** What an object was before it was changed the last time. Undefined: it has not been changed, or that version is not kept. */
export function previousVersion(session: Session, informer: string, key: string): { readonly old: KubeObject; readonly object: KubeObject } | undefined {
  const current = session.informers.get(informer)?.indexer.get(key);
  if (!current) return undefined;
  const { resourceVersion: rv } = current.metadata;
  for (const entry of changesOf(session, informer, key)) {
    if (entry.kind !== 'store.update' || entry.rv !== rv || entry.old === rv) continue;
    const old = objectVersion(session, informer, key, entry.old);
    return old && { old, object: current };
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
  const owners = object.metadata.ownerReferences ?? [];
  return owners
    .toSorted((one, other) => Number(other.controller ?? false) - Number(one.controller ?? false))
    .map((owner) => ({ owner, found: cachedOwner(session, object, owner) }));
}

function cachedOwner(session: Session, object: KubeObject, { uid, name }: OwnerReference): CachedOwner['found'] {
  // An owner is in the namespace of what it owns, or in none.
  for (const namespace of new Set([object.metadata.namespace ?? '', ''])) {
    const key = metaNamespaceKey({ metadata: { name, ...(namespace !== '' && { namespace }) } });
    for (const informer of session.informers.all) if (informer.informer.indexer.get(key)?.metadata.uid === uid) return { informer, key };
  }
  return undefined;
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
