import type { BenchCase } from '../benchCase.ts';
import { type Figures, medianRatio, medians, type ProcessorFigures } from '../figures.ts';
import { runRounds } from './rounds.ts';

/** What the trace costs: off, on, and on with ten subscribers. */
export const tracing: BenchCase = {
  says: 'The engine with its trace off, on, and on with 10 subscribers; ratios to off, in processor time.',
  async run({ pods, events, rounds }) {
    const rows = await runRounds<'off' | 'on' | 'subscribers', Figures & ProcessorFigures>({ pods, events, set: 'shared' }, rounds, {
      off: { client: 'engine', options: { trace: 'off' } },
      on: { client: 'engine', options: { trace: 'on' } },
      subscribers: { client: 'engine', options: { trace: 'subscribers' } },
    });
    const figures = Object.fromEntries(Object.entries(rows).map(([trace, figuresOf]) => [`${trace}EventsPerCpuSecond`, medians(figuresOf).eventsPerCpuSecond]));
    const ratios = {
      onSync: medianRatio(rows.on, rows.off, 'syncCpuMs'),
      onEvents: medianRatio(rows.on, rows.off, 'eventsPerCpuSecond'),
      onMemory: medianRatio(rows.on, rows.off, 'memoryMB'),
      subscribersEvents: medianRatio(rows.subscribers, rows.off, 'eventsPerCpuSecond'),
    };
    return { figures, ratios, pass: ratios.onEvents >= 0.8 && ratios.subscribersEvents >= 0.7 };
  },
};
