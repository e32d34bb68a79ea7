import { CodedError, messageOf } from '../../base/codedError.ts';
import type { ListerWatcher, ListPage, RequestObserver, Watch } from '../../informer/listerWatcher.ts';
import type { ListOptions } from '../../kube/listOptions.ts';
import { ApiError } from '../../kube/status.ts';
import type { WatchEvent } from '../../kube/watchEvent.ts';
import type { InputError, InputLine } from '../../trace/recording.ts';

export interface InputObserver {
  /** Session time. */
  now(): number;
  /** Absent: the input itself is not wanted. */
  readonly onInput?: (line: InputLine) => void;
  onSuccess(verb: 'list' | 'watch'): void;
  onFailure(verb: 'list' | 'watch', error: unknown): void;
}

/** Tells what passes between a Reflector and the server, and changes nothing of it. */
export class ObservedListerWatcher implements ListerWatcher {
  readonly #inner: ListerWatcher;
  readonly #observer: InputObserver;
  #watches = 0;

  constructor(inner: ListerWatcher, observer: InputObserver) {
    this.#inner = inner;
    this.#observer = observer;
  }

  get watchListUnsupported(): boolean {
    return this.#inner.watchListUnsupported ?? false;
  }

  async list(options: ListOptions, signal: AbortSignal, observer?: RequestObserver): Promise<ListPage> {
    try {
      const page = await this.#inner.list(options, signal, observer);
      this.#tell({ kind: 'input.list', t: this.#now(), options, page });
      this.#observer.onSuccess('list');
      return page;
    } catch (error) {
      if (!signal.aborted) {
        this.#tell({ kind: 'input.list', t: this.#now(), options, error: inputError(error) });
        this.#observer.onFailure('list', error);
      }
      throw error;
    }
  }

  async watch(options: ListOptions, signal: AbortSignal, observer?: RequestObserver): Promise<Watch> {
    const watch = ++this.#watches;
    try {
      const stream = await this.#inner.watch(options, signal, observer);
      this.#tell({ kind: 'input.watch', t: this.#now(), watch, options });
      this.#observer.onSuccess('watch');
      return this.#observer.onInput ? this.#observed(stream, watch) : stream;
    } catch (error) {
      if (!signal.aborted) {
        this.#tell({ kind: 'input.watch', t: this.#now(), watch, options, error: inputError(error) });
        this.#observer.onFailure('watch', error);
      }
      throw error;
    }
  }

  #observed(stream: Watch, watch: number): Watch {
    const next = async (): Promise<readonly WatchEvent[] | undefined> => {
      try {
        const events = await stream.next();
        const t = this.#now();
        this.#tell(events ? { kind: 'input.watch', t, watch, events } : { kind: 'input.watch', t, watch, closed: true });
        return events;
      } catch (error) {
        this.#tell({ kind: 'input.watch', t: this.#now(), watch, error: inputError(error) });
        throw error;
      }
    };
    return {
      next,
      close: () => stream.close(),
      get heardAt() {
        return stream.heardAt;
      },
    };
  }

  #now(): number {
    return Math.round(this.#observer.now() * 1000) / 1000;
  }

  #tell(line: InputLine): void {
    this.#observer.onInput?.(line);
  }
}

function inputError(error: unknown): InputError {
  if (!(error instanceof CodedError)) return { name: error instanceof Error ? error.name : 'Error', code: '', message: messageOf(error) };
  const { name, code, message } = error;
  if (!ApiError.is(error)) return { name, code, message };
  const { data, retryAfterSeconds, credentials } = error;
  return { name, code, message, data, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }), ...(credentials && { credentials }) };
}
