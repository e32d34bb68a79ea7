import type { KubeObject } from '../kube/object.ts';
import type { ListOptions } from '../kube/listOptions.ts';
import type { WatchEvent } from '../kube/watchEvent.ts';

/**
 * How a Reflector reaches the API server (client-go `ListerWatcher`). One instance stands for one
 * resource, one scope and one pair of selectors, which it adds to the options itself.
 */
export interface ListerWatcher {
  /** It cannot stream a list; a server that cannot is found out by asking it. */
  readonly watchListUnsupported?: boolean;

  /**
   * One page of a list. Items are raw JSON of the same shape as in watch events, with `kind` and
   * `apiVersion` filled in (T-15, T-16) and secrets masked.
   * @throws ApiError when the server refuses, ConnectionError when no usable answer came
   */
  list(options: ListOptions, signal: AbortSignal, observer?: RequestObserver): Promise<ListPage>;

  /**
   * Opens a watch; resolves when the server has accepted it.
   * @throws ApiError, ConnectionError as `list`
   */
  watch(options: ListOptions, signal: AbortSignal, observer?: RequestObserver): Promise<Watch>;
}

/** Hears what happens to a request besides its answer. */
export interface RequestObserver {
  /** The server has accepted the list, and its answer has begun. Whoever cannot tell says nothing; of a watch it is told by its being opened. */
  accepted(): void;

  /** The client's own rate limit holds it back for so long, from now on. */
  throttled(ms: number): void;

  /**
   * Metadata alone was asked for, and the server sends whole objects: they are reduced here. At most once a request.
   * @param got kind of what it sends: `PodList`, `Pod`
   */
  reduced(got: string): void;
}

export interface ListPage {
  /** `PodList`; `Table` and the like are refused by the Reflector. */
  readonly kind: string;
  /** Empty when the server gave none. */
  readonly resourceVersion: string;
  /** Token of the next page; empty or absent at the end. */
  readonly continue?: string;
  readonly remainingItemCount?: number;
  readonly items: readonly KubeObject[];
  /** Length of the body in bytes, decompressed. */
  readonly bytes: number;
}

/**
 * An open watch stream, read in batches: what one read of the socket brought. Nothing is read while
 * nobody asks, so a held Reflector holds the socket too.
 */
export interface Watch {
  /** When its last byte came, of an event or not, or else its head, on the session's clock; absent: nobody knows. */
  readonly heardAt?: number | undefined;

  /**
   * The next frames, at least one; undefined when the stream has ended as streams do (EOF, server
   * timeout, reset; T-03). What cannot be decoded arrives as an ERROR event.
   * @throws ConnectionError `silent` when no byte came for longer than bookmarks allow
   */
  next(): Promise<readonly WatchEvent[] | undefined>;

  /** Ends the stream and frees the socket; a pending `next` resolves to undefined. May be called again. */
  close(): void;
}
