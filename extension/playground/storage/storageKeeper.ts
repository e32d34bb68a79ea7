import { Buffer } from 'node:buffer';
import { type FileHandle, open } from 'node:fs/promises';
import type { Clock } from '../../base/clock.ts';
import { messageOf } from '../../base/codedError.ts';
import { DisposableStore } from '../../base/disposable.ts';
import type { Logger } from '../../base/logger.ts';
import { lockFile } from './fileLock.ts';
import { type Draft, draftSnapshot, type ReadSnapshot, readSnapshot, snapshotPlace } from './snapshotFile.ts';
import { SnapshotError } from './snapshotError.ts';
import { type ObjectCheck, rewindLine, type Snapshot, snapshotOf, versionLine } from './snapshotFormat.ts';
import type { Storage } from './storage.ts';

/** A file is written anew when changes take as much of it as the snapshot that they follow, and at least this, in bytes. */
const worthRewriting = 16 * 1024 * 1024;

export interface StorageKeeperOptions {
  readonly file: string;
  readonly check: ObjectCheck;
  readonly clock: Clock;
  readonly logger: Logger;
  /** For tests: when to write it anew, in bytes of changes. */
  readonly rewriteAfter?: number;
}

/**
 * Keeps a storage in a file from one run to the next: what is committed is appended, line by line, so that ending takes no longer
 * than it takes to write the last lines. A process that is killed loses no more than those. Now and then the file is written anew,
 * without what is compacted by then, while changes go on being appended to the old one.
 */
export class StorageKeeper {
  /** What the file held; undefined where there was none. */
  readonly restored: Snapshot | undefined;
  readonly #options: StorageKeeperOptions;
  readonly #unlock: () => Promise<void>;
  #snapshotBytes: number;
  #changeBytes: number;
  #storage: Storage | undefined;
  readonly #changes = new DisposableStore();
  #handle: FileHandle | undefined;
  #lines: string[] = [];
  #writing: Promise<void> | undefined;
  #rewriting: Promise<void> | undefined;
  /** A new file, whole but for the lines since it was begun. */
  #draft: Draft | undefined;
  #sinceDraft: string[] | undefined;
  #failed = false;

  private constructor(options: StorageKeeperOptions, unlock: () => Promise<void>, read: ReadSnapshot | undefined) {
    this.#options = options;
    this.#unlock = unlock;
    this.restored = read?.snapshot;
    this.#snapshotBytes = read?.snapshotBytes ?? 0;
    this.#changeBytes = read ? read.bytes - read.snapshotBytes : 0;
  }

  /** @throws SnapshotError for a file that is there and cannot be taken up, or that another process keeps */
  static async open(options: StorageKeeperOptions): Promise<StorageKeeper> {
    const { check, clock } = options;
    const file = await snapshotPlace(options.file).catch(unreadable(options.file));
    const unlock = await lockFile(file, clock).catch(unreadable(file));
    try {
      const read = await readSnapshot(file, check).catch((error: unknown) => {
        if (SnapshotError.is(error, 'unreadable') && (error.cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return undefined;
        throw error;
      });
      return new StorageKeeper({ ...options, file }, unlock, read);
    } catch (error) {
      await unlock();
      throw error;
    }
  }

  /** Follows a storage that has taken up what was restored. Resolves when all that it holds is in the file. */
  async keep(storage: Storage): Promise<void> {
    this.#storage = storage;
    if (this.restored) {
      this.#handle = await open(this.#options.file, 'r+');
      const bytes = this.#snapshotBytes + this.#changeBytes;
      await this.#handle.truncate(bytes); // what was torn off
      await this.#handle.close();
      this.#handle = await open(this.#options.file, 'a');
      this.#follow(storage);
    } else {
      const drafted = draftSnapshot(this.#options.file, snapshotOf(storage));
      this.#sinceDraft = [];
      this.#follow(storage);
      this.#draft = await drafted;
      await this.#swap();
    }
  }

  /** Resolves when everything is in the file, and it is free for another process. */
  async close(): Promise<void> {
    this.#changes.dispose();
    // The last lines may have made it worth writing anew.
    while (this.#rewriting ?? this.#writing) await Promise.all([this.#rewriting, this.#writing]);
    await this.#draft?.discard();
    await this.#handle?.close();
    await this.#unlock();
  }

  #follow(storage: Storage): void {
    this.#changes.add(storage.onCommit(({ type, key, revision, current }) => this.#append(versionLine({ key, revision, stored: type === 'DELETED' ? undefined : current }))));
    this.#changes.add(storage.onRewind((revision) => this.#append(rewindLine(revision))));
  }

  #append(line: string): void {
    if (this.#failed) return;
    this.#sinceDraft?.push(line);
    if (!this.#handle) return; // the first file is still being written
    this.#lines.push(line);
    this.#writing ??= this.#write().finally(() => (this.#writing = undefined));
  }

  async #write(): Promise<void> {
    try {
      while (this.#lines.length > 0) {
        const text = this.#lines.splice(0).join('');
        await this.#handle!.appendFile(text);
        this.#changeBytes += Buffer.byteLength(text);
        if (this.#draft) await this.#swap();
        else if (this.#changeBytes > Math.max(this.#options.rewriteAfter ?? worthRewriting, this.#snapshotBytes)) this.#rewriting ??= this.#rewrite();
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  async #rewrite(): Promise<void> {
    try {
      this.#sinceDraft = [];
      this.#draft = await draftSnapshot(this.#options.file, snapshotOf(this.#storage!));
    } catch (error) {
      this.#sinceDraft = undefined;
      this.#options.logger.warn('keep', `${this.#options.file} cannot be written anew, and grows: ${(error as Error).message}`);
    } finally {
      this.#rewriting = undefined;
    }
  }

  /** The draft, with what came since it was begun, takes the place of the file. What waits to be written is in it. */
  async #swap(): Promise<void> {
    const draft = this.#draft!;
    const since = this.#sinceDraft!;
    const old = this.#handle;
    this.#draft = undefined;
    this.#changeBytes = 0;
    this.#snapshotBytes = draft.bytes;
    // Lines come while others are written; the last look and the change of hands are one step.
    for (let text = since.splice(0).join(''); text !== ''; text = since.splice(0).join('')) {
      await draft.handle.appendFile(text);
      this.#changeBytes += Buffer.byteLength(text);
    }
    this.#sinceDraft = undefined;
    this.#lines = [];
    this.#handle = draft.handle;
    await draft.publish();
    await old?.close();
  }

  #fail(error: unknown): void {
    this.#failed = true;
    this.#changes.dispose();
    this.#lines = [];
    this.#options.logger.error('keep', `${this.#options.file} cannot be written: what happens from now on is not kept`, error);
  }
}

/** Whatever went wrong with a file, told as a SnapshotError. */
function unreadable(file: string): (error: unknown) => never {
  return (error) => {
    throw SnapshotError.is(error) ? error : new SnapshotError('unreadable', messageOf(error), { file }, { cause: error });
  };
}
