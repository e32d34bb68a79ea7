import type { BenchCase } from '../benchCase.ts';
import { type Figures, medianRatio, medians, type ProcessorFigures } from '../figures.ts';
import { bars } from '../standard.ts';
import { runRounds } from './rounds.ts';

type Row = Figures & ProcessorFigures;

/** Parsing is most of what a relist costs, and the rest is five entries for each object. */
const longestRelist = 1.5;

export const relist: BenchCase = {
  says: 'The watch expires and unchanged objects are listed again, to the last pop; ratios to reading and parsing the list once more.',
  async run({ pods, rounds }) {
    interface Relist {
      readonly relistMs: number;
      readonly relistCpuMs: number;
      readonly longestBlockMs: number;
    }
    const rows = await runRounds<'floor' | 'engine', Relist>({ pods, events: 0, set: 'shared' }, rounds, {
      floor: { client: 'floor', options: {} },
      engine: { client: 'relist', options: {} },
    });
    const { relistMs, relistCpuMs, longestBlockMs } = medians(rows.engine);
    const ratios = { relist: medianRatio(rows.engine, rows.floor, 'relistMs'), relistCpu: medianRatio(rows.engine, rows.floor, 'relistCpuMs') };
    return { figures: { relistMs, relistCpuMs, longestBlockMs }, ratios, pass: ratios.relistCpu <= longestRelist && longestBlockMs <= bars.longestBlockMs };
  },
};

export const handlers: BenchCase = {
  says: '20 handlers on one informer; ratios to one handler, in processor time.',
  async run({ pods, events, rounds }) {
    const rows = await runRounds<'one' | 'twenty', Row>({ pods, events, set: 'shared' }, rounds, {
      one: { client: 'engine', options: { handlers: 1 } },
      twenty: { client: 'engine', options: { handlers: 20 } },
    });
    const ratios = {
      sync: medianRatio(rows.twenty, rows.one, 'syncCpuMs'),
      events: medianRatio(rows.twenty, rows.one, 'eventsPerCpuSecond'),
      memory: medianRatio(rows.twenty, rows.one, 'memoryMB'),
    };
    const { eventsPerCpuSecond, memoryMB, longestBlockMs } = medians(rows.twenty);
    // Twenty handlers are twenty entries of the trace for each event.
    return { figures: { eventsPerCpuSecond, memoryMB, longestBlockMs }, ratios, pass: ratios.events >= 0.4 && ratios.memory <= 1.1 };
  },
};

export const informers: BenchCase = {
  says: '200 informers that begin at once, with 100 objects each; ratio to one informer with as many objects, in processor time.',
  async run({ rounds }) {
    const many = { pods: 100, events: 200, set: 'shared' } as const;
    const manyRows = await runRounds<'many', Row>(many, rounds, { many: { client: 'informers', options: {} } });
    const oneRows = await runRounds<'one', Row>({ pods: 20_000, events: 1, set: 'shared' }, rounds, { one: { client: 'informers', options: {} } });
    const { syncMs, syncCpuMs, memoryMB, longestBlockMs } = medians(manyRows.many);
    const ratios = { sync: medianRatio(manyRows.many, oneRows.one, 'syncCpuMs'), memory: medianRatio(manyRows.many, oneRows.one, 'memoryMB') };
    return { figures: { syncMs, syncCpuMs, memoryMB, longestBlockMs }, ratios, pass: ratios.sync <= 1.5 && longestBlockMs <= bars.longestBlockMs };
  },
};

export const pods150k: BenchCase = {
  says: '150,000 pods: the memory, and the time to have them; ratios to the floor.',
  pods: 150_000,
  async run({ pods }) {
    const rows = await runRounds<'floor' | 'engine', Row>({ pods, events: 0, set: 'shared' }, 1, {
      floor: { client: 'floor', options: {} },
      engine: { client: 'engine', options: {} },
    });
    const { syncMs, memoryMB, longestBlockMs } = medians(rows.engine);
    const ratios = {
      sync: medianRatio(rows.engine, rows.floor, 'syncMs'),
      syncCpu: medianRatio(rows.engine, rows.floor, 'syncCpuMs'),
      memory: medianRatio(rows.engine, rows.floor, 'memoryMB'),
    };
    return { figures: { syncMs, memoryMB, longestBlockMs }, ratios, pass: ratios.memory <= bars.memory };
  },
};
