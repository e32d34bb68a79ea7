import { OnDemand } from '../../onDemand.ts';

/** The language of rules is as large as the rest of the playground: it is loaded when somebody brings a kind that has some. */
export const loadedRules = new OnDemand(async () => {
  const [{ checkRules, unheededRules }, { RuleProgram }] = await Promise.all([import('./checkRules.ts'), import('./ruleProgram.ts')]);
  return { checkRules, unheededRules, RuleProgram };
});
