import { isDeepStrictEqual } from 'node:util';
import type { KubeObject } from '../../kube/object.ts';
import { mergeApplied, removeFields } from '../patch/applyConfiguration.ts';
import { abandoned, difference, type FieldSet, isLeaf, leaf, leafPaths, touched, union } from '../schema/fieldSet.ts';
import { changedFields, everything, fieldsOf } from '../schema/fieldsOf.ts';
import { orKeyless } from '../schema/listElements.ts';
import type { DefinitionRef } from '../schema/schema.ts';
import { type ApplyConflict, applyConflict, untypedPatch } from '../statusErrors.ts';
import { entryOf, type FieldOwner, isOf, kindSchema, type ManagedFieldsEntry, ownedContent, removedFields, whoOwnSomething } from './managedFields.ts';

export interface Application {
  readonly schema: DefinitionRef;
  /** As the applier named it. */
  readonly apiVersion: string;
  /** What every object of the kind has. */
  readonly blank?: object;
  readonly live: KubeObject;
  /** What the applier wants to say about the object, and nothing else. */
  readonly configuration: KubeObject;
  readonly owner: FieldOwner & { readonly operation: 'Apply' };
  /** Fields that others own are taken over. */
  readonly force: boolean;
}

export interface Applied {
  /** Not decoded yet: a list in it may be empty, which is none once it is stored. */
  readonly object: KubeObject;
  /** Who owns what of the object, once defaults are filled in. */
  readonly ownersOf: (object: KubeObject) => readonly ManagedFieldsEntry[];
}

/**
 * Server-side apply (structured-merge-diff `Updater.Apply`): the object with all that the configuration says, without what the
 * applier said the last time, does not say any more, and nobody else says.
 * @throws ApiError 409 when it would change what others own, unless it is forced; 500 where the fields of the one or the other cannot be told apart
 */
export function applyConfiguration(application: Application): Applied {
  const { namespace, name = '' } = application.live.metadata;
  return orKeyless(() => applyTo(application), ({ message }) => {
    throw untypedPatch('live', `${namespace ? `${namespace}/` : ''}${name}`, message);
  });
}

/** @throws ApiError 409, KeylessElementError */
function applyTo(application: Application): Applied {
  const { schema, apiVersion, live, configuration, owner, force } = application;
  const type = kindSchema(schema);
  const content = ownedContent(configuration);
  const owned = ownedContent(live);
  // Looked at whole: also where nothing that cannot be told apart is applied to.
  everything(type, owned);
  const wanted = fieldsOf(type, content);
  const before = ownersOfLive(application);
  const last = before.find((entry) => isOf(entry, owner));
  const others = before.filter((entry) => entry !== last);

  const merged = mergeApplied(type, live, content) as KubeObject;
  const changed = changedFields(type, { metadata: {}, ...owned }, ownedContent(merged)) ?? leaf;
  const conflicts = others.flatMap((entry) => conflictsWith(entry, changed));
  if (conflicts.length > 0 && !force) throw applyConflict(conflicts);

  const left = others.map((entry) => Object.assign({}, entry, { fieldsV1: difference(entry.fieldsV1, touched(entry.fieldsV1, changed)) }));
  const held = left.reduce((sum, { fieldsV1 }) => union(sum, fieldsV1), wanted);
  const gone = abandoned(last?.fieldsV1 ?? leaf, held);
  return {
    object: removeFields(type, merged, gone) as KubeObject,
    ownersOf(object) {
      // Where it came to an element that cannot be told apart any more, as an empty name is none once it is stored, nothing is known to have gone.
      const removed = orKeyless(() => removedFields(schema, live, object), () => ({}));
      const entries = left.map((entry) => Object.assign({}, entry, { fieldsV1: difference(entry.fieldsV1, removed) }));
      // The time is that of the last change, so that applying the same again changes nothing.
      const isSame = last && last.apiVersion === apiVersion && isDeepStrictEqual(last.fieldsV1, wanted) && isDeepStrictEqual(ownedContent(object), owned);
      const mine = isSame ? last : entryOf(owner, apiVersion, wanted);
      return whoOwnSomething([...entries, mine]);
    },
  };
}

/** What nobody owns before anything is applied to it is owned by somebody of that name from then on. */
function ownersOfLive({ schema, apiVersion, blank = {}, live, owner: { time } }: Application): readonly ManagedFieldsEntry[] {
  const owners = (live.metadata.managedFields ?? []) as readonly ManagedFieldsEntry[];
  if (owners.length > 0) return owners;
  const all = changedFields(kindSchema(schema), { metadata: {}, ...blank }, ownedContent(live)) ?? leaf;
  return isLeaf(all) ? [] : [entryOf({ manager: 'before-first-apply', time }, apiVersion, all)];
}

function conflictsWith({ manager, operation, apiVersion, subresource, fieldsV1 }: ManagedFieldsEntry, changed: FieldSet): ApplyConflict[] {
  const using = operation === 'Update' ? ` using ${apiVersion}` : '';
  const who = `${JSON.stringify(manager)}${subresource ? ` with subresource ${JSON.stringify(subresource)}` : ''}${using}`;
  return leafPaths(touched(fieldsV1, changed)).map((field) => ({ who, field }));
}
