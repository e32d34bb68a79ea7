import { systemClock } from '../../../extension/base/systemClock.ts';
import { seededRandom } from '../../../extension/base/random.ts';
import { storagePrefix } from '../../../extension/playground/registry/resourceDefinition.ts';
import { builtInResources } from '../../../extension/playground/registry/resources.ts';
import type { Snapshot } from '../../../extension/playground/storage/snapshotFormat.ts';
import { StoredObject } from '../../../extension/playground/storage/storedObject.ts';
import { largeWorld } from '../../../extension/playground/world/largeWorld.ts';
import { WorldContext } from '../../../extension/playground/world/worldContext.ts';

/** A storage that holds a world of so many pods. */
export function largeWorldStorage(pods: number): Snapshot {
  const prefixes = new Map(builtInResources.map((definition) => [definition.kind, storagePrefix(definition)]));
  let revision = 1;
  const versions = largeWorld(new WorldContext(seededRandom(1), systemClock.wallTime()), pods).map((object) => {
    const { namespace, name } = object.metadata;
    const key = `${prefixes.get(object.kind!)!}${namespace ? `${namespace}/` : ''}${name}`;
    return { key, revision: ++revision, stored: new StoredObject(key, revision, object) };
  });
  return { revision, compacted: 0, versions };
}
