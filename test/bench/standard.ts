import { type Figures, medianRatio, medians, type ProcessorFigures } from './figures.ts';
import type { PodSet } from './pods.ts';
import { runClient, type Server, startServer } from './processes.ts';

/** Unless one says otherwise. */
export const standardPods = 20_000;

export interface Work {
  readonly pods: number;
  readonly events: number;
  readonly rounds: number;
}

export interface StandardResult {
  readonly floor: Figures;
  readonly clientNode: Figures;
  readonly engine: Figures;
  /** Of the engine to the floor: the median of the rounds' ratios. */
  readonly ratios: Ratios;
  readonly clientNodeRatios: Ratios;
  /** Of the engine to the floor in processor time, which holds on a busy machine, too. */
  readonly processorRatios: Omit<Ratios, 'memory'>;
}

type Row = Figures & ProcessorFigures;

export interface Ratios {
  readonly sync: number;
  readonly events: number;
  readonly memory: number;
}

/** The figures that are to be reached. */
export const bars = { sync: 1.15, events: 0.9, memory: 0.55, longestBlockMs: 50 } as const;

export function reachesBars({ engine, ratios }: Pick<StandardResult, 'engine' | 'ratios'>): boolean {
  return ratios.sync <= bars.sync && ratios.events >= bars.events && ratios.memory <= bars.memory && engine.longestBlockMs <= bars.longestBlockMs;
}

/** Floor, client-node and engine, each in its own process, in turn, round after round; the first round is left out. */
export async function runStandard(work: Work, set: PodSet): Promise<StandardResult> {
  const server = await startServer({ pods: work.pods, events: work.events, set });
  try {
    return await runRounds(work, server);
  } finally {
    server.stop();
  }
}

async function runRounds({ pods, events, rounds }: Work, { port }: Server): Promise<StandardResult> {
  const rows = { floor: [] as Row[], clientNode: [] as Row[], engine: [] as Row[] };
  for (let round = 0; round <= rounds; round++) {
    for (const name of ['floor', 'clientNode', 'engine'] as const) {
      const { objects, ...figures } = await runClient<Row & { readonly objects: number }>(name, { port, pods, events });
      if (objects !== pods) throw new Error(`${name} holds ${objects} objects instead of ${pods}`);
      if (round > 0) rows[name].push(figures);
    }
  }
  const ratiosOf = (over: readonly Row[]): Ratios => ({
    sync: medianRatio(over, rows.floor, 'syncMs'),
    events: medianRatio(over, rows.floor, 'eventsPerSecond'),
    memory: medianRatio(over, rows.floor, 'memoryMB'),
  });
  return {
    floor: pick(medians(rows.floor)),
    clientNode: pick(medians(rows.clientNode)),
    engine: pick(medians(rows.engine)),
    ratios: ratiosOf(rows.engine),
    clientNodeRatios: ratiosOf(rows.clientNode),
    processorRatios: { sync: medianRatio(rows.engine, rows.floor, 'syncCpuMs'), events: medianRatio(rows.engine, rows.floor, 'eventsPerCpuSecond') },
  };
}

function pick({ syncMs, eventsPerSecond, memoryMB, longestBlockMs }: Figures): Figures {
  return { syncMs, eventsPerSecond, memoryMB, longestBlockMs };
}
