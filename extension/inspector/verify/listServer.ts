import type { ListerWatcher, ListPage } from '../../informer/listerWatcher.ts';
import { defaultPageSize, eachListItem } from '../../informer/listPager.ts';
import { metaNamespaceKey } from '../../kube/key.ts';
import { isExpired } from '../../kube/status.ts';
import { identityOf, type Identity, type ServerState } from './cacheDifference.ts';

export interface ListedServer extends ServerState {
  readonly pages: number;
  /** Of the bodies, decompressed. */
  readonly bytes: number;
}

/** How far a list has come. `remaining` is the server's own estimate, where it gives one. */
export interface ListProgress {
  readonly objects: number;
  readonly remaining: number | undefined;
}

/** A list that takes longer than its token lives is begun anew once: then the server is too slow for its size. */
const attempts = 2;

/**
 * What the server has now: a list without a version, which is read from storage, in pages of one and the same state. Of each object no more is kept
 * than is compared. @throws what a request throws; the signal's reason when it aborts
 */
export async function listServer(listerWatcher: ListerWatcher, signal: AbortSignal, onProgress: (progress: ListProgress) => void): Promise<ListedServer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await listOnce(listerWatcher, signal, onProgress);
    } catch (error) {
      if (signal.aborted || !isExpired(error) || attempt >= attempts) throw error;
    }
  }
}

async function listOnce(listerWatcher: ListerWatcher, signal: AbortSignal, onProgress: (progress: ListProgress) => void): Promise<ListedServer> {
  const objects = new Map<string, Identity>();
  let first: ListPage | undefined;
  let pages = 0;
  let bytes = 0;
  let listed = 0;
  await eachListItem(
    async (options) => {
      const page = await listerWatcher.list(options, signal);
      first ??= page;
      pages++;
      bytes += page.bytes;
      listed += page.items.length;
      onProgress({ objects: listed, remaining: page.remainingItemCount });
      return page;
    },
    {},
    (object) => void objects.set(metaNamespaceKey(object), identityOf(object)),
    { pageSize: defaultPageSize, readAhead: 1, signal },
  );
  return { version: first?.resourceVersion ?? '', objects, pages, bytes };
}
