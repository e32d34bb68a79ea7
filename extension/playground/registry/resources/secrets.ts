import { Buffer } from 'node:buffer';
import type { KubeObject } from '../../../kube/object.ts';
import { immutableField, invalidField, requiredField } from '../../fieldErrors.ts';
import type { FieldError } from '../../statusErrors.ts';
import { ageColumn, nameColumn } from '../columns.ts';
import { defineResource } from '../resourceDefinition.ts';
import type { Secret } from '../shapes.ts';
import { frozenData, validateDataKeys, validateDataSize } from './configMaps.ts';

export const secrets = defineResource({
  group: '',
  version: 'v1',
  resource: 'secrets',
  kind: 'Secret',
  namespaced: true,
  shortNames: [],
  triggerField: 'metadata.name',
  applyDefaults: secretDefaults,
  validate: (object) => [...validateDataKeys((object as Secret).data, 'data'), ...validateDataSize({}, (object as Secret).data ?? {}, 'data'), ...validateType(object as Secret)],
  validateUpdate: (object, old) => [
    ...frozenData(object, old, ['data']),
    ...(object['type'] === old['type'] ? [] : [immutableField('type', object['type'])]),
  ],
  selectableFields: { type: (object) => (object as Secret).type ?? '' },
  columns: [
    nameColumn,
    { name: 'Type', type: 'string', description: 'What the secret is for', cell: (object) => (object as Secret).type ?? '' },
    { name: 'Data', type: 'string', description: 'Number of keys', cell: (object) => Object.keys((object as Secret).data ?? {}).length },
    ageColumn,
  ],
});

/** What a secret of a type that Kubernetes itself uses must hold (kubernetes `ValidateSecret`). */
function validateType({ type, data = {}, metadata }: Secret): FieldError[] {
  const need = (...keys: readonly string[]): FieldError[] => keys.filter((key) => !Object.hasOwn(data, key)).map((key) => requiredField(`data[${key}]`));
  const needJson = (key: string): FieldError[] => {
    const missing = need(key);
    return missing.length > 0 || isJson(data[key]!) ? missing : [invalidField(`data[${key}]`, '<secret contents redacted>', 'is not JSON')];
  };
  switch (type) {
    case 'kubernetes.io/service-account-token':
      return metadata.annotations?.['kubernetes.io/service-account.name'] ? [] : [requiredField('metadata.annotations[kubernetes.io/service-account.name]')];
    case 'kubernetes.io/dockercfg':
      return needJson('.dockercfg');
    case 'kubernetes.io/dockerconfigjson':
      return needJson('.dockerconfigjson');
    case 'kubernetes.io/basic-auth':
      return Object.hasOwn(data, 'username') || Object.hasOwn(data, 'password') ? [] : need('username', 'password');
    case 'kubernetes.io/ssh-auth':
      return need('ssh-privatekey');
    case 'kubernetes.io/tls':
      return need('tls.crt', 'tls.key');
    default:
      return [];
  }
}

function isJson(base64: string): boolean {
  try {
    JSON.parse(Buffer.from(base64, 'base64').toString());
    return true;
  } catch {
    return false; // that is the question
  }
}

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
