import { readFile, rm, writeFile } from 'node:fs/promises';
import { type Clock, sleep } from '../../base/clock.ts';
import { SnapshotError } from './snapshotError.ts';

const lookAgainMs = 100;
/** Who was told to end writes down what is left, and is soon done. */
const patienceMs = 10_000;

/**
 * Keeps two processes from keeping one file: a file beside it, with the number of the process in it. One that was killed and left
 * its own behind is not waited for.
 * @returns what gives it back
 * @throws SnapshotError inUse
 */
export async function lockFile(file: string, clock: Clock): Promise<() => Promise<void>> {
  const lock = `${file}.lock`;
  for (const until = clock.now() + patienceMs; ; ) {
    if (await create(lock)) return () => rm(lock, { force: true });
    const holder = await holderOf(lock);
    if (holder === undefined) continue;
    if (!isAlive(holder)) await rm(lock, { force: true });
    else if (clock.now() >= until) throw new SnapshotError('inUse', `process ${holder} keeps its storage there`, { file });
    else await sleep(clock, lookAgainMs);
  }
}

async function create(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Undefined when it has gone meanwhile. 0 for one that says nothing sensible. */
async function holderOf(lock: string): Promise<number | undefined> {
  try {
    const text = await readFile(lock, 'utf8');
    return /^\d{1,10}$/.test(text) ? Number(text) : 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  if (pid === 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
