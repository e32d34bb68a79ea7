import type { ListerWatcher, ListPage, Watch } from '../../informer/listerWatcher.ts';
import { metaNamespaceKey } from '../../kube/key.ts';
import type { ListOptions } from '../../kube/listOptions.ts';
import { hasMetadata, isRecord, type KubeObject } from '../../kube/object.ts';
import { ApiError } from '../../kube/status.ts';
import { initialEventsEndAnnotation, type WatchEvent } from '../../kube/watchEvent.ts';
import type { ListInput, WatchInput } from '../../trace/recording.ts';
import { recordedError } from './recordedError.ts';
import { RecordedState } from './recordedState.ts';
import { RecordedWatch } from './recordedWatch.ts';

/** A request that waits for what was recorded. */
interface Waiting {
  readonly verb: 'list' | 'watch';
  readonly go: () => void;
  readonly fail: (error: Error) => void;
}

/**
 * The server of a recording, for one informer: it is told line by line what the real one showed, and answers from what is known at that
 * moment. Requests need not be those that were recorded: lists are put together anew, in pages of any size, and a watch begins where it is
 * asked to. Where nothing is known, before the first list, or between the end of a watch and what followed it, a request waits for
 * what was recorded next, and fails with it where that was a failure.
 */
export class RecordedServer implements ListerWatcher {
  readonly #address: string;
  readonly #kind: string;
  readonly #state: RecordedState;
  readonly #waiting = new Set<Waiting>();
  readonly #watches = new Set<RecordedWatch>();
  /** Objects of a list of which more pages are to come, and of a streamed one without its end. */
  #pages: KubeObject[] | undefined;
  #streamed: Map<string, KubeObject> | undefined;
  /** What is known is what the server has now. */
  #isFresh = false;
  #listBytes = 0;
  readonly #rests = new Map<string, Snapshot>();

  /**
   * @param kind of the objects: `Pod`
   * @param isAsked false: it only gathers what there is in the end
   */
  constructor({ address, kind, isAsked = true }: { readonly address: string; readonly kind: string; readonly isAsked?: boolean }) {
    this.#address = address;
    this.#state = new RecordedState({ keepsChanges: isAsked });
    this.#kind = kind;
  }

  /** What the real server showed next. */
  tell(line: ListInput | WatchInput): void {
    if (line.kind === 'input.list') this.#tellList(line);
    else this.#tellWatch(line);
  }

  /** All that is known, as a list; undefined where nothing is. */
  snapshot(): ListPage | undefined {
    const { isKnown, version: resourceVersion, objects: items } = this.#state;
    return isKnown ? { kind: `${kindIn(items) ?? this.#kind}List`, resourceVersion, items, bytes: 0 } : undefined;
  }

  async list(options: ListOptions, signal: AbortSignal): Promise<ListPage> {
    if (options.continue !== undefined && options.continue !== '') return this.#rest(options);
    await this.#known('list', signal);
    const { version: resourceVersion, objects: items } = this.#state;
    const limit = options.resourceVersion === '0' ? 0 : (options.limit ?? 0);
    return this.#page({ items, resourceVersion }, limit, this.#listBytes);
  }

  async watch({ resourceVersion = '', sendInitialEvents = false }: ListOptions, signal: AbortSignal): Promise<Watch> {
    await this.#known('watch', signal);
    const watch = new RecordedWatch(() => this.#watches.delete(watch));
    if (sendInitialEvents || resourceVersion === '' || resourceVersion === '0') {
      watch.send(sendInitialEvents ? [...this.#state.asEvents(), this.#state.initialEventsEnd()] : this.#state.asEvents());
    } else {
      const missed = this.#state.since(resourceVersion);
      if (!missed) {
        watch.send([{ type: 'ERROR', object: { kind: 'Status', status: 'Failure', code: 410, reason: 'Expired', message: `too old resource version: ${resourceVersion}` } }]);
        watch.end();
        return watch;
      }
      watch.send(missed);
    }
    this.#watches.add(watch);
    return watch;
  }

  #tellList({ options, page, error }: ListInput): void {
    if (error) {
      this.#pages = undefined;
      this.#fail('list', recordedError(error, this.#address));
    }
    // A list of one version is asked for to compare a streamed one with it.
    if (!page || (options as ListOptions).resourceVersionMatch === 'Exact') return;
    const isFirst = !(options as ListOptions).continue;
    if (isFirst) this.#listBytes = 0;
    const objects = isFirst ? [] : this.#pages;
    // The end of a list whose beginning is missing tells nothing of the rest.
    if (!objects) return;
    for (const item of page.items) if (isKeyed(item)) objects.push(item);
    this.#listBytes += page.bytes;
    this.#pages = page.continue ? objects : undefined;
    if (!page.continue) this.#replace(objects, page.resourceVersion);
  }

  #tellWatch({ options, events, closed, error }: WatchInput): void {
    if (options) this.#tellOpened(options, error && recordedError(error, this.#address));
    else if (error) this.#end(recordedError(error, this.#address));
    if (events) this.#tellEvents(events);
    if (closed) this.#end();
  }

  #tellOpened({ sendInitialEvents, resourceVersion = '' }: ListOptions, error: Error | undefined): void {
    if (error) return this.#fail('watch', error);
    this.#streamed = sendInitialEvents ? new Map() : undefined;
    if (this.#streamed) return undefined;
    // What was there at first comes as events.
    if (!this.#state.isKnown && (resourceVersion === '' || resourceVersion === '0')) this.#state.replace([], '0');
    if (this.#state.isKnown) this.#fresh();
    return undefined;
  }

  #tellEvents(events: readonly WatchEvent[]): void {
    const rest = this.#streamed ? this.#gather(this.#streamed, events) : events;
    if (rest.length === 0 || !this.#state.isKnown) return;
    this.#state.apply(rest.filter(({ object }) => !hasMetadata(object) || isKeyed(object)));
    for (const watch of this.#watches) watch.send(rest);
  }

  /** Takes what belongs to a streamed list. @returns what comes after its end */
  #gather(streamed: Map<string, KubeObject>, events: readonly WatchEvent[]): readonly WatchEvent[] {
    for (const [index, { type, object }] of events.entries()) {
      if (type === 'ERROR') this.#fail('watch', ApiError.fromObject(object));
      if (!hasMetadata(object)) continue;
      if (type === 'BOOKMARK' && object.metadata.annotations?.[initialEventsEndAnnotation] === 'true') {
        this.#streamed = undefined;
        this.#listBytes = 0;
        this.#replace([...streamed.values()], object.metadata.resourceVersion ?? '');
        return events.slice(index + 1);
      }
      if (type === 'BOOKMARK' || !isKeyed(object)) continue;
      if (type === 'DELETED') streamed.delete(metaNamespaceKey(object));
      else streamed.set(metaNamespaceKey(object), object);
    }
    return [];
  }

  #replace(objects: readonly KubeObject[], version: string): void {
    const changes = this.#state.replace(objects, version);
    // Whoever went on watching, while who was recorded did not, is told what that one has found.
    for (const watch of this.#watches) watch.send(changes);
    this.#fresh();
  }

  #fresh(): void {
    this.#isFresh = true;
    for (const { go } of this.#waiting) go();
    this.#waiting.clear();
  }

  #fail(verb: Waiting['verb'], error: Error): void {
    for (const waiting of [...this.#waiting].filter((each) => each.verb === verb)) {
      this.#waiting.delete(waiting);
      waiting.fail(error);
    }
  }

  #end(error?: Error): void {
    this.#isFresh = false;
    this.#streamed = undefined;
    for (const watch of this.#watches) watch.end(error);
    this.#watches.clear();
  }

  /** @throws what was recorded next, or the signal's reason */
  async #known(verb: Waiting['verb'], signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#isFresh) return;
    const { promise, resolve: go, reject: fail } = Promise.withResolvers<void>();
    const waiting: Waiting = { verb, go, fail };
    const onAbort = (): void => {
      this.#waiting.delete(waiting);
      fail(signal.reason as Error);
    };
    this.#waiting.add(waiting);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      await promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  #page({ items, resourceVersion }: Snapshot, limit: number, bytes: number): ListPage {
    const page = { kind: `${this.#kind}List`, resourceVersion, items: limit > 0 ? items.slice(0, limit) : items, bytes };
    if (page.items.length === items.length) return page;
    const token = `recorded-${this.#rests.size + 1}`;
    this.#rests.set(token, { items: items.slice(limit), resourceVersion });
    return { ...page, continue: token, remainingItemCount: items.length - limit };
  }

  #rest(options: ListOptions): ListPage {
    const snapshot = this.#rests.get(options.continue!);
    if (!snapshot) throw new ApiError({ code: 410, reason: 'Expired', message: 'The provided continue parameter is too old' });
    return this.#page(snapshot, options.limit ?? 0, 0);
  }
}

function kindIn([first]: readonly KubeObject[]): string | undefined {
  return first?.kind;
}

interface Snapshot {
  readonly items: readonly KubeObject[];
  readonly resourceVersion: string;
}

/** It can be told from others: a recording may hold anything. */
function isKeyed(object: unknown): object is KubeObject {
  if (!hasMetadata(object)) return false;
  const { name, namespace = '', resourceVersion = '' } = object.metadata as Readonly<Record<string, unknown>>;
  return typeof name === 'string' && typeof namespace === 'string' && typeof resourceVersion === 'string' && isRecord(object);
}
