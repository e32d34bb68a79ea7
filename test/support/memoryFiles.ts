import { toDisposable } from '../../extension/base/disposable.ts';
import type { WatchableFiles } from '../../extension/inspector/fileWatch.ts';

/** Files that are not on any disk. Writing one tells whoever watches it, unless it is written in silence. */
export class MemoryFiles implements WatchableFiles {
  readonly #texts = new Map<string, string>();
  readonly #watchers = new Set<{ readonly path: string; readonly onEvent: () => void }>();

  /** How often something was looked at. */
  digests = 0;

  get watched(): string[] {
    return [...this.#watchers].map(({ path }) => path).toSorted();
  }

  write(path: string, text: string | undefined, { silently = false } = {}): void {
    if (text === undefined) this.#texts.delete(path);
    else this.#texts.set(path, text);
    if (!silently) this.touch(path);
  }

  /** Something happens to it, which need not be a change. */
  touch(path: string): void {
    for (const watcher of this.#watchers) if (watcher.path === path) watcher.onEvent();
  }

  readonly watch: WatchableFiles['watch'] = (path, onEvent) => {
    const watcher = { path, onEvent };
    this.#watchers.add(watcher);
    return toDisposable(() => this.#watchers.delete(watcher));
  };

  readonly digest: WatchableFiles['digest'] = (path) => {
    this.digests++;
    return Promise.resolve(this.#texts.get(path) ?? 'not there');
  };
}
