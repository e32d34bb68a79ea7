import { Buffer } from 'node:buffer';
import { isDeepStrictEqual } from 'node:util';
import type { KubeObject } from '../../../kube/object.ts';
import { forbiddenField, invalidField, tooLong } from '../../fieldErrors.ts';
import type { FieldError } from '../../statusErrors.ts';
import { ageColumn, nameColumn } from '../columns.ts';
import { isDataKey } from '../objectValidation.ts';
import { defineResource } from '../resourceDefinition.ts';
import type { ConfigMap } from '../shapes.ts';

const mostDataBytes = 1024 * 1024;

export const configMaps = defineResource({
  group: '',
  version: 'v1',
  resource: 'configmaps',
  kind: 'ConfigMap',
  namespaced: true,
  shortNames: ['cm'],
  triggerField: 'metadata.name',
  validate: (object) => {
    const { data, binaryData } = object as ConfigMap;
    const twice = Object.keys(data ?? {}).filter((key) => binaryData && Object.hasOwn(binaryData, key));
    return [
      ...twice.map((key) => invalidField(`data[${key}]`, key, 'duplicate of key present in binaryData')),
      ...validateDataKeys(data, 'data'),
      ...validateDataKeys(binaryData, 'binaryData'),
      // A server has no name for both together.
      ...validateDataSize(data ?? {}, binaryData ?? {}, '[]'),
    ];
  },
  validateUpdate: (object, old) => frozenData(object, old, ['data', 'binaryData']),
  columns: [
    nameColumn,
    {
      name: 'Data',
      type: 'string',
      description: 'Number of keys',
      cell: (object) => {
        const { data = {}, binaryData = {} } = object as ConfigMap;
        return Object.keys(data).length + Object.keys(binaryData).length;
      },
    },
    ageColumn,
  ],
});

export function validateDataKeys(data: Readonly<Record<string, string>> = {}, field: string): FieldError[] {
  return Object.keys(data)
    .filter((key) => !isDataKey(key))
    .map((key) => invalidField(`${field}[${key}]`, key, 'a key has letters, digits, "-", "_" and "." only'));
}

/**
 * All values together (`MaxSecretSize`).
 * @param binaryData base64
 */
export function validateDataSize(data: Readonly<Record<string, string>>, binaryData: Readonly<Record<string, string>>, field: string): FieldError[] {
  let bytes = 0;
  for (const key in data) bytes += Buffer.byteLength(data[key]!);
  for (const key in binaryData) bytes += Buffer.byteLength(binaryData[key]!, 'base64');
  return bytes > mostDataBytes ? [tooLong(field, mostDataBytes)] : [];
}

/** Once `immutable`, always, and the data with it. */
export function frozenData(object: KubeObject, old: KubeObject, fields: readonly string[]): FieldError[] {
  if (old['immutable'] !== true) return [];
  return ['immutable', ...fields]
    .filter((field) => !isDeepStrictEqual(object[field], old[field]))
    .map((field) => forbiddenField(field, 'field is immutable when `immutable` is set'));
}
