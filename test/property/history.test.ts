import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { DivergenceError } from '../../extension/inspector/history/replay.ts';
import { givenSeed, propertyRuns } from '../support/seed.ts';
import { canonicalState, rebuiltState, stateHash } from '../support/stateHash.ts';
import { historyText } from '../support/historyFile.ts';
import { type HistoryVariant, runHistory } from '../support/historyRuns.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

/**
 * Whatever has happened to a session, any entry that is kept can be gone back to, and the state that is rebuilt there is the one that was: the hash that was taken
 * inside the probe, in the middle of whatever was under way.
 */

const variants: readonly HistoryVariant[] = [
  { clientGo: '1.32', queue: 'DeltaFIFO', resyncPeriodMs: 0, workQueue: {} },
  { clientGo: '1.32', queue: 'DeltaFIFO', resyncPeriodMs: 20_000, workQueue: { queue: 'fifo' } },
  { clientGo: '1.32', queue: 'RealFIFO', resyncPeriodMs: 20_000, workQueue: { queue: 'delaying' } },
  { clientGo: '1.36', queue: 'DeltaFIFO', resyncPeriodMs: 0, workQueue: { priority: true } },
  { clientGo: '1.36', queue: 'RealFIFO', resyncPeriodMs: 20_000, workQueue: { limiter: { type: 'exponential', baseDelay: 100, maxDelay: 5000 } } },
  { clientGo: '1.36', queue: 'atomic', resyncPeriodMs: 20_000, workQueue: { limiter: { type: 'bucket', qps: 2, burst: 3 } } },
  { clientGo: 'article', queue: 'DeltaFIFO', resyncPeriodMs: 20_000, workQueue: { priority: true, limiter: { type: 'fastSlow', fastDelay: 5, slowDelay: 500, maxFastAttempts: 2 } } },
];

/** `PROPERTY_RUNS` for more of them, `PROPERTY_SEED` for the one that failed. */
const runs = propertyRuns(6);

/** With them a resync comes at odd moments. */
const resyncSeeds = [106, 117, 200, 205];

describe('any entry can be gone back to', () => {
  it.each(variants)('client-go $clientGo, $queue, resync $resyncPeriodMs, work queue $workQueue', { timeout: 30_000 + 4000 * runs }, async (variant) => {
    const seeds = givenSeed === undefined ? Array.from({ length: runs }, (_, index) => Math.floor(index * 7919 + 13)) : [givenSeed];
    for (const seed of seeds) await check(seed, variant);
  });
});

describe('any entry can be gone back to, also where somebody has decided what becomes of events', () => {
  it.each(variants)('client-go $clientGo, $queue, resync $resyncPeriodMs, work queue $workQueue', { timeout: 30_000 + 4000 * runs }, async (variant) => {
    const seeds = givenSeed === undefined ? [...resyncSeeds, ...Array.from({ length: runs }, (_, index) => Math.floor(index * 6101 + 29))] : [givenSeed];
    const done = new Set<string>();
    for (const seed of seeds) for (const what of await check(seed, variant, { meddles: true })) done.add(what);
    if (givenSeed === undefined) expect([...done]).toEqual(expect.arrayContaining(['forge', 'skip', 'duplicate', 'delay', 'resync']));
  });
});

describe('in another process', () => {
  const files = temporaryFolder();
  it.each([variants[0]!, variants[4]!, variants[5]!])('the same states come of the file: client-go $clientGo, $queue', { timeout: 60_000 }, async (variant) => {
    const { session, clock, hashes } = await runHistory(20_261_130, variant, { recordingBytes: 64_000_000 });
    const file = await files.write('history.ndjson', historyText(session));
    const { newest } = session.history.extent;
    const every = Math.max(1, Math.floor(newest / 40));
    const { stdout } = await promisify(execFile)(process.execPath, [path.join(import.meta.dirname, '../support/rebuildHistory.ts'), file, String(every)]);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(30);
    expect(lines).toEqual(lines.map((line) => `${line.split(' ')[0]} ${hashes.get(Number(line.split(' ')[0]))}`));
    await Promise.all([session.close(), clock.settle(), clock.advance(100)]);
  });
});

/** @returns what was done to events */
async function check(seed: number, variant: HistoryVariant, options: Parameters<typeof runHistory>[2] = {}): Promise<readonly string[]> {
  const { session, clock, hashes, story } = await runHistory(seed, variant, options);
  const applied = [...session.tracer.entries()].flatMap((entry) => (entry.kind === 'whatif.applied' ? [entry.what] : []));
  const { oldest, newest } = session.history.extent;
  const told = `PROPERTY_SEED=${seed}\n${story.join(' ')}`;
  expect(hashes.size, told).toBe(newest);
  const step = Math.max(1, Math.floor((newest - oldest) / 25));
  for (let seq = oldest; seq <= newest; seq += step) {
    const going = session.history.goTo(seq, session.signal).catch((error: unknown) => error as Error);
    await clock.settle();
    const replay = await going;
    if (replay instanceof Error) throw new Error(`${told}\n${DivergenceError.is(replay) ? replay.message : String(replay.stack)}`);
    if (stateHash(rebuiltState(replay)) === hashes.get(seq)) continue;
    // What differs is seen best in the states themselves, of the same run once more.
    const again = await runHistory(seed, variant, { ...options, keepsState: seq });
    expect(JSON.parse(JSON.stringify(canonicalState(rebuiltState(replay)))), `${told}\nentry ${seq} (${session.tracer.at(seq)?.kind}) of ${oldest}…${newest}`).toEqual(again.states.get(seq));
    throw new Error(`${told}\nentry ${seq} was rebuilt otherwise than it was`);
  }
  await Promise.all([session.close(), clock.settle(), clock.advance(100)]);
  return applied;
}
