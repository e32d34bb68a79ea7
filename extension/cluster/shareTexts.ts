import { isRecord } from '../kube/object.ts';
import type { TextPool } from './textPool.ts';

/**
 * Lets the containers of a pod share their long texts with those of its siblings: images, their digests, the values of variables. They
 * are a fifth of a pod's memory, and alike in all pods of one owner. Texts cannot be changed, so nobody sees it.
 * @param object fresh from the parser: it is changed
 */
export function shareTexts(object: unknown, pool: TextPool): void {
  if (!isRecord(object)) return;
  const { spec, status } = object;
  if (isRecord(spec)) {
    shareContainers(spec['containers'], pool);
    shareContainers(spec['initContainers'], pool);
  }
  if (isRecord(status)) shareContainers(status['containerStatuses'], pool);
}

function shareContainers(containers: unknown, pool: TextPool): void {
  if (!Array.isArray(containers)) return;
  for (const container of containers) {
    if (!isRecord(container)) continue;
    shareField(container, 'image', pool);
    shareField(container, 'imageID', pool);
    const { env } = container;
    if (Array.isArray(env)) for (const variable of env) if (isRecord(variable)) shareField(variable, 'value', pool);
  }
}

function shareField(record: Record<string, unknown>, field: 'image' | 'imageID' | 'value', pool: TextPool): void {
  const text = record[field];
  // Also where it is equal: which of two equal texts it is cannot be asked.
  if (typeof text === 'string') record[field] = pool.shared(text);
}
