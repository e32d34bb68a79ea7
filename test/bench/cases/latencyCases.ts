import type { BenchCase } from '../benchCase.ts';
import { medians } from '../figures.ts';
import { bars } from '../standard.ts';
import { runRounds } from './rounds.ts';

interface Latency {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly longestBlockMs: number;
  readonly pauseMs: number;
}

/** What a person does not notice. */
const promptMs = 100;

export const latency: BenchCase = {
  says: 'From the write of an event on the server to the call of the handler, 200 a second; and from Pause to the first held step.',
  async run({ pods, rounds }) {
    const rows = await runRounds<'engine', Latency>({ pods, events: 600, set: 'shared' }, Math.min(rounds, 2), { engine: { client: 'latency', options: { rate: 200 } } });
    const figures = medians(rows.engine);
    return { figures, ratios: {}, pass: figures.p99Ms <= promptMs && figures.pauseMs <= promptMs };
  },
};

export const configmaps: BenchCase = {
  says: 'ConfigMaps of 1 MiB, of which one changes ten times a second; from the write to the call of the handler.',
  async run({ rounds }) {
    const rows = await runRounds<'engine', Latency>({ pods: 20, events: 50, set: 'large' }, Math.min(rounds, 2), { engine: { client: 'latency', options: { rate: 10 } } });
    const figures = medians(rows.engine);
    return { figures, ratios: {}, pass: figures.p99Ms <= promptMs && figures.longestBlockMs <= bars.longestBlockMs };
  },
};
