import type { Random } from '../../base/random.ts';
import type { KubeObject } from '../../kube/object.ts';
import { formatGroupVersion } from '../../kube/resource.ts';
import type { Storage } from '../storage/storage.ts';
import { formatTime } from './formatTime.ts';
import { managedFieldsEntry, ownedContent } from './managedFields.ts';
import { randomUid } from './names.ts';
import { type ResourceDefinition, storagePrefix } from './resourceDefinition.ts';

/**
 * Puts what every cluster has from the start, where it is not there: what somebody has changed stays, what somebody has taken away is there again after the next start.
 * @param now wall time in milliseconds
 * @param manager who owns it
 */
export function bootstrapper(storage: Storage, random: Random, now: number, manager: string): (definition: ResourceDefinition, object: KubeObject) => void {
  const creationTimestamp = formatTime(now);
  return (definition, object) => {
    const { name = '', namespace } = object.metadata;
    const key = `${storagePrefix(definition)}${namespace ? `${namespace}/` : ''}${name}`;
    if (storage.get(key)) return;
    const { kind, hasGeneration } = definition;
    const apiVersion = formatGroupVersion(definition);
    const managedFields = [managedFieldsEntry(kind, apiVersion, { manager, time: creationTimestamp }, ownedContent(object))];
    storage.put(key, { ...object, kind, apiVersion, metadata: { ...object.metadata, uid: randomUid(random), creationTimestamp, ...(hasGeneration && { generation: 1 }), managedFields } });
  };
}
