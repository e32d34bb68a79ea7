import type { KubeObject } from '../kube/object.ts';
import type { ListOptions } from '../kube/listOptions.ts';
import { ApiError } from '../kube/status.ts';
import type { ListPage } from './listerWatcher.ts';

/** client-go's default page (L-01). */
export const defaultPageSize = 500;

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

/**
 * Reads a list page by page (client-go `pager.ListPager`). When the token of a later page has expired, one
 * full list at the version first asked for is the answer, whatever comes of it (L-06).
 * @param pageSize 0: no limit (L-02)
 */
export async function listPages(
  request: (options: ListOptions) => Promise<ListPage>,
  options: ListOptions,
  pageSize: number,
): Promise<PagedList> {
  const { resourceVersion: _version, resourceVersionMatch: _match, ...unversioned } = options;
  let page = await request(pageSize > 0 ? { ...options, limit: pageSize } : options);
  const { resourceVersion } = page;
  let { bytes } = page;
  if (!page.continue) return { items: page.items, resourceVersion, paginated: false, pages: 1, bytes };

  const items = [...page.items];
  let pages = 1;
  while (page.continue) {
    try {
      page = await request({ ...unversioned, limit: pageSize, continue: page.continue });
    } catch (error) {
      if (!isExpiredToken(error)) throw error;
      const full = await request(options);
      return { items: full.items, resourceVersion: full.resourceVersion, paginated: true, pages: pages + 1, bytes: bytes + full.bytes };
    }
    for (const item of page.items) items.push(item);
    pages++;
    bytes += page.bytes;
  }
  return { items, resourceVersion, paginated: true, pages, bytes };
}

/** Reason `Expired` only; `Gone` is returned to the caller (L-06). */
function isExpiredToken(error: unknown): boolean {
  return ApiError.is(error) && error.reason === 'Expired';
}
