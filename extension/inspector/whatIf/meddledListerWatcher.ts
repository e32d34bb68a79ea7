import { type Disposable, toDisposable } from '../../base/disposable.ts';
import type { ListerWatcher, ListPage, RequestObserver, Watch } from '../../informer/listerWatcher.ts';
import type { ListOptions } from '../../kube/listOptions.ts';
import { ApiError } from '../../kube/status.ts';
import type { WatchEvent } from '../../kube/watchEvent.ts';
import type { Probe } from '../../trace/probe.ts';
import type { WhatIfAnswer } from './sessionWhatIf.ts';

const answers: { readonly [Code in WhatIfAnswer]: { readonly reason: string; readonly message: string } } = {
  410: { reason: 'Expired', message: 'too old resource version' },
  429: { reason: 'TooManyRequests', message: 'the server has received too many requests and has asked us to try again later' },
  500: { reason: 'InternalError', message: 'an error on the server has prevented the request from succeeding' },
};

/** A ListerWatcher whose server can be made to answer otherwise, and whose watch can be dropped. Each is told in the trace when it takes effect. */
export class MeddledListerWatcher implements ListerWatcher {
  readonly #informer: string;
  readonly #inner: ListerWatcher;
  readonly #probe: Probe;
  readonly #next: { readonly request: 'list' | 'watch'; readonly code: WhatIfAnswer }[] = [];
  #open: DroppableWatch | undefined;

  constructor(informer: string, inner: ListerWatcher, probe: Probe) {
    this.#informer = informer;
    this.#inner = inner;
    this.#probe = probe;
  }

  get watchListUnsupported(): boolean {
    return this.#inner.watchListUnsupported ?? false;
  }

  async list(options: ListOptions, signal: AbortSignal, observer?: RequestObserver): Promise<ListPage> {
    this.#answer('list');
    return this.#inner.list(options, signal, observer);
  }

  async watch(options: ListOptions, signal: AbortSignal, observer?: RequestObserver): Promise<Watch> {
    this.#answer('watch');
    const watch = new DroppableWatch(await this.#inner.watch(options, signal, observer));
    this.#open = watch;
    return watch;
  }

  /** The next such request is answered so, once. Disposing takes it back. */
  answerNext(request: 'list' | 'watch', code: WhatIfAnswer): Disposable {
    const next = { request, code };
    this.#next.push(next);
    return toDisposable(() => {
      const at = this.#next.indexOf(next);
      if (at >= 0) this.#next.splice(at, 1);
    });
  }

  /** The open watch ends as watches do. False when there is none. */
  dropWatch(): boolean {
    const watch = this.#open;
    this.#open = undefined;
    if (!watch?.isOpen) return false;
    this.#probe.record({ kind: 'whatif.applied', informer: this.#informer, what: 'dropWatch', detail: '' });
    watch.drop();
    return true;
  }

  /** @throws ApiError where an answer has been asked for */
  #answer(request: 'list' | 'watch'): void {
    const at = this.#next.findIndex((next) => next.request === request);
    if (at < 0) return;
    const [{ code } = { code: 500 as const }] = this.#next.splice(at, 1);
    const { reason, message } = answers[code];
    this.#probe.record({ kind: 'whatif.applied', informer: this.#informer, what: 'answer', detail: `${request} ${code}` });
    throw new ApiError({ kind: 'Status', code, reason, message: `${message} (this answer was made here)` });
  }
}

class DroppableWatch implements Watch {
  readonly #inner: Watch;
  #isOpen = true;

  constructor(inner: Watch) {
    this.#inner = inner;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get heardAt(): number | undefined {
    return this.#inner.heardAt;
  }

  async next(): Promise<readonly WatchEvent[] | undefined> {
    if (!this.#isOpen) return undefined;
    const batch = await this.#inner.next();
    // What came while it was being dropped comes again with the next watch, which begins where this one was.
    if (this.#isOpen && batch) return batch;
    this.#isOpen = false;
    return undefined;
  }

  drop(): void {
    this.#isOpen = false;
    this.#inner.close();
  }

  close(): void {
    this.drop();
  }
}
