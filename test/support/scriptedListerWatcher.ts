import type { ListerWatcher, ListPage, Watch } from '../../extension/informer/listerWatcher.ts';
import type { ListOptions } from '../../extension/kube/listOptions.ts';
import type { WatchEvent } from '../../extension/kube/watchEvent.ts';

/** A watch that the test feeds. */
export class ScriptedWatch implements Watch {
  readonly #batches: (readonly WatchEvent[])[] = [];
  #end: { readonly error?: unknown } | undefined;
  #wake: (() => void) | undefined;
  isClosed = false;

  /** One batch: what one read of the socket brings. */
  send(...events: WatchEvent[]): this {
    this.#batches.push(events);
    this.#wake?.();
    return this;
  }

  /** The server ends the stream, or the connection fails. */
  end(error?: unknown): this {
    this.#end = error === undefined ? {} : { error };
    this.#wake?.();
    return this;
  }

  async next(): Promise<readonly WatchEvent[] | undefined> {
    for (;;) {
      const batch = this.#batches.shift();
      if (batch) return batch;
      if (this.#end && 'error' in this.#end) throw this.#end.error;
      if (this.#end || this.isClosed) return undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  close(): void {
    this.isClosed = true;
    this.#batches.length = 0;
    this.#wake?.();
  }
}

type Answer<T> = T | Error | (() => T | Error | Promise<T>);

/**
 * A server of one resource that answers as the script says: the first list with the first answer, and so
 * on; the last answer holds for all that follow. Every request is kept.
 */
export class ScriptedListerWatcher implements ListerWatcher {
  readonly lists: ListOptions[] = [];
  readonly watches: ListOptions[] = [];
  /** The watches that were opened, oldest first. */
  readonly opened: ScriptedWatch[] = [];
  readonly #listAnswers: Answer<ListPage>[];
  readonly #watchAnswers: Answer<ScriptedWatch>[];

  constructor(lists: Answer<ListPage>[], watches: Answer<ScriptedWatch>[] = []) {
    this.#listAnswers = lists;
    this.#watchAnswers = watches;
  }

  async list(options: ListOptions, signal: AbortSignal): Promise<ListPage> {
    signal.throwIfAborted();
    this.lists.push(options);
    return answer(this.#listAnswers, this.lists.length - 1);
  }

  async watch(options: ListOptions, signal: AbortSignal): Promise<Watch> {
    signal.throwIfAborted();
    this.watches.push(options);
    const watch = this.watches.length > this.#watchAnswers.length ? new ScriptedWatch() : await answer(this.#watchAnswers, this.watches.length - 1);
    this.opened.push(watch);
    return watch;
  }

  /** The watch that was opened last. */
  get current(): ScriptedWatch {
    const watch = this.opened.at(-1);
    if (!watch) throw new Error('no watch has been opened');
    return watch;
  }
}

async function answer<T>(answers: Answer<T>[], index: number): Promise<T> {
  const given = answers[Math.min(index, answers.length - 1)];
  if (given === undefined) throw new Error('the script has no answer');
  const value = typeof given === 'function' ? await (given as () => T | Error | Promise<T>)() : given;
  if (value instanceof Error) throw value;
  return value;
}
