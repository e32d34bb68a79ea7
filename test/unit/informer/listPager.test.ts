import { describe, expect, it } from 'vitest';
import { eachListItem, listPages, maxPages } from '../../../extension/informer/listPager.ts';
import type { ListPage } from '../../../extension/informer/listerWatcher.ts';
import type { ListOptions } from '../../../extension/kube/listOptions.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';
import { ApiError } from '../../../extension/kube/status.ts';
import { page, pod } from '../../support/objects.ts';

function server(...answers: (ListPage | Error)[]): { request: (options: ListOptions) => Promise<ListPage>; asked: ListOptions[] } {
  const asked: ListOptions[] = [];
  return {
    asked,
    async request(options) {
      asked.push(options);
      const answer = answers[asked.length - 1]!;
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
}

const expired = new ApiError({ code: 410, reason: 'Expired' });

describe('listPages', () => {
  it('L-02: the page size becomes the limit; 0 means none', async () => {
    const { request, asked } = server(page(1), page(1));
    await listPages(request, { resourceVersion: '0' }, 500);
    await listPages(request, { resourceVersion: '7' }, 0);
    expect(asked).toEqual([{ resourceVersion: '0', limit: 500 }, { resourceVersion: '7' }]);
  });

  it('L-03: a first page without a token is the list itself', async () => {
    const first = page(3, [pod('a', 1)]);
    const list = await listPages(server(first).request, {}, 500);
    expect(list.items).toBe(first.items);
    expect(list).toMatchObject({ resourceVersion: '3', paginated: false, pages: 1, bytes: 100 });
  });

  it('L-04, L-05, L-07: pages are joined under the first version; a token goes without one', async () => {
    const { request, asked } = server(
      page(3, [pod('a', 1)], { continue: 'x' }),
      page(4, [pod('b', 2)], { continue: 'y' }),
      page(5, [pod('c', 3)]),
    );
    const list = await listPages(request, { resourceVersion: '0', resourceVersionMatch: 'NotOlderThan', labelSelector: 'l' }, 1);
    expect(list.items.map(({ metadata }) => metadata.name)).toEqual(['a', 'b', 'c']);
    expect(list).toMatchObject({ resourceVersion: '3', paginated: true, pages: 3, bytes: 300 });
    expect(asked.slice(1)).toEqual([
      { labelSelector: 'l', limit: 1, continue: 'x' },
      { labelSelector: 'l', limit: 1, continue: 'y' },
    ]);
  });

  it('L-06, L-07: an expired token leads to one full list as it was first asked for', async () => {
    const { request, asked } = server(page(3, [pod('a', 1)], { continue: 'x' }), expired, page(9, [pod('b', 2)]));
    const list = await listPages(request, { resourceVersion: '0' }, 1);
    expect(list.items.map(({ metadata }) => metadata.name)).toEqual(['b']);
    expect(list).toMatchObject({ resourceVersion: '9', paginated: true, pages: 2, bytes: 200 });
    expect(asked[2]).toEqual({ resourceVersion: '0' });
  });

  it('L-06: its outcome is final; Gone, and anything on the first page, is returned', async () => {
    const gone = new ApiError({ code: 410, reason: 'Gone' });
    const refused = new ApiError({ code: 403, reason: 'Forbidden' });
    const first = page(3, [pod('a', 1)], { continue: 'x' });
    await expect(listPages(server(expired).request, {}, 1)).rejects.toBe(expired);
    await expect(listPages(server(first, gone).request, {}, 1)).rejects.toBe(gone);
    await expect(listPages(server(first, expired, refused).request, {}, 1)).rejects.toBe(refused);
  });
});

describe('a list that does not end', () => {
  const signal = new AbortController().signal;
  const each = (request: (options: ListOptions) => Promise<ListPage>): Promise<void> => eachListItem(request, {}, () => undefined, { pageSize: 1, readAhead: 0, signal });

  it.each([
    ['the same token again', ['x'], 2],
    ['a token of some pages before', ['x', 'y', 'z'], 4],
  ])('%s is refused, in words', async (_name, tokens, pages) => {
    const message = `the list does not end: page ${pages} names a continue token that a page before it has named`;
    for (const read of [(request: (options: ListOptions) => Promise<ListPage>) => listPages(request, {}, 1), each]) {
      let asked = 0;
      const endless = async (_options: ListOptions): Promise<ListPage> => page(3, [pod('a', 1)], { continue: tokens[asked++ % tokens.length]! });
      await expect(read(endless)).rejects.toMatchObject({ code: 'EndlessList', message });
      expect(asked).toBe(pages);
    }
  });

  it('more pages than any list has are refused, whatever their tokens', async () => {
    for (const read of [(request: (options: ListOptions) => Promise<ListPage>) => listPages(request, {}, 1), each]) {
      let asked = 0;
      const endless = async (): Promise<ListPage> => page(3, [], { continue: `t${asked++}` });
      await expect(read(endless)).rejects.toMatchObject({ code: 'EndlessList', message: 'the list does not end: after 20000 pages there are more' });
      expect(asked).toBe(maxPages);
    }
  });
});

describe('eachListItem', () => {
  const signal = new AbortController().signal;

  /** Pages `0…`, each with one item of its number; every request is kept. */
  function pagesOf(count: number) {
    const requests: ListOptions[] = [];
    const request = async (options: ListOptions): Promise<ListPage> => {
      requests.push(options);
      const number = Number(options.continue ?? 0);
      return page(10, [pod(`p${number}`, number)], number + 1 < count ? { continue: String(number + 1) } : {});
    };
    return { requests, request };
  }

  it('L-08: hands out every item; later pages still name the version', async () => {
    const { requests, request } = pagesOf(3);
    const taken: string[] = [];
    await eachListItem(request, { resourceVersion: '7' }, (item) => void taken.push(item.metadata.name!), { pageSize: 2, signal });
    expect(taken).toEqual(['p0', 'p1', 'p2']);
    expect(requests).toEqual([
      { resourceVersion: '7', limit: 2 },
      { resourceVersion: '7', limit: 2, continue: '1' },
      { resourceVersion: '7', limit: 2, continue: '2' },
    ]);
  });

  it('L-01: pages of 500, and ten of them read ahead, unless it is said otherwise', async () => {
    const held = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const { requests, request } = pagesOf(40);
    const all = eachListItem(request, {}, () => (started.resolve(), held.promise), { signal });
    await started.promise;
    await new Promise(setImmediate);
    // The one in hand, and ten behind it.
    expect(requests).toHaveLength(11);
    expect(requests.every(({ limit }) => limit === 500)).toBe(true);
    held.resolve();
    await all;
    expect(requests).toHaveLength(40);
  });

  it('L-08: no full list when a token has expired; a negative read-ahead is refused', async () => {
    const requests: ListOptions[] = [];
    const request = async (options: ListOptions): Promise<ListPage> => {
      requests.push(options);
      if (options.continue) throw expired;
      return page(10, [pod('a', 1)], { continue: 'x' });
    };
    await expect(eachListItem(request, {}, () => undefined, { signal })).rejects.toBe(expired);
    expect(requests).toHaveLength(2);
    await expect(eachListItem(request, {}, () => undefined, { signal, readAhead: -1 })).rejects.toThrow('-1 pages cannot be read ahead');
  });

  it('L-08: an error of whoever takes stops it at once, an abort before the next item', async () => {
    const { requests, request } = pagesOf(40);
    const full = new Error('no more room');
    await expect(eachListItem(request, {}, () => Promise.reject(full), { signal, readAhead: 1 })).rejects.toBe(full);
    await new Promise(setImmediate);
    expect(requests.length).toBeLessThanOrEqual(3);
    // A server answers in a turn of its own: no page is asked for after the one that is on its way.
    const slow = pagesOf(40);
    const inTurns = (options: ListOptions): Promise<ListPage> => new Promise<void>((resolve) => setImmediate(resolve)).then(() => slow.request(options));
    await expect(eachListItem(inTurns, {}, () => Promise.reject(full), { signal })).rejects.toBe(full);
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    expect(slow.requests).toHaveLength(2);

    const stop = new AbortController();
    const taken: unknown[] = [];
    const take = (item: unknown): void => {
      taken.push(item);
      stop.abort(new Error('stopped'));
    };
    await expect(eachListItem(pagesOf(3).request, {}, take, { signal: stop.signal })).rejects.toThrow('stopped');
    expect(taken).toHaveLength(1);
    const last = new AbortController();
    await expect(eachListItem(pagesOf(1).request, {}, () => last.abort(new Error('stopped')), { signal: last.signal })).rejects.toThrow('stopped');
  });

  it('L-02: a page size of 0 means no limit', async () => {
    const { requests, request } = pagesOf(2);
    await eachListItem(request, {}, () => undefined, { pageSize: 0, signal });
    expect(requests).toEqual([{}, { continue: '1' }]);
  });

  it('L-08: a page that failed while it was read ahead is met when its turn comes', async () => {
    const taken: string[] = [];
    const request = async (options: ListOptions): Promise<ListPage> => {
      if (options.continue) throw expired;
      return page(10, [pod('a', 1), pod('b', 2)], { continue: 'x' });
    };
    const take = async ({ metadata }: KubeObject): Promise<void> => {
      await new Promise((resolve) => setImmediate(resolve));
      taken.push(metadata.name!);
    };
    await expect(eachListItem(request, {}, take, { signal })).rejects.toBe(expired);
    expect(taken).toEqual(['a', 'b']);
  });
});
