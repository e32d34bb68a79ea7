import { createHash } from 'node:crypto';
import { type FSWatcher, watch } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Disposable, toDisposable } from '../base/disposable.ts';
import type { WatchableFiles } from './fileWatch.ts';

/** More than any kubeconfig or certificate; of what is longer, the beginning is compared. */
const mostBytes = 10_000_000;

/** The files of this machine. Folders are watched, since editors put a new file in the place of the old one. Nothing is ever written. */
export const diskFiles: WatchableFiles = {
  watch(path, onEvent) {
    const own = watchFolder(dirname(path), onEvent);
    let end: Disposable | undefined;
    let disposed = false;
    // Of a link the end is elsewhere.
    const watchEnd = async (): Promise<void> => {
      const real = dirname(await realpath(path));
      if (!disposed && real !== dirname(path)) end = watchFolder(real, onEvent);
    };
    watchEnd().catch(() => undefined); // not there yet
    return toDisposable(() => {
      disposed = true;
      own.dispose();
      end?.dispose();
    });
  },

  async digest(path) {
    try {
      // A pipe gives what it has once, to whoever connects with it.
      if (!(await stat(path)).isFile()) return 'no file';
      const file = await open(path, 'r');
      try {
        const hash = createHash('sha256');
        for await (const chunk of file.createReadStream({ autoClose: false, end: mostBytes })) hash.update(chunk as Buffer);
        return hash.digest('hex');
      } finally {
        await file.close();
      }
    } catch (error) {
      return `unreadable: ${(error as NodeJS.ErrnoException).code ?? ''}`;
    }
  },
};

/** A folder that is not there yet is waited for in the nearest one above it that is. */
function watchFolder(folder: string, onEvent: () => void): Disposable {
  let watcher: FSWatcher | undefined;
  let disposed = false;
  const above = (): void => {
    const parent = dirname(folder);
    if (parent === folder) return;
    const outer = watchFolder(parent, () => {
      onEvent();
      if (disposed || watcher || !arm()) return;
      outer.dispose();
    });
    outers.push(outer);
  };
  const outers: Disposable[] = [];
  const arm = (): boolean => {
    try {
      watcher = watch(folder, { persistent: false }, onEvent);
      watcher.on('error', () => {
        // The folder has gone, or may not be watched any more: what is above it tells of it when it comes back.
        watcher?.close();
        watcher = undefined;
        if (!disposed) above();
      });
      return true;
    } catch {
      return false; // not there, or the machine watches too much already
    }
  };
  if (!arm()) above();
  return toDisposable(() => {
    disposed = true;
    watcher?.close();
    for (const outer of outers) outer.dispose();
  });
}
