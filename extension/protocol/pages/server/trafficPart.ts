import type { TrafficView } from '../../../introspection/traffic.ts';
import { type Check, count, record } from '../../checks.ts';
import { trafficFields } from '../../introspection/trafficFields.ts';
import { insideLimits } from './insideLook.ts';

/** Polling against watching: what both have cost here. */
export interface TrafficPart extends TrafficView {
  /** What controllers of this session have read from Indexers, and did not ask the server. */
  readonly spared: { readonly gets: number; readonly lists: number };
}

export const trafficPart: Check<TrafficPart> = record<TrafficPart>({
  ...trafficFields(insideLimits.traffic),
  spared: record<TrafficPart['spared']>({ gets: count, lists: count }),
});
