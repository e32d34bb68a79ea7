import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../../extension/base/systemClock.ts';
import { readSnapshot, writeSnapshot } from '../../../../extension/playground/storage/snapshotFile.ts';
import { SnapshotError } from '../../../../extension/playground/storage/snapshotError.ts';
import { type Snapshot, snapshotOf } from '../../../../extension/playground/storage/snapshotFormat.ts';
import { Storage } from '../../../../extension/playground/storage/storage.ts';
import { StorageKeeper } from '../../../../extension/playground/storage/storageKeeper.ts';
import { RecordingLogger } from '../../../support/recordingLogger.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

const folder = temporaryFolder();
const newFile = async (): Promise<string> => path.join(await folder.path(), 'storage');
const anything = (): undefined => undefined;

function put(storage: Storage, name: string, value = ''): void {
  storage.put(`/registry/configmaps/d/${name}`, { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name, namespace: 'd' }, data: { value } });
}

function stateOf(storage: Storage | Snapshot): unknown {
  const { revision, compacted, versions } = storage instanceof Storage ? snapshotOf(storage) : storage;
  // Of one key the versions follow each other; which key comes first is nothing.
  const byKey = Object.groupBy(versions, ({ key }) => key);
  return { revision, compacted, keys: Object.keys(byKey).toSorted().map((key) => byKey[key]!.map((version) => [key, version.revision, version.stored?.object])) };
}

function restoredFrom({ versions, revision, compacted }: Snapshot): Storage {
  const storage = new Storage();
  storage.restore(versions, revision, compacted);
  return storage;
}

function someHistory(): Storage {
  const storage = new Storage();
  for (const name of ['a', 'b', 'c']) put(storage, name);
  put(storage, 'a', '2');
  storage.compact(4);
  storage.delete('/registry/configmaps/d/b');
  put(storage, 'b', 'again');
  return storage;
}

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

async function keeperOf(file: string, options: Partial<Parameters<typeof StorageKeeper.open>[0]> = {}): Promise<StorageKeeper> {
  return StorageKeeper.open({ file, check: anything, clock: systemClock, logger: new RecordingLogger(), ...options });
}

describe('where a snapshot is written', () => {
  const bySnapshot = (file: string): Promise<unknown> => writeSnapshot(file, snapshotOf(someHistory()));
  const byKeeper = async (file: string): Promise<void> => {
    const keeper = await keeperOf(file);
    await keeper.keep(someHistory()).finally(() => keeper.close());
  };
  const ways = [['a snapshot', bySnapshot], ['a kept storage', byKeeper]] as const;

  it.each(ways)('%s takes the place of no pipe, device or folder', async (_what, write) => {
    const file = await newFile();
    execFileSync('mkfifo', [file]);
    const link = `${file}-link`;
    symlinkSync('/dev/null', link);
    for (const place of [file, path.dirname(file), link]) expect(await failure(write(place))).toMatchObject({ code: 'notFile', message: 'it is no regular file' });
    expect([lstatSync(file).isFIFO(), lstatSync(link).isSymbolicLink(), lstatSync('/dev/null').isCharacterDevice()]).toEqual([true, true, true]);
    expect(readdirSync(path.dirname(file)).toSorted()).toEqual(['storage', 'storage-link']);
  });

  it.each(ways)('%s is written where a link leads, whether something is there or not', async (_what, write) => {
    const file = await newFile();
    const link = `${file}-link`;
    symlinkSync('storage', link);
    await write(link);
    // Again, now that there is something.
    await bySnapshot(link);
    expect([lstatSync(link).isSymbolicLink(), lstatSync(file).isFile()]).toEqual([true, true]);
    expect(stateOf((await readSnapshot(file, anything)).snapshot)).toEqual(stateOf(someHistory()));
  });

  it('is locked there too: a link to it is no other file', async () => {
    const file = await newFile();
    symlinkSync('storage', `${file}-link`);
    const keeper = await keeperOf(`${file}-link`);
    expect(existsSync(`${file}.lock`)).toBe(true);
    await keeper.close();
  });

  it('a link that leads to itself is told, and stays', async () => {
    const file = await newFile();
    symlinkSync('storage', file);
    expect(await failure(bySnapshot(file))).toBeInstanceOf(Error);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
  });
});

describe('a snapshot file', () => {
  it('holds all that a storage remembers: revision, past, horizon; for its owner’s eyes only', async () => {
    const storage = someHistory();
    const file = await newFile();
    await writeSnapshot(file, snapshotOf(storage));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { snapshot } = await readSnapshot(file, anything);
    expect(stateOf(snapshot)).toEqual(stateOf(storage));
    const again = restoredFrom(snapshot);
    expect(stateOf(again)).toEqual(stateOf(storage));
    expect(again.range('/registry/', { revision: 5 })).toEqual(storage.range('/registry/', { revision: 5 }));
    expect(again.since('/registry/', 4).map(({ type, revision }) => [type, revision])).toEqual(storage.since('/registry/', 4).map(({ type, revision }) => [type, revision]));
    put(again, 'd');
    expect(again.revision).toBe(storage.revision + 1);
    expect(() => again.restore([], 5, 0)).toThrow();
  });

  it('replaces what was there as a whole, and leaves that alone when it cannot', async () => {
    const file = await newFile();
    writeFileSync(file, 'precious');
    const broken = { ...snapshotOf(someHistory()), versions: [{ key: 'x', revision: 1, get stored(): never { throw new Error('no more memory'); } }] };
    expect(await failure(writeSnapshot(file, broken))).toMatchObject({ message: 'no more memory' });
    expect(readFileSync(file, 'utf8')).toBe('precious');
    await writeSnapshot(file, snapshotOf(someHistory()));
    expect(readFileSync(file, 'utf8')).toMatch(/^\{"playgroundStorage":1,/);
    expect(readdirSync(path.dirname(file)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it.each([
    ['cannot be read', undefined, 'unreadable', /ENOENT/],
    ['is empty', '', 'notSnapshot', /ends after line 0/],
    ['is something else', 'hello\n', 'notSnapshot', /^line 1: it is not JSON$/],
    ['ends too early', '{"playgroundStorage":1,"revision":5,"compacted":0,"records":2}\n{"key":"/registry/a/b","revision":3}\n', 'damaged', /^it ends after line 2/],
    ['is torn within the snapshot', '{"playgroundStorage":1,"revision":5,"compacted":0,"records":1}\n{"key":"/regis', 'damaged', /^line 2: it is not JSON$/],
    ['has a change that cannot be', '{"playgroundStorage":1,"revision":5,"compacted":0,"records":0}\n{"key":"/registry/a/b","revision":3}\n', 'damaged', /^line 2: its revision is out of order$/],
  ] as const)('that %s: says so', async (_, text, code, message) => {
    const file = await newFile();
    if (text !== undefined) writeFileSync(file, text);
    const error = await failure(readSnapshot(file, anything));
    expect(SnapshotError.is(error, code) && error.message).toMatch(message);
    expect(SnapshotError.is(error) && error.data.file).toBe(file);
  });

  it('with a line without end is not read to its end', async () => {
    const file = await newFile();
    writeFileSync(file, '{"playgroundStorage":1,"revision":5,"compacted":0,"records":2}\n');
    for (let megabyte = 0; megabyte < 18; megabyte++) appendFileSync(file, 'x'.repeat(1024 * 1024));
    expect(await failure(readSnapshot(file, anything))).toMatchObject({ code: 'damaged', message: expect.stringMatching(/^a line has more than/) });
  });
});

describe('StorageKeeper', () => {
  it('keeps everything from one run to the next, whatever happened in either', async () => {
    const file = await newFile();
    let storage = someHistory();
    for (let run = 0; run < 4; run++) {
      const keeper = await keeperOf(file);
      expect(keeper.restored === undefined).toBe(run === 0);
      if (keeper.restored) {
        expect(stateOf(keeper.restored)).toEqual(stateOf(storage));
        storage = restoredFrom(keeper.restored);
      }
      await keeper.keep(storage);
      put(storage, `run-${run}`);
      put(storage, 'a', `of run ${run}`);
      storage.delete('/registry/configmaps/d/c');
      await keeper.close();
    }
    const { snapshot } = await readSnapshot(file, anything);
    expect(stateOf(snapshot)).toEqual(stateOf(storage));
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('keeps that everything was set back, also while the first file is written', async () => {
    for (const isEarly of [true, false]) {
      const file = await newFile();
      const storage = someHistory();
      const keeper = await keeperOf(file);
      const kept = keeper.keep(storage);
      if (!isEarly) await kept;
      put(storage, 'gone');
      storage.rewind(5);
      put(storage, 'after');
      await kept;
      await keeper.close();
      const again = await keeperOf(file);
      expect(stateOf(again.restored!)).toEqual(stateOf(storage));
      await again.close();
    }
  });

  it('misses nothing that is written while the first file is', async () => {
    const file = await newFile();
    const storage = new Storage();
    for (let index = 0; index < 3000; index++) put(storage, `p${index}`, 'x'.repeat(500));
    const keeper = await keeperOf(file);
    const kept = keeper.keep(storage);
    for (let turn = 0; turn < 20; turn++) {
      put(storage, `turn-${turn}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await kept;
    put(storage, 'last');
    await keeper.close();
    expect(stateOf((await readSnapshot(file, anything)).snapshot)).toEqual(stateOf(storage));
  });

  it('writes the file anew when changes have made it long, and misses nothing meanwhile', async () => {
    const file = await newFile();
    const storage = someHistory();
    const keeper = await keeperOf(file, { rewriteAfter: 5000 });
    await keeper.keep(storage);
    let longest = 0;
    for (let index = 0; index < 400; index++) {
      put(storage, 'a', `${index}${'x'.repeat(200)}`);
      storage.compact(storage.revision - 5);
      await new Promise((resolve) => setImmediate(resolve));
      longest = Math.max(longest, statSync(file).size);
    }
    await keeper.close();
    expect(longest).toBeLessThan(60_000); // 400 changes have 130,000 bytes
    const { snapshot } = await readSnapshot(file, anything);
    const restored = restoredFrom(snapshot);
    expect([restored.revision, restored.range('/registry/').items]).toEqual([storage.revision, storage.range('/registry/').items]);
    expect(readdirSync(path.dirname(file))).toEqual([path.basename(file)]);
  });

  it('drops the line that was torn when its process was killed, and appends behind what was whole', async () => {
    const file = await newFile();
    const storage = someHistory();
    const first = await keeperOf(file);
    await first.keep(storage);
    put(storage, 'whole');
    await first.close();
    appendFileSync(file, '{"key":"/registry/configmaps/d/torn","revi');
    const second = await keeperOf(file);
    const restored = restoredFrom(second.restored!);
    expect(stateOf(restored)).toEqual(stateOf(storage));
    await second.keep(restored);
    put(restored, 'next');
    await second.close();
    expect(stateOf((await readSnapshot(file, anything)).snapshot)).toEqual(stateOf(restored));
  });

  it('leaves a file alone that it cannot take up, and lets go of it', async () => {
    const file = await newFile();
    writeFileSync(file, 'precious');
    expect(await failure(keeperOf(file))).toMatchObject({ code: 'notSnapshot' });
    expect([readFileSync(file, 'utf8'), existsSync(`${file}.lock`)]).toEqual(['precious', false]);
  });

  it('waits until the process that keeps the file has ended, takes over from one that was killed, and in the end gives up', async () => {
    const file = await newFile();
    writeFileSync(`${file}.lock`, '999999999'); // no such process
    const keeper = await keeperOf(file);
    expect(readFileSync(`${file}.lock`, 'utf8')).toBe(String(process.pid));
    await keeper.keep(someHistory());
    await keeper.close();
    expect(existsSync(`${file}.lock`)).toBe(false);

    writeFileSync(`${file}.lock`, String(process.ppid));
    let now = 0;
    const hasty = { ...systemClock, now: () => now, setTimer: (ms: number, callback: () => void) => systemClock.setTimer(0, () => pass(ms, callback)) };
    const pass = (ms: number, callback: () => void): void => {
      now += ms;
      callback();
    };
    expect(await failure(keeperOf(file, { clock: hasty }))).toMatchObject({ code: 'inUse', message: `process ${process.ppid} keeps its storage there` });
    expect(now).toBeGreaterThanOrEqual(10_000);
    expect(readFileSync(`${file}.lock`, 'utf8')).toBe(String(process.ppid));
  });

  it('says once that it can no longer write, and holds nobody up', async () => {
    const file = await newFile();
    const logger = new RecordingLogger();
    const storage = someHistory();
    const keeper = await keeperOf(file, { logger });
    await keeper.keep(storage);
    const handle = await open(file, 'r');
    const full = vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'appendFile').mockRejectedValue(new Error('ENOSPC: no space left on device'));
    put(storage, 'x');
    put(storage, 'y');
    await new Promise((resolve) => setImmediate(resolve));
    put(storage, 'z');
    await keeper.close();
    full.mockRestore();
    await handle.close();
    expect(logger.lines.filter((text) => text.includes('is not kept'))).toHaveLength(1);
    expect(storage.read('/registry/configmaps/d/z')).toBeDefined();
  });
});
