import type { Numbers } from './figures.ts';
import type { Work } from './standard.ts';

/** One thing that is measured by itself. */
export interface BenchCase {
  /** One line for people: what is measured against what. */
  readonly says: string;
  /** On how many pods, unless one says otherwise; absent: as many as the standard work has. */
  readonly pods?: number;
  run(work: Work): Promise<CaseResult>;
}

export interface CaseResult {
  readonly figures: Numbers;
  readonly ratios: Numbers;
  /** The figures are what they are to be. */
  readonly pass: boolean;
}
