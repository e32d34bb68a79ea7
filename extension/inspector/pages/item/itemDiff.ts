import { clip } from '../../../base/clip.ts';
import { changedFields } from '../../../kube/changedFields.ts';
import { ownersOfField } from '../../../kube/fieldOwners.ts';
import type { KubeObject } from '../../../kube/object.ts';
import { limits } from '../../../protocol/checks.ts';
import type { ChangedFieldView, DiffView, OwnerView } from '../../../protocol/pages/item.ts';
import type { EntryOf, TraceEntry } from '../../../trace/entry.ts';
import type { SessionPicture } from '../../sessionPicture.ts';
import { objectVersion } from '../objectVersion.ts';

/** Fields of one change that are shown. */
const maxFields = 100;
/** Characters of a value that are shown. */
const longestValue = 400;
/** They change with every update and say nothing of what it was. */
const bookkeeping = new Set(['resourceVersion', 'generation', 'managedFields']);

type Change = EntryOf<'store.update'>;

/**
 * What a change of the store has changed: of the version that an entry is about, else the newest before it, else the newest there is.
 * @param history newest first
 */
export function diffOf(session: SessionPicture, entry: TraceEntry | undefined, history: Iterable<TraceEntry>): DiffView | null {
  const change = changeFor(entry, history);
  return change ? viewOf(session, change) : null;
}

function changeFor(entry: TraceEntry | undefined, history: Iterable<TraceEntry>): Change | undefined {
  if (entry?.kind === 'store.update') return entry;
  const changes = [...history].filter((each): each is Change => each.kind === 'store.update');
  if (!entry) return changes[0];
  return changes.find(({ rv }) => rv !== undefined && rv === entry.rv) ?? changes.find(({ seq }) => seq <= entry.seq);
}

/** Comparing costs as much as all else that is done for an update; two versions do not change. */
const compared = new WeakMap<Change, DiffView>();

function viewOf(session: SessionPicture, change: Change): DiffView {
  const known = compared.get(change);
  if (known) return known;
  const view = compare(session, change);
  if (view.fields.some(({ owner }) => owner)) compared.set(change, view);
  return view;
}

function compare(session: SessionPicture, { seq, informer, key, rv = '', old, uidChanged = false, changed }: Change): DiffView {
  const after = objectVersion(session, informer, key, rv);
  const before = objectVersion(session, informer, key, old);
  const base = { seq, from: old.slice(0, limits.word), to: rv.slice(0, limits.word), uidChanged };
  if (before && after) {
    const { fields, more } = changedFields(before, after, { limit: maxFields, budget: 50_000, skips: (field) => bookkeeping.has(field) });
    return { ...base, fields: fields.map(({ path, before: one, after: other }) => fieldView({ path, before: shown(one), after: shown(other) }, after)), more, unknown: false };
  }
  const fields = changed?.fields;
  return { ...base, fields: (fields ?? []).slice(0, maxFields).map((field) => fieldView(field, after)), more: changed?.more ?? false, unknown: fields === undefined };
}

function fieldView({ path, before, after }: { readonly path: string; readonly before: string; readonly after: string }, object: KubeObject | undefined): ChangedFieldView {
  const owner = object && ownersOfField(object, path)[0];
  return { path: path.slice(0, limits.text), before: before.slice(0, limits.text), after: after.slice(0, limits.text), owner: owner ? ownerView(owner) : null };
}

function ownerView({ manager, operation, subresource = '', time = '' }: { readonly manager: string; readonly operation: string; readonly subresource?: string; readonly time?: string }): OwnerView {
  return { manager: manager.slice(0, limits.text), operation: operation.slice(0, limits.text), subresource: subresource.slice(0, limits.text), time: time.slice(0, limits.text) };
}

function shown(value: unknown): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value || '""' : JSON.stringify(value);
  return clip(text, longestValue);
}
