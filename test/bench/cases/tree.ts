import type { BenchCase } from '../benchCase.ts';
import { medians } from '../figures.ts';
import { runClient, startServer } from '../processes.ts';

/** A person's patience. */
const longestOpenMs = 200;
/** What one update may cost the host, with all that is asked for again because of it. */
const longestUpdateMs = 5;
/** So long may nothing else be done, whatever is asked of the tree. */
const longestBlockMs = 50;

interface Row {
  readonly objects: number;
  readonly openMs: number;
  readonly expandMs: number;
  readonly updateMs: number;
  readonly filteredUpdateMs: number;
  readonly longestFilterBlockMs: number;
  readonly longestGroupByBlockMs: number;
  readonly longestUnsortedGroupBlockMs: number;
  readonly longestOwnedBlockMs: number;
}

export const tree: BenchCase = {
  says: '100,000 objects in one informer: the time until the children of the tree are there, processor time of one update with a group open, without a filter and with one, of filters and groupings, the longest turn of these, and of opening a group and an owner of as many that come in no order, and memory.',
  pods: 100_000,
  async run({ pods }) {
    const server = await startServer({ pods, events: 0, set: 'shared' });
    try {
      const figures = medians([await runClient<Row>('tree', { port: server.port, pods, events: 0 })]);
      const { openMs, expandMs, updateMs, filteredUpdateMs, longestFilterBlockMs, longestGroupByBlockMs, longestUnsortedGroupBlockMs, longestOwnedBlockMs } = figures;
      const pass = openMs + expandMs <= longestOpenMs && Math.max(updateMs, filteredUpdateMs) <= longestUpdateMs && Math.max(longestFilterBlockMs, longestGroupByBlockMs, longestUnsortedGroupBlockMs, longestOwnedBlockMs) <= longestBlockMs;
      return { figures, ratios: {}, pass };
    } finally {
      server.stop();
    }
  },
};
