import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';

/** Files, as far as is needed to see that they change. */
export interface WatchableFiles {
  /**
   * Calls back when something may have happened to the file: also when it comes into being, is replaced by another of its name, or is reached through a
   * link whose end changes. It may call back for nothing, or never, where a file system tells nothing.
   */
  watch(path: string, onEvent: () => void): Disposable;
  /** Two contents that differ have two digests; a file that cannot be read, or is not there, has one as well. Never rejects. */
  digest(path: string): Promise<string>;
}

export interface FileWatchOptions {
  readonly files: WatchableFiles;
  readonly clock: Clock;
  /** The content of one of the files is another one. */
  readonly onChange: () => void;
}

/** An editor writes a file in several steps; */
const settleMs = 300;

/** in a folder where something happens all the time, this long is waited at most. */
const mostSettleMs = 2000;

/** Some file systems tell nothing of changes: those of a network, or of Windows as seen from WSL. */
const lookMs = 30_000;

/**
 * Watches what stands in some files. What an event says of a file is not believed: contents are compared, so that one change is told once however it was made,
 * and a file that is written anew without a change is not told.
 */
export class FileWatch implements Disposable {
  readonly #options: FileWatchOptions;
  readonly #watchers = new Map<string, Disposable>();
  readonly #digests = new Map<string, string>();
  #timer: Disposable | undefined;
  /** When the first event came after which nothing has been compared. */
  #firstEvent: number | undefined;
  #look: Disposable | undefined;
  #disposed = false;

  constructor(options: FileWatchOptions) {
    this.#options = options;
  }

  /** From now on these are watched, and no others. Resolves when it is known what stands in them. */
  async watch(paths: readonly string[]): Promise<void> {
    const wanted = new Set(paths);
    for (const [path, watcher] of this.#watchers) {
      if (wanted.has(path)) continue;
      watcher.dispose();
      this.#watchers.delete(path);
      this.#digests.delete(path);
    }
    const { files } = this.#options;
    const added = [...wanted].filter((path) => !this.#watchers.has(path));
    for (const path of added) this.#watchers.set(path, files.watch(path, () => this.#settle()));
    this.#lookLater();
    await Promise.all(
      added.map(async (path) => {
        const digest = await files.digest(path);
        if (this.#watchers.has(path)) this.#digests.set(path, digest);
      }),
    );
  }

  dispose(): void {
    this.#disposed = true;
    this.#timer?.dispose();
    this.#look?.dispose();
    for (const watcher of this.#watchers.values()) watcher.dispose();
    this.#watchers.clear();
  }

  #settle(): void {
    if (this.#disposed) return;
    const { clock } = this.#options;
    this.#firstEvent ??= clock.now();
    const waited = clock.now() - this.#firstEvent;
    this.#timer?.dispose();
    this.#timer = clock.setTimer(Math.min(settleMs, mostSettleMs - waited), () => {
      this.#firstEvent = undefined;
      void this.#compare();
    });
  }

  #lookLater(): void {
    this.#look?.dispose();
    if (this.#disposed || this.#watchers.size === 0) return;
    this.#look = this.#options.clock.setTimer(lookMs, () => void this.#compare());
  }

  async #compare(): Promise<void> {
    const { files, onChange } = this.#options;
    let changed = false;
    await Promise.all(
      [...this.#digests].map(async ([path, before]) => {
        const now = await files.digest(path);
        if (now === before || this.#digests.get(path) !== before) return;
        this.#digests.set(path, now);
        changed = true;
      }),
    );
    if (this.#disposed) return;
    this.#lookLater();
    if (changed) onChange();
  }
}
