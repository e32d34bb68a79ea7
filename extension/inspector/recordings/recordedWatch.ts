import type { Watch } from '../../informer/listerWatcher.ts';
import type { WatchEvent } from '../../kube/watchEvent.ts';

/** A watch that is fed with what was recorded, in the batches in which that came. */
export class RecordedWatch implements Watch {
  readonly #onClose: () => void;
  readonly #batches: (readonly WatchEvent[])[] = [];
  #end: { readonly error?: Error } | undefined;
  #wake: (() => void) | undefined;

  constructor(onClose: () => void) {
    this.#onClose = onClose;
  }

  send(events: readonly WatchEvent[]): void {
    if (this.#end || events.length === 0) return;
    this.#batches.push(events);
    this.#wake?.();
  }

  /** The stream ends once all has been read, as streams do or with an error. */
  end(error?: Error): void {
    this.#end ??= error ? { error } : {};
    this.#wake?.();
  }

  async next(): Promise<readonly WatchEvent[] | undefined> {
    for (;;) {
      const batch = this.#batches.shift();
      if (batch) return batch;
      if (this.#end?.error) throw this.#end.error;
      if (this.#end) return undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  close(): void {
    this.#batches.length = 0;
    this.#end = {};
    this.#onClose();
    this.#wake?.();
  }
}
