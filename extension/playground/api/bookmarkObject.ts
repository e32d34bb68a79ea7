import type { KubeObject } from '../../kube/object.ts';
import { formatGroupVersion } from '../../kube/resource.ts';
import { initialEventsEndAnnotation } from '../../kube/watchEvent.ts';
import type { ResourceDefinition } from '../registry/resourceDefinition.ts';
import type { WatchFrame } from '../watchCache/cacheEvent.ts';

/** An empty object with a version, and perhaps the mark that the initial events end here. */
export function bookmarkObject(definition: ResourceDefinition, { version, initialEventsEnd }: Extract<WatchFrame, { type: 'BOOKMARK' }>): KubeObject {
  return {
    kind: definition.kind,
    apiVersion: formatGroupVersion(definition),
    metadata: {
      resourceVersion: String(version),
      ...(initialEventsEnd && { annotations: { [initialEventsEndAnnotation]: 'true' } }),
    },
  };
}
