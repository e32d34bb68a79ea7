import type { BenchCase } from '../benchCase.ts';
import type { ClientOptions } from '../clients/clientOptions.ts';
import { medianRatio, medians, type Numbers } from '../figures.ts';
import { runClient } from '../processes.ts';

const manyWatchers = 50;
const manyPods = 150_000;

/** What is asked for: of processor time, of writes in a second of it, and of memory. */
const bars = { list: 1.5, watchers: 2, writes: 5_000, memoryMB: 1_500 };

interface ListRow {
  readonly serialiseMs: number;
  readonly firstMs: number;
  readonly againMs: number;
}

interface WatchersRow {
  readonly usPerWrite: number;
}

interface WritesRow {
  readonly writesPerSecond: number;
  readonly writesPerCpuSecond: number;
  readonly handledPerCpuSecond: number;
}

export const playground: BenchCase = {
  says:
    'The playground, asked over HTTPS from another process, in processor time of its own: a list of so many pods ÷ writing these as JSON once; a small write with 50 ' +
    'watchers ÷ with one; small writes a second, over HTTPS and without sockets; memory with 150,000 pods.',
  async run({ pods, events, rounds }) {
    const lists: ListRow[] = [];
    const one: WatchersRow[] = [];
    const many: WatchersRow[] = [];
    const writes: WritesRow[] = [];
    for (let round = 0; round < rounds; round++) {
      lists.push(await ask<ListRow>('playgroundList', { pods }));
      one.push(await ask<WatchersRow>('playgroundWatchers', { events, handlers: 1 }));
      many.push(await ask<WatchersRow>('playgroundWatchers', { events, handlers: manyWatchers }));
      writes.push(await ask<WritesRow>('playgroundWrites', { events }));
    }
    const memory = await ask<Numbers>('playgroundMemory', { pods: manyPods });
    const written = medians(writes);
    const ratios = {
      list: medianRatio(lists.map(({ againMs: ms }) => ({ ms })), lists.map(({ serialiseMs: ms }) => ({ ms })), 'ms'),
      firstList: medianRatio(lists.map(({ firstMs: ms }) => ({ ms })), lists.map(({ serialiseMs: ms }) => ({ ms })), 'ms'),
      watchers: medianRatio(many, one, 'usPerWrite'),
    };
    const pass = ratios.list <= bars.list && ratios.watchers < bars.watchers && written.handledPerCpuSecond >= bars.writes && memory['residentMB']! < bars.memoryMB;
    return { figures: { ...medians(lists), usPerWrite: medians(one).usPerWrite, ...written, ...memory }, ratios, pass };
  },
};

/** Each in a process of its own, so that nothing is left over from the one before. */
function ask<Row>(client: string, options: Partial<ClientOptions>): Promise<Row> {
  return runClient<Row>(client, { port: 0, pods: 1, events: 1, ...options });
}
