import type { ScriptStep } from './apiCall.ts';

/** How often a script is played again to make it shorter: some seconds. */
const mostTries = 60;

/**
 * A script that fails as well and is as short as can be had cheaply: what comes after the failure is left out, then ever smaller parts
 * of the rest. What later steps name of what was left out is replaced by something that is nothing.
 * @param failsAt the place of the first step at which a script fails; undefined when it does not
 */
export async function shortestScript(script: readonly ScriptStep[], failsAt: (script: readonly ScriptStep[]) => Promise<number | undefined>): Promise<readonly ScriptStep[]> {
  let shortest = script;
  let tries = 0;
  for (let part = Math.ceil(shortest.length / 2); part >= 1 && tries < mostTries; part = part === 1 ? 0 : Math.ceil(part / 2)) {
    for (let start = 0; start < shortest.length && tries < mostTries; ) {
      const shorter = shortest.toSpliced(start, part);
      tries++;
      const at = shorter.length > 0 ? await failsAt(shorter) : undefined;
      if (at === undefined) start += part;
      else shortest = shorter.slice(0, at + 1);
    }
  }
  return shortest;
}
