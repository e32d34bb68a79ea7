import { Buffer } from 'node:buffer';
import type { KubeObject } from '../../../kube/object.ts';
import { ageColumn, nameColumn } from '../columns.ts';
import { immutableField } from '../objectValidation.ts';
import { defineResource } from '../resourceDefinition.ts';
import type { Secret } from '../shapes.ts';
import { frozenData, validateDataKeys } from './configMaps.ts';

export const secrets = defineResource({
  group: '',
  version: 'v1',
  resource: 'secrets',
  kind: 'Secret',
  namespaced: true,
  shortNames: [],
  triggerField: 'metadata.name',
  applyDefaults: secretDefaults,
  validate: (object) => validateDataKeys((object as Secret).data, 'data'),
  validateUpdate: (object, old) => [
    ...frozenData(object, old, ['data']),
    ...(object['type'] === old['type'] ? [] : [immutableField('type', object['type'])]),
  ],
  selectableFields: { type: (object) => (object as Secret).type ?? '' },
  columns: [
    nameColumn,
    { name: 'Type', type: 'string', description: 'What the secret is for', cell: (object) => (object as Secret).type ?? '' },
    { name: 'Data', type: 'integer', description: 'Number of keys', cell: (object) => Object.keys((object as Secret).data ?? {}).length },
    ageColumn,
  ],
});

/** `stringData` is for writing only: it becomes part of `data`. */
function secretDefaults(object: KubeObject): KubeObject {
  const { stringData, ...secret } = object as Secret;
  const encoded = Object.entries(stringData ?? {}).map(([key, value]) => [key, Buffer.from(value).toString('base64')] as const);
  return {
    ...secret,
    ...((secret.data || encoded.length > 0) && { data: Object.fromEntries([...Object.entries(secret.data ?? {}), ...encoded]) }),
    type: secret.type ?? 'Opaque',
  };
}
