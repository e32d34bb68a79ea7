import type { BenchCase } from '../benchCase.ts';
import { type Figures, medianRatio, medians, type ProcessorFigures } from '../figures.ts';
import { runRounds } from './rounds.ts';

/** So long may it take to see how it was at an entry. */
const longestSeekMs = 300;

interface Row extends Figures, ProcessorFigures {
  readonly entries: number;
  readonly bytes: number;
  readonly limit: number;
  readonly seekMs: number;
  readonly meanSeekMs: number;
}

export const history: BenchCase = {
  says: 'A session with its recording, and without; ratios to without, in processor time. And how long it takes to go back to an entry, anywhere in the recording.',
  async run({ pods, events, rounds }) {
    const rows = await runRounds<'on' | 'off', Row>({ pods, events, set: 'shared' }, rounds, {
      off: { client: 'history', options: { trace: 'off' } },
      on: { client: 'history', options: { trace: 'on' } },
    });
    const { seekMs, meanSeekMs, memoryMB, longestBlockMs, entries, bytes, limit } = medians(rows.on);
    const ratios = {
      sync: medianRatio(rows.on, rows.off, 'syncCpuMs'),
      events: medianRatio(rows.on, rows.off, 'eventsPerCpuSecond'),
      memory: medianRatio(rows.on, rows.off, 'memoryMB'),
    };
    const figures = { seekMs, meanSeekMs, entries, recordedMB: bytes / 1e6, memoryMB, memoryWithoutMB: medians(rows.off).memoryMB, longestBlockMs };
    return { figures, ratios, pass: seekMs <= longestSeekMs && ratios.events >= 0.9 && bytes <= limit };
  },
};
