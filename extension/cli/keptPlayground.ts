import type { Logger } from '../base/logger.ts';
import { systemClock } from '../base/systemClock.ts';
import { builtInResources } from '../playground/registry/resources.ts';
import { storedObjectCheck } from '../playground/registry/storedObjectCheck.ts';
import { SnapshotError, type SnapshotErrorCode } from '../playground/storage/snapshotError.ts';
import { readSnapshot } from '../playground/storage/snapshotFile.ts';
import type { Snapshot } from '../playground/storage/snapshotFormat.ts';
import type { Storage } from '../playground/storage/storage.ts';
import { StorageKeeper } from '../playground/storage/storageKeeper.ts';
import { Failure } from './failure.ts';

/** What is left of an earlier playground, and where this one is kept. */
export interface KeptPlayground {
  readonly restored: Snapshot | undefined;
  /** Resolves when what the storage holds is kept; what it holds later is kept from then on. @throws Failure */
  keep(storage: Storage): Promise<void>;
  close(): Promise<void>;
}

const whatToDo: Readonly<Record<SnapshotErrorCode, string>> = {
  unreadable: 'Name a file that can be read.',
  notFile: 'Name a file, or one that is not there yet.',
  notSnapshot: 'Name a file that a playground has written, or one that is not there yet.',
  damaged: 'Remove it to begin anew, or take an older copy of it.',
  tooLarge: 'Name another file.',
  inUse: 'End that one first, or name another file.',
};

/** @throws Failure 2 for a file that cannot be taken up */
export async function openKept({ keep, load, logger }: { readonly keep: string | undefined; readonly load: string | undefined; readonly logger: Logger }): Promise<KeptPlayground> {
  const check = storedObjectCheck(builtInResources);
  try {
    if (keep !== undefined) return keeping(keep, await StorageKeeper.open({ file: keep, check, clock: systemClock, logger }));
    const restored = load === undefined ? undefined : (await readSnapshot(load, check)).snapshot;
    return { restored, keep: () => Promise.resolve(), close: () => Promise.resolve() };
  } catch (error) {
    if (!SnapshotError.is(error)) throw error;
    throw new Failure(2, `The cluster cannot be taken up from ${error.data.file}: ${error.message}. ${whatToDo[error.code]}`, { cause: error });
  }
}

function keeping(file: string, keeper: StorageKeeper): KeptPlayground {
  return {
    restored: keeper.restored,
    keep: async (storage) => {
      try {
        await keeper.keep(storage);
      } catch (error) {
        throw new Failure(2, `The cluster cannot be kept in ${file}: ${(error as Error).message}. Name another file with --keep.`, { cause: error });
      }
    },
    close: () => keeper.close(),
  };
}
