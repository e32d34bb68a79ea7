import { playgroundNodeFlags } from '../../../extension/inspector/playgroundFlags.ts';
import type { BenchCase } from '../benchCase.ts';
import type { ClientOptions } from '../clients/clientOptions.ts';
import { medianRatio, medians, type Numbers } from '../figures.ts';
import { runClient } from '../processes.ts';

const manyWatchers = 50;
const manyPods = 150_000;

/** What is asked for: of processor time, of writes in a second of it, and of memory. Over HTTPS Node alone takes its share, so there the bar is how many times that a write costs. */
const bars = { list: 1.5, watchers: 2, writes: 5_000, overHttps: 3, memoryMB: 1_500 };

interface ListRow {
  readonly serialiseMs: number;
  readonly firstMs: number;
  readonly againMs: number;
}

interface WatchersRow {
  readonly usPerWrite: number;
}

interface WritesRow {
  readonly usPerWrite: number;
  readonly writesPerSecond: number;
  readonly writesPerCpuSecond: number;
  readonly handledPerCpuSecond: number;
}

interface FloorRow {
  readonly usPerWrite: number;
  readonly floorPerSecond: number;
  readonly floorPerCpuSecond: number;
}

export const playground: BenchCase = {
  says:
    'The playground, asked over HTTPS from another process, in processor time of its own: a list of so many pods ÷ writing these as JSON once; a small write with 50 ' +
    'watchers ÷ with one; small writes a second, without sockets, and over HTTPS, where they are ÷ those of a bare server of Node that answers the same bytes; memory with 150,000 pods.',
  async run({ pods, events, rounds }) {
    const lists: ListRow[] = [];
    const one: WatchersRow[] = [];
    const many: WatchersRow[] = [];
    const writes: WritesRow[] = [];
    const floor: FloorRow[] = [];
    for (let round = 0; round < rounds; round++) {
      lists.push(await ask<ListRow>('playgroundList', { pods }));
      one.push(await ask<WatchersRow>('playgroundWatchers', { events, handlers: 1 }));
      many.push(await ask<WatchersRow>('playgroundWatchers', { events, handlers: manyWatchers }));
      floor.push(await ask<FloorRow>('httpsFloor', { events }));
      writes.push(await ask<WritesRow>('playgroundWrites', { events }));
    }
    const memory = await ask<Numbers>('playgroundMemory', { pods: manyPods });
    const { usPerWrite: _written, ...written } = medians(writes);
    const { usPerWrite: _floor, ...bare } = medians(floor);
    const ratios = {
      list: medianRatio(lists.map(({ againMs: ms }) => ({ ms })), lists.map(({ serialiseMs: ms }) => ({ ms })), 'ms'),
      firstList: medianRatio(lists.map(({ firstMs: ms }) => ({ ms })), lists.map(({ serialiseMs: ms }) => ({ ms })), 'ms'),
      watchers: medianRatio(many, one, 'usPerWrite'),
      overHttps: medianRatio(writes.map(({ usPerWrite: us }) => ({ us })), floor.map(({ usPerWrite: us }) => ({ us })), 'us'),
    };
    const writesPass = written.handledPerCpuSecond >= bars.writes && ratios.overHttps <= bars.overHttps;
    const pass = ratios.list <= bars.list && ratios.firstList <= bars.list && ratios.watchers < bars.watchers && writesPass && memory['residentMB']! < bars.memoryMB;
    return { figures: { ...medians(lists), usPerWrite: medians(one).usPerWrite, ...written, ...bare, ...memory }, ratios, pass };
  },
};

/** Each in a process of its own, so that nothing is left over from the one before. */
function ask<Row>(client: string, options: Partial<ClientOptions>): Promise<Row> {
  return runClient<Row>(client, { port: 0, pods: 1, events: 1, ...options }, playgroundNodeFlags);
}
