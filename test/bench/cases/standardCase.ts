import type { BenchCase } from '../benchCase.ts';
import type { PodSet } from '../pods.ts';
import { reachesBars, runStandard } from '../standard.ts';
import { standardTable } from '../table.ts';

/** The standard work as a case, on pods that share much or nothing: of the engine with its ring of entries. What a session adds by recording is the case `history`. */
export function standardCase(set: PodSet): BenchCase {
  return {
    says: set === 'shared' ? 'The standard work, without a recording (see history): pods of one owner share labels, images and names of variables.' : 'The standard work, without a recording (see history), on pods that share nothing.',
    async run(options) {
      const result = await runStandard(options, set);
      console.log(standardTable(result));
      return { figures: { ...result.engine }, ratios: { ...result.ratios }, pass: reachesBars(result) };
    },
  };
}
