import type { BenchCase } from '../benchCase.ts';
import type { PodSet } from '../pods.ts';
import { reachesBars, runStandard } from '../standard.ts';
import { standardTable } from '../table.ts';

/** The standard work as a case, on pods that share much or nothing. */
export function standardCase(set: PodSet): BenchCase {
  return {
    says: set === 'shared' ? 'The standard work: pods of one owner share labels, images and names of variables.' : 'The standard work on pods that share nothing.',
    async run(options) {
      const result = await runStandard(options, set);
      console.log(standardTable(result));
      return { figures: { ...result.engine }, ratios: { ...result.ratios }, pass: reachesBars(result) };
    },
  };
}
