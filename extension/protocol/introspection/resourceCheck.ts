import type { ReadView, ResourceView } from '../../introspection/introspection.ts';
import { type Check, count, flag, name, number, oneOf, record } from '../checks.ts';
import { ringCheck } from './ringFields.ts';

const read = record<ReadView>({ requests: count, objects: count });

/** Of the watch cache of one resource. */
export const resourceCheck: Check<ResourceView> = record<ResourceView>({
  resource: name,
  prefix: name,
  cached: flag,
  ready: flag,
  notReadyMs: number,
  version: count,
  objects: count,
  lagMs: number,
  profile: oneOf('current', 'article'),
  indexed: flag,
  triggerField: name,
  ring: ringCheck,
  watchers: count,
  reads: record<ResourceView['reads']>({ cache: read, snapshot: read, storage: read }),
});
