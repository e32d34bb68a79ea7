import { isDeepStrictEqual } from 'node:util';
import { isRecord, type KubeObject } from '../../kube/object.ts';
import { fillDefaults } from './fillDefaults.ts';
import { pruneValue } from './pruneValue.ts';
import type { StructuralSchema } from './structuralSchema.ts';

/**
 * An object that was stored under an earlier schema, as it is read under this one: without the fields that are no longer there, with the defaults that
 * have come (apiextensions-apiserver prunes and defaults whatever it reads from etcd). The same reference when the schema says nothing new of it.
 */
export function readStored(schema: StructuralSchema, object: KubeObject): KubeObject {
  const { apiVersion, kind, metadata, ...content } = object;
  const pruned = pruneValue(schema, content, '', []);
  const filled = fillDefaults(schema, isRecord(pruned) ? pruned : {});
  const { apiVersion: _apiVersion, kind: _kind, metadata: _metadata, ...read } = filled;
  return isDeepStrictEqual(read, content) ? object : { ...(apiVersion !== undefined && { apiVersion }), ...(kind !== undefined && { kind }), metadata, ...read };
}
