import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { open, readdir, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readBounded } from '../../../extension/cluster/readBounded.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const folder = temporaryFolder();
const never = new AbortController().signal;

async function pipe(): Promise<string> {
  const path = join(await folder.path(), 'pipe');
  execFileSync('mkfifo', [path]);
  return path;
}

it('reads a file up to the bound, and none that is longer', async () => {
  const path = await folder.write('file', '12345');
  expect(String(await readBounded(path, 5, never))).toBe('12345');
  expect(await readBounded(path, 4, never)).toBeUndefined();
  expect(String(await readBounded(await folder.write('empty', ''), 4))).toBe('');
});

it('says why there is nothing to read', async () => {
  const path = await folder.path();
  await expect(readBounded(path, 5, never)).rejects.toMatchObject({ code: 'EISDIR' });
  await expect(readBounded(join(path, 'no'), 5)).rejects.toMatchObject({ code: 'ENOENT' });
});

it('does not begin when it is too late', async () => {
  await expect(readBounded(await folder.write('file', '1'), 5, AbortSignal.abort('late'))).rejects.toBe('late');
});

it.runIf(existsSync('/dev/zero'))('reads no device without end', async () => {
  expect(await readBounded('/dev/zero', 1000, never)).toBeUndefined();
});

describe.skipIf(process.platform === 'win32')('pipes', () => {
  it('are waited for, and read to their end', async () => {
    const path = await pipe();
    const reading = readBounded(path, 1_000_000, never);
    const writer = await open(path, 'w');
    await writer.write('a'.repeat(300_000));
    await writer.write('b');
    await writer.close();
    expect(await reading).toHaveLength(300_001);
  });

  it('that hold more than the bound are not', async () => {
    const path = await pipe();
    const reading = readBounded(path, 10, never);
    const writer = await open(path, 'w');
    await writer.write('a'.repeat(100));
    expect(await reading).toBeUndefined();
    await writer.close();
  });

  it('to which nobody writes hold no thread, and are given up at once', async () => {
    const path = await pipe();
    const stop = new AbortController();
    // More of them than this process has threads.
    const readings = Array.from({ length: 10 }, () => readBounded(path, 10, stop.signal).catch((error: unknown) => error));
    const file = join(await folder.path(), 'file');
    await writeFile(file, 'still read');
    expect(String(await readBounded(file, 10, never))).toBe('still read');
    stop.abort('enough');
    expect(await Promise.all(readings)).toEqual(readings.map(() => 'enough'));
    // Nothing of them is left open.
    if (process.platform === 'linux') await expect.poll(async () => (await openFiles()).includes(path), { interval: 5 }).toBe(false);
  });
});

async function openFiles(): Promise<string[]> {
  const numbers = await readdir('/proc/self/fd');
  return Promise.all(numbers.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
}
