import type { KubeObject } from '../../kube/object.ts';
import type { TraceEntry } from '../../trace/entry.ts';
import type { SessionPicture } from '../sessionPicture.ts';
import type { ObjectVersions } from './objectVersions.ts';

/** Looking for a version may mean looking through all that is kept, and the same ones are asked for ten times a second. */
const remembered = 200;
const found = new WeakMap<ObjectVersions, Map<string, KubeObject | undefined>>();

/** The object of that version: from what was kept, or from the cache while it is the one that is there. */
export function objectVersion(session: SessionPicture, informer: string, key: string, rv: string): KubeObject | undefined {
  const cached = session.informers.all.find(({ name }) => name === informer)?.informer.indexer.get(key);
  if (cached?.metadata.resourceVersion === rv) return cached;
  return session.versions && kept(session.versions, informer, key, rv);
}

/** What is not there stays so: what is kept comes before the entry that tells of it. */
function kept(versions: ObjectVersions, informer: string, key: string, rv: string): KubeObject | undefined {
  const known = found.get(versions) ?? new Map<string, KubeObject | undefined>();
  found.set(versions, known);
  const id = JSON.stringify([informer, key, rv]);
  if (known.has(id)) return known.get(id);
  const object = versions.objectOf(informer, key, rv);
  if (known.size >= remembered) known.delete(known.keys().next().value!);
  known.set(id, object);
  return object;
}

/** The object that a change of the store has brought. */
export function objectAfter(session: SessionPicture, { kind, informer, key, rv }: TraceEntry): KubeObject | undefined {
  if (kind === 'store.delete' || informer === undefined || key === undefined || rv === undefined) return undefined;
  return objectVersion(session, informer, key, rv);
}
