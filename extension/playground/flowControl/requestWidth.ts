import type { FlowRequest } from './flowRequest.ts';

/** Objects that an API server reads in the time of one small request (apiserver `flowcontrol/request`). */
const objectsPerSeat = 100;

/** How many objects there are of a resource. */
export type ObjectCount = (resource: { readonly group: string; readonly version: string; readonly resource: string }) => number;

/**
 * How many seats a request takes: a list, and a watch that begins with one, by the number of objects that must be read for it,
 * everything else one. What goes through the whole of a resource costs as much, however little of it is sent.
 */
export function requestWidth({ attributes, query }: Pick<FlowRequest, 'attributes' | 'query'>, mostWidth: number, objectsOf: ObjectCount): number {
  const { verb, name } = attributes;
  if (!attributes.isResourceRequest || name !== '' || !(verb === 'list' || (verb === 'watch' && beginsWithAll(query)))) return 1;
  const objects = objectsOf(attributes);
  if (objects <= objectsPerSeat / 2) return 1;
  return Math.max(1, Math.min(mostWidth, Math.ceil(read(objects, verb, query) / objectsPerSeat)));
}

function read(objects: number, verb: string, query: URLSearchParams): number {
  const asked = Number(query.get('limit') ?? '');
  const limit = asked > 0 ? Math.min(asked, objects) : objects;
  const fromStorage = verb === 'list' && (query.has('continue') || query.get('resourceVersionMatch') === 'Exact' || (asked > 0 && !isAny(query.get('resourceVersion'))));
  if (!fromStorage) return objects;
  return query.get('labelSelector') || query.get('fieldSelector') ? objects + limit : 2 * limit;
}

function beginsWithAll(query: URLSearchParams): boolean {
  return query.get('sendInitialEvents') === 'true' || isAny(query.get('resourceVersion'));
}

function isAny(resourceVersion: string | null): boolean {
  return !resourceVersion || resourceVersion === '0';
}
