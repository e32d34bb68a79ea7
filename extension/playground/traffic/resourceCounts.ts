import type { CostView } from '../../introspection/traffic.ts';
import type { ReadSource } from '../registry/readCounts.ts';
import { LatencyCounts } from './latencyCounts.ts';

/** What something has cost so far. */
export class Cost {
  requests = 0;
  bytes = 0;
  fromCache = 0;
  fromStorage = 0;

  read(source: ReadSource, objects: number): void {
    if (source === 'storage') this.fromStorage += objects;
    else this.fromCache += objects;
  }

  view(): CostView {
    const { requests, bytes, fromCache, fromStorage } = this;
    return { requests, bytes, fromCache, fromStorage };
  }
}

/** What lists and watches of one resource have cost so far. */
export class ResourceCounts {
  readonly lists = new Cost();
  readonly watches = new Cost();
  readonly latency = new LatencyCounts();
  events = 0;
  /** The latest list of everything as JSON. */
  whole: { readonly bytes: number; readonly objects: number } | undefined;
  /** Of some objects, where there was no such list. */
  sample: { readonly bytesPerObject: number; readonly at: number } | undefined;
}
