import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Resolves when everything that nobody holds has been collected, and what was weakly held with it. */
export async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  // What was dereferenced is held to the end of this turn.
  await new Promise((resolve) => setImmediate(resolve));
  (runInNewContext('gc') as () => void)();
}
