import { parseJsonPath } from '../../kube/jsonPath.ts';
import { isRecord, type KubeObject } from '../../kube/object.ts';
import type { ScaleAccess } from '../registry/resourceDefinition.ts';
import type { CustomVersion } from './crdShapes.ts';

type ScalePaths = NonNullable<NonNullable<CustomVersion['subresources']>['scale']>;

/** Where a definition says that the number of replicas is. */
export function customScale({ specReplicasPath, statusReplicasPath, labelSelectorPath }: ScalePaths): ScaleAccess {
  return {
    read: (object) => ({
      replicas: numberAt(object, specReplicasPath),
      current: numberAt(object, statusReplicasPath),
      selector: labelSelectorPath ? String(valueAt(object, labelSelectorPath) ?? '') : '',
    }),
    withReplicas: (object, replicas) => withValue(object, specReplicasPath.slice(1).split('.'), replicas) as KubeObject,
  };
}

function numberAt(object: KubeObject, path: string): number {
  const value = valueAt(object, path);
  return typeof value === 'number' ? value : 0;
}

function valueAt(object: KubeObject, path: string): unknown {
  return parseJsonPath(path)?.(object)[0];
}

/** A copy that has the value there, and whatever it takes to get there. */
function withValue(holder: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  const fields = isRecord(holder) ? holder : {};
  return { ...fields, [name]: withValue(fields[name], rest, value) };
}
