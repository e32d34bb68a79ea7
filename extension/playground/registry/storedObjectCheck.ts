import { formatGroupVersion } from '../../kube/resource.ts';
import type { KubeObject } from '../../kube/object.ts';
import { decode, DecodeError, missingFields } from '../schema/decode.ts';
import type { ObjectCheck } from '../storage/snapshotFormat.ts';
import { type ResourceDefinition, storagePrefix } from './resourceDefinition.ts';

/**
 * Whether an object that comes from a file may be stored: it says of itself what its path says, and its fields have the types on
 * which everything here relies. Of kinds that people brought no more is looked at than what every object has.
 */
export function storedObjectCheck(definitions: readonly ResourceDefinition[]): ObjectCheck {
  const byPrefix = new Map(definitions.map((definition) => [storagePrefix(definition), definition]));
  return (key, object) => {
    const definition = prefixesOf(key).map((prefix) => byPrefix.get(prefix)).find((found) => found !== undefined);
    try {
      return faultOf(key, object, definition);
    } catch (error) {
      if (DecodeError.is(error)) return `its object cannot be so: ${error.message}`;
      throw error;
    }
  };
}

function faultOf(key: string, object: KubeObject, definition: ResourceDefinition | undefined): string | undefined {
  const { name = '', namespace } = decode('ObjectMeta', object.metadata).value as KubeObject['metadata'];
  if (!key.endsWith(`/${namespace ? `${namespace}/` : ''}${name}`) || name === '') return 'the name of its object is not that of its key';
  if (!definition) return typeof object.kind === 'string' && typeof object.apiVersion === 'string' ? undefined : 'its object has no kind';
  if (object.kind !== definition.kind || object.apiVersion !== formatGroupVersion({ ...definition, version: definition.storedVersion })) return `its object is no ${definition.kind}`;
  if (definition.namespaced !== (namespace !== undefined)) return 'its object has a namespace, or none, where that cannot be';
  const missing = missingFields(definition.schema, decode(definition.schema, object).value)[0];
  return missing && `its object lacks ${missing.field}`;
}

/** `/registry/pods/`, `/registry/pods/default/`: one of them is that of its resource. */
function prefixesOf(key: string): readonly string[] {
  const [, registry, ...rest] = key.split('/');
  return [1, 2].map((count) => `/${registry}/${rest.slice(0, count).join('/')}/`);
}
