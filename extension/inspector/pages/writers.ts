import type { Writer, WriterOf } from '../../debugger/chain/why.ts';
import { fieldManagers, ownersOfField } from '../../kube/fieldOwners.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { TraceEntry } from '../../trace/entry.ts';
import type { SessionPicture } from '../sessionPicture.ts';
import { objectAfter } from './objectVersion.ts';

/** Once it is known it is kept as long as its entry: the object that told of it may soon be another. Null: nobody can tell. */
const known = new WeakMap<TraceEntry, Writer | null>();

/** So many are looked for in one picture; the others in those that follow. */
const lookedFor = 10;

/** Fields of one change whose owners are looked for. */
const maxFields = 10;

/** Who wrote what a change of the store brought: whoever owns the fields that are others than before, and wrote last. */
export function writersOf(session: SessionPicture): WriterOf {
  let left = lookedFor;
  return (change) => {
    const told = known.get(change);
    if (told !== undefined) return told ?? undefined;
    if (left-- <= 0) return undefined;
    const object = objectAfter(session, change);
    const writer = object && writerOf(object, change);
    known.set(change, writer ?? null);
    return writer;
  };
}

function writerOf(object: KubeObject, change: TraceEntry): Writer | undefined {
  if (change.kind !== 'store.update') return fieldManagers(object)[0];
  const fields = change.changed?.fields;
  if (!fields?.length) return undefined;
  const owners = fields.slice(0, maxFields).flatMap(({ path }) => ownersOfField(object, path).slice(0, 1));
  // Of a field that is gone nobody is known; whoever wrote last is the likeliest then.
  return owners.toSorted((one, other) => (other.time ?? '').localeCompare(one.time ?? ''))[0] ?? fieldManagers(object)[0];
}
