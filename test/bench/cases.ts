import type { BenchCase } from './benchCase.ts';
import { standardCase } from './cases/standardCase.ts';
import { tracing } from './cases/tracing.ts';

/** What can be asked for by name. */
export const cases: Readonly<Record<string, BenchCase>> = {
  standard: standardCase('shared'),
  distinct: standardCase('distinct'),
  tracing,
};
