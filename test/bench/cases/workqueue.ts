import type { BenchCase } from '../benchCase.ts';
import { medianRatio, medians } from '../figures.ts';
import { runRounds } from './rounds.ts';

const keys = 100_000;

export const workqueue: BenchCase = {
  says: '100,000 keys through the work queue with 1, 8 and 64 workers, trace on; ratios to one worker.',
  async run({ rounds }) {
    interface Throughput {
      readonly keysPerCpuSecond: number;
      readonly memoryMB: number;
    }
    const rows = await runRounds<'one' | 'eight' | 'sixtyFour', Throughput>({ pods: 1, events: 1, set: 'shared' }, rounds, {
      one: { client: 'workqueue', options: { handlers: 1, events: keys } },
      eight: { client: 'workqueue', options: { handlers: 8, events: keys } },
      sixtyFour: { client: 'workqueue', options: { handlers: 64, events: keys } },
    });
    const figures = Object.fromEntries(Object.entries(rows).map(([workers, row]) => [`${workers}KeysPerCpuSecond`, medians(row).keysPerCpuSecond]));
    const ratios = { eight: medianRatio(rows.eight, rows.one, 'keysPerCpuSecond'), sixtyFour: medianRatio(rows.sixtyFour, rows.one, 'keysPerCpuSecond') };
    // More workers are more loops that wait, not more work.
    return { figures, ratios, pass: ratios.eight >= 0.8 && ratios.sixtyFour >= 0.8 };
  },
};
