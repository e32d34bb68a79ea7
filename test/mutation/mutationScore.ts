/** The parts of Stryker's JSON report that are read here. Lines and columns count from 1. */
export interface MutationReport {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;
}

interface Mutant {
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'RuntimeError' | 'CompileError' | 'Ignored' | 'Pending';
  readonly location: { readonly start: Position; readonly end: Position };
}

interface Position {
  readonly line: number;
  readonly column: number;
}

export interface MutationScore {
  /** Found by a test that failed. */
  readonly killed: number;
  /** Found by a test that came to no end. */
  readonly timedOut: number;
  readonly survived: number;
  /** No test reaches them. */
  readonly notCovered: number;
  /** Left alone on purpose (`wording.ts`). */
  readonly ignored: number;
  /** Broke the run itself instead of a test: neither found nor missed. */
  readonly invalid: number;
}

/** What became of the mutants of one file, or of several. */
export function scoreOf(mutants: readonly Mutant[]): MutationScore {
  const count = (...statuses: readonly Mutant['status'][]): number => mutants.filter(({ status }) => statuses.includes(status)).length;
  return {
    killed: count('Killed'),
    timedOut: count('Timeout'),
    survived: count('Survived'),
    notCovered: count('NoCoverage'),
    ignored: count('Ignored'),
    invalid: count('RuntimeError', 'CompileError', 'Pending'),
  };
}

/** Percent of the mutants that were found; 100 where there is none to be found. */
export function percentage({ killed, timedOut, survived, notCovered }: MutationScore): number {
  const found = killed + timedOut;
  const all = found + survived + notCovered;
  return all === 0 ? 100 : (found / all) * 100;
}

/** One line for each mutant that no test has found: where it is, what stood there, and what took its place. */
export function missedIn({ files }: MutationReport): string[] {
  return Object.entries(files).flatMap(([name, { source, mutants }]) =>
    mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage').map((mutant) => describeMutant(name, source, mutant)),
  );
}

function describeMutant(name: string, source: string, { location: { start, end }, replacement = '', status, mutatorName }: Mutant): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  lines[last] = lines[last]!.slice(0, end.column - 1);
  lines[0] = lines[0]!.slice(start.column - 1);
  const uncovered = status === 'NoCoverage' ? ', which no test reaches' : '';
  return `${name}:${start.line}:${start.column}  ${inOneLine(lines.join('\n'))} → ${inOneLine(replacement)}  (${mutatorName}${uncovered})`;
}

const longest = 100;

function inOneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

/** The scores as a table, the total below. */
export function scoreTable({ files }: MutationReport): string {
  const width = Math.max(...Object.keys(files).map((name) => name.length), 5) + 2;
  const row = (name: string, score: MutationScore): string =>
    [
      name.padEnd(width),
      `${percentage(score).toFixed(1)} %`.padStart(8),
      ...[score.killed, score.timedOut, score.survived, score.notCovered, score.ignored, score.invalid].map((count) => String(count).padStart(columnWidth)),
    ].join('');
  const head = ['file'.padEnd(width), 'score'.padStart(8), ...['killed', 'timed out', 'survived', 'no test', 'ignored', 'invalid'].map((title) => title.padStart(columnWidth))].join('');
  const rows = Object.entries(files).toSorted(([one], [other]) => one.localeCompare(other));
  return [head, ...rows.map(([name, { mutants }]) => row(name, scoreOf(mutants))), row('total', totalOf({ files }))].join('\n');
}

const columnWidth = 11;

/** Of all files together. */
export function totalOf({ files }: MutationReport): MutationScore {
  return scoreOf(Object.values(files).flatMap(({ mutants }) => mutants));
}
