import type { KubeObject } from '../api.ts';

/**
 * A cached object as it is sent to a reconciler: without `managedFields`, which no author's type has and which are kept as text until somebody
 * reads them. The object itself is left as it is.
 */
export function sendable(object: KubeObject): KubeObject {
  const { metadata } = object;
  if (!('managedFields' in metadata)) return object;
  // Field by field: a copy of the whole would read, and so parse, what is to be left out.
  const fields: [string, unknown][] = [];
  for (const name of Object.keys(metadata)) if (name !== 'managedFields') fields.push([name, metadata[name as keyof typeof metadata]]);
  return { ...object, metadata: Object.fromEntries(fields) };
}
