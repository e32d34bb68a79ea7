import type { BenchCase } from '../benchCase.ts';
import { type Figures, medianRatio, medians } from '../figures.ts';
import { runClient, startServer } from '../processes.ts';

/** What the trace costs: off, on, and on with ten subscribers. */
export const tracing: BenchCase = {
  says: 'The engine with its trace off, on, and on with 10 subscribers; ratios to off.',
  async run({ pods, events, rounds }) {
    const server = await startServer({ pods, events, set: 'shared' });
    const rows = { off: [] as Figures[], on: [] as Figures[], subscribers: [] as Figures[] };
    try {
      for (let round = 0; round <= rounds; round++) {
        for (const trace of ['off', 'on', 'subscribers'] as const) {
          const figures = await runClient<Figures>('engine', { port: server.port, pods, events, trace });
          if (round > 0) rows[trace].push(figures);
        }
      }
    } finally {
      server.stop();
    }
    const figures = Object.fromEntries(Object.entries(rows).map(([trace, figuresOf]) => [`${trace}EventsPerSecond`, medians(figuresOf).eventsPerSecond]));
    const ratios = {
      onSync: medianRatio(rows.on, rows.off, 'syncMs'),
      onEvents: medianRatio(rows.on, rows.off, 'eventsPerSecond'),
      onMemory: medianRatio(rows.on, rows.off, 'memoryMB'),
      subscribersEvents: medianRatio(rows.subscribers, rows.off, 'eventsPerSecond'),
    };
    return { figures, ratios, pass: ratios.onEvents >= 0.8 && ratios.subscribersEvents >= 0.7 };
  },
};
