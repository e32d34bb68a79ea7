import type { BenchOptions } from './benchArguments.ts';
import type { Numbers } from './figures.ts';

/** One thing that is measured by itself. */
export interface BenchCase {
  /** One line for people: what is measured against what. */
  readonly says: string;
  run(options: BenchOptions): Promise<CaseResult>;
}

export interface CaseResult {
  readonly figures: Numbers;
  readonly ratios: Numbers;
  /** The figures are what they are to be. */
  readonly pass: boolean;
}
