/**
 * `npm run soak [-- --events 1000000 --seed N]`: a long run with storms of faults, without waiting. Says at each rest where it stands; ends
 * with status 1 when something was lost, the memory grew, or too little was watched or went wrong, 2 for a wrong argument.
 */
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { growthOf, leastWatched, megabytes, percent, soak, untried } from './soakRun.ts';

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
    console.log(`${so} events, ${percent(Math.min(...Object.values(watched)))} or more watched, ${requests} requests, heap ${megabytes(heapBytes)}, ${seconds} s: ${losses.length === 0 ? 'nothing lost' : 'LOST'}`);
    for (const loss of losses) console.log(`  ${loss}`);
  },
});
const last = happened.at(-1)!;
const lost = happened.some(({ losses }) => losses.length > 0);
const growth = growthOf(happened);
// Each kind of fault comes about twice in 10,000 events.
const missed = untried(last, Math.floor(events / 10_000));
console.log(`watched: ${Object.entries(last.watched).map(([name, share]) => `${name} ${percent(share)}`).join('; ')} (at least ${percent(leastWatched)})`);
console.log(`faults: ${Object.entries(last.faults).map(([fault, count]) => `${fault} ${count}`).join(', ')}`);
for (const what of missed) console.log(`  ${what}`);
console.log(`${events} events, seed ${seed}: ${lost ? 'something was lost' : 'nothing lost'}, ${growth ?? 'memory flat'}, ${missed.length === 0 ? 'everything tried' : 'not everything tried'}`);
process.exitCode = lost || growth || missed.length > 0 ? 1 : 0;

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
