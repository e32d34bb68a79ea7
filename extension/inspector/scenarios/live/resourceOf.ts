import { type GroupVersionResource, parseResource } from '../../../kube/resource.ts';

/** Of a script: its own word, and held by a test. */
export function resourceOf(text: string): GroupVersionResource {
  const resource = parseResource(text);
  if (!resource) throw new Error(`${text} is no resource`);
  return resource;
}
