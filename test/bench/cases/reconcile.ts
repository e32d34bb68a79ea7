import type { BenchCase } from '../benchCase.ts';
import { medianRatio, medians } from '../figures.ts';
import { runRounds } from './rounds.ts';

const keys = 100_000;

/** A reconcile that a person would wait for takes more than this by far. */
const leastPerSecond = 20_000;
const leastRatio = 0.25;

export const reconcile: BenchCase = {
  says: '100,000 empty reconciles with 8 in flight, trace on: in a process of their own against the same in this one.',
  async run({ rounds }) {
    interface Throughput {
      readonly reconcilesPerSecond: number;
      /** Of the host's processor time alone. */
      readonly reconcilesPerCpuSecond: number;
      readonly memoryMB: number;
    }
    const rows = await runRounds<'here' | 'remote', Throughput>({ pods: 1, events: 1, set: 'shared' }, rounds, {
      here: { client: 'reconcile', options: { events: keys } },
      remote: { client: 'reconcile', options: { events: keys, remote: true } },
    });
    const [here, remote] = [medians(rows.here), medians(rows.remote)];
    const figures = {
      herePerSecond: here.reconcilesPerSecond,
      remotePerSecond: remote.reconcilesPerSecond,
      herePerCpuSecond: here.reconcilesPerCpuSecond,
      remotePerCpuSecond: remote.reconcilesPerCpuSecond,
    };
    const ratios = {
      remote: medianRatio(rows.remote, rows.here, 'reconcilesPerSecond'),
      remoteInCpuTime: medianRatio(rows.remote, rows.here, 'reconcilesPerCpuSecond'),
    };
    return { figures, ratios, pass: ratios.remote >= leastRatio && figures.remotePerSecond >= leastPerSecond };
  },
};
