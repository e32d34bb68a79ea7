import type { KubeObject } from '../kube/object.ts';
import type { ListOptions } from '../kube/listOptions.ts';
import { ApiError } from '../kube/status.ts';
import type { ListPage } from './listerWatcher.ts';
import { endlessList } from './reflectorErrors.ts';

/** client-go's default page (L-01). */
export const defaultPageSize = 500;

/** So many pages `eachListItem` reads ahead of whoever takes the items (L-01). */
const defaultReadAhead = 10;

/** No list has more; whoever goes on sending tokens does not mean to end. */
export const maxPages = 20_000;

/** A whole list, however many pages it came in. */
export interface PagedList {
  readonly items: readonly KubeObject[];
  /** Of the first page (L-04). */
  readonly resourceVersion: string;
  /** A continue token was followed, even if a full list was the end of it (L-07). */
  readonly paginated: boolean;
  readonly pages: number;
  readonly bytes: number;
}

/** What the pages before one have told. */
export interface PagesBefore {
  /** That they have brought. */
  readonly objects: number;
  /** That the last of them says are still to come; absent: it does not say. */
  readonly remaining?: number;
}

const noPages: PagesBefore = { objects: 0 };

/**
 * Reads a list page by page (client-go `pager.ListPager`). When the token of a later page has expired, one
 * full list at the version first asked for is the answer, whatever comes of it (L-06).
 * @param request is told what has come before
 * @param pageSize 0: no limit (L-02)
 */
export async function listPages(
  request: (options: ListOptions, before: PagesBefore) => Promise<ListPage>,
  options: ListOptions,
  pageSize: number,
): Promise<PagedList> {
  const { resourceVersion: _version, resourceVersionMatch: _match, ...unversioned } = options;
  let page = await request(pageSize > 0 ? { ...options, limit: pageSize } : options, noPages);
  const { resourceVersion } = page;
  let { bytes } = page;
  if (!page.continue) return { items: page.items, resourceVersion, paginated: false, pages: 1, bytes };

  const items = [...page.items];
  const tokens = new ContinueTokens();
  let pages = 1;
  while (page.continue) {
    tokens.follow(page.continue);
    try {
      page = await request({ ...unversioned, limit: pageSize, continue: page.continue }, pagesBefore(items.length, page));
    } catch (error) {
      if (!isExpiredToken(error)) throw error;
      const full = await request(options, noPages);
      return { items: full.items, resourceVersion: full.resourceVersion, paginated: true, pages: pages + 1, bytes: bytes + full.bytes };
    }
    for (const item of page.items) items.push(item);
    pages++;
    bytes += page.bytes;
  }
  return { items, resourceVersion, paginated: true, pages, bytes };
}

export interface EachListItemOptions {
  /** 0: no limit. */
  readonly pageSize?: number;
  /** Pages that may wait to be taken. */
  readonly readAhead?: number;
  readonly signal: AbortSignal;
}

/**
 * Hands a list's items out one by one while its next pages are being read (client-go `EachListItem`, L-08). Unlike
 * `listPages` it never falls back to a full list, and its later requests still name the version. An error of `take`
 * stops it at once.
 * @throws RangeError for a negative read-ahead; what a request or `take` throws; the signal's reason when it aborts
 */
export async function eachListItem(
  request: (options: ListOptions) => Promise<ListPage>,
  options: ListOptions,
  take: (item: KubeObject) => void | Promise<void>,
  { pageSize = defaultPageSize, readAhead = defaultReadAhead, signal }: EachListItemOptions,
): Promise<void> {
  if (readAhead < 0) throw new RangeError(`${readAhead} pages cannot be read ahead`);
  const stop = new AbortController();
  const pages = pagesOf(request, pageSize > 0 ? { ...options, limit: pageSize } : options, AbortSignal.any([signal, stop.signal]));
  try {
    for await (const { items } of aheadOf(pages, readAhead)) {
      for (const item of items) {
        signal.throwIfAborted();
        await take(item);
      }
    }
    signal.throwIfAborted();
  } finally {
    stop.abort();
  }
}

async function* pagesOf(request: (options: ListOptions) => Promise<ListPage>, options: ListOptions, signal: AbortSignal): AsyncGenerator<ListPage> {
  const tokens = new ContinueTokens();
  let page = await request(options);
  yield page;
  while (page.continue && !signal.aborted) {
    tokens.follow(page.continue);
    page = await request({ ...options, continue: page.continue });
    yield page;
  }
}

/** The same elements, of which `size` are asked for before they are needed. */
async function* aheadOf<T>(source: AsyncGenerator<T>, size: number): AsyncGenerator<T> {
  const asked: Promise<IteratorResult<T>>[] = [];
  for (;;) {
    while (asked.length <= size) {
      const next = source.next();
      // A failure is met when its turn comes.
      next.catch(() => undefined);
      asked.push(next);
    }
    const { done, value } = await asked.shift()!;
    if (done) return;
    yield value;
  }
}

/** A count that is none is not passed on: the server is not trusted. */
function pagesBefore(objects: number, { remainingItemCount: remaining }: ListPage): PagesBefore {
  return remaining !== undefined && Number.isSafeInteger(remaining) && remaining >= 0 ? { objects, remaining } : { objects };
}

/** The tokens of one list. Each must be new, and there must be an end of them: a server that is none may send the same page for ever. */
class ContinueTokens {
  readonly #seen = new Set<string>();

  /** @throws ReflectorError `EndlessList` */
  follow(token: string): void {
    const page = this.#seen.size + 1;
    if (this.#seen.has(token)) throw endlessList(`page ${page} names a continue token that a page before it has named`);
    if (page >= maxPages) throw endlessList(`after ${maxPages} pages there are more`);
    this.#seen.add(token);
  }
}

/** Reason `Expired` only; `Gone` is returned to the caller (L-06). */
function isExpiredToken(error: unknown): boolean {
  return ApiError.is(error) && error.reason === 'Expired';
}
