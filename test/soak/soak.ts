/**
 * `npm run soak [-- --events 1000000 --seed N]`: a long run with faults, without waiting. Says at each rest where it
 * stands; ends with status 1 when something was lost or the memory grew, 2 for a wrong argument.
 */
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { growthOf, megabytes, soak } from './soakRun.ts';

const rests = 20;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const { events, seed } = readArguments();
const started = performance.now();
const happened = await soak({
  events,
  seed,
  rests,
  heapBytes() {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  },
  onRest({ events: so, requests, watched, heapBytes, losses }) {
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(`${so} events, ${watched} or more of them watched, ${requests} requests, heap ${megabytes(heapBytes)}, ${seconds} s: ${losses.length === 0 ? 'nothing lost' : 'LOST'}`);
    for (const loss of losses) console.log(`  ${loss}`);
  },
});
const lost = happened.some(({ losses }) => losses.length > 0);
const growth = growthOf(happened);
console.log(`${events} events, seed ${seed}: ${lost ? 'something was lost' : 'nothing lost'}, ${growth ?? 'memory flat'}`);
process.exitCode = lost || growth ? 1 : 0;

function readArguments(): { readonly events: number; readonly seed: number } {
  try {
    const { values } = parseArgs({ options: { events: { type: 'string', default: '1000000' }, seed: { type: 'string', default: '1' } } });
    const given = { events: Number(values.events), seed: Number(values.seed) };
    if (given.events >= rests && Number.isInteger(given.seed)) return given;
    console.error(`--events must be ${rests} or more, --seed a whole number.`);
  } catch (error) {
    console.error((error as Error).message);
  }
  return process.exit(2);
}
