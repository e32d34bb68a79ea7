/** What one run of one client comes to. */
export interface Figures {
  /** From the first request to HasSynced. */
  readonly syncMs: number;
  /** From the first to the last call of the handler. */
  readonly eventsPerSecond: number;
  /** Heap and array buffers after a forced collection. */
  readonly memoryMB: number;
  readonly longestBlockMs: number;
}

/** The same times as the processor time of the one thread: what others do on the machine is not in them. */
export interface ProcessorFigures {
  readonly syncCpuMs: number;
  readonly eventsPerCpuSecond: number;
}

export type Numbers = Readonly<Record<string, number>>;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return Number.NaN;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Field by field over all rounds. */
export function medians<Row extends object>(rows: readonly Row[]): { [Field in keyof Row]: number } {
  const fields = Object.keys(rows[0] ?? {}) as (keyof Row)[];
  return Object.fromEntries(fields.map((field) => [field, rounded(median(rows.map((row) => Number(row[field]))))])) as { [Field in keyof Row]: number };
}

/** The median of the rounds' ratios; not the ratio of medians, for a round is slow as a whole. */
export function medianRatio<Row>(over: readonly Row[], under: readonly Row[], field: keyof Row): number {
  return rounded(median(over.map((row, round) => Number(row[field]) / Number(under[round]![field]))));
}

export function rounded(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 1000) / 1000;
}
