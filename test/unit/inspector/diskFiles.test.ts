import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import type { Disposable } from '../../../extension/base/disposable.ts';
import { systemClock } from '../../../extension/base/systemClock.ts';
import { diskFiles } from '../../../extension/inspector/diskFiles.ts';
import { FileWatch } from '../../../extension/inspector/fileWatch.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const folder = temporaryFolder();
const owned: Disposable[] = [];
const patience = { timeout: 25_000, interval: 20 };

afterEach(() => {
  for (const disposable of owned.splice(0)) disposable.dispose();
});

async function watching(...paths: string[]) {
  let changes = 0;
  const watch = new FileWatch({ files: diskFiles, clock: systemClock, onChange: () => void changes++ });
  owned.push(watch);
  await watch.watch(paths);
  let known = 0;
  // More than one where a machine is so slow that a file is seen half written.
  return async (): Promise<void> => {
    await vi.waitFor(() => expect(changes).toBeGreaterThan(known), patience);
    known = changes;
  };
}

it('sees a file that is written, replaced by another of its name as editors do, removed, and there again', { timeout: 120_000 }, async () => {
  const path = await folder.write('config', 'one');
  const changed = await watching(path);
  await writeFile(path, 'two');
  await changed();
  await writeFile(`${path}.new`, 'three');
  await rename(`${path}.new`, path);
  await changed();
  await rm(path);
  await changed();
  await writeFile(path, 'four');
  await changed();
});

it('sees a file come into being, with the folders in which it is', { timeout: 60_000 }, async () => {
  const path = join(await folder.path(), 'not', 'yet', 'config');
  const changed = await watching(path);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, 'one');
  await changed();
});

it.skipIf(process.platform === 'win32')('sees what happens at the end of a link', { timeout: 60_000 }, async () => {
  await mkdir(join(await folder.path(), 'dotfiles'));
  const real = await folder.write('dotfiles/config', 'one');
  const link = join(await folder.path(), 'link');
  await symlink(real, link);
  const changed = await watching(link);
  await writeFile(real, 'two');
  await changed();
});

it('K12: reads and writes nothing', async () => {
  const path = await folder.write('config', 'secret');
  const hash = async () => createHash('sha256').update(await readFile(path)).digest('hex');
  const before = await hash();
  await watching(path);
  expect(await diskFiles.digest(path)).toBe(before);
  expect(await hash()).toBe(before);
  expect(await diskFiles.digest(join(path, 'no'))).toMatch(/^unreadable: /);
});

it.skipIf(process.platform === 'win32')('looks into no pipe: what is in one is there once, for whoever connects with it', { timeout: 60_000 }, async () => {
  const pipe = join(await folder.path(), 'ca.crt');
  execFileSync('mkfifo', [pipe]);
  expect(await diskFiles.digest(pipe)).toBe('no file');
});
