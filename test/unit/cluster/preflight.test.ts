import { describe, expect, it } from 'vitest';
import { preflight } from '../../../extension/cluster/preflight.ts';
import type { ListerWatcher, ListPage } from '../../../extension/informer/listerWatcher.ts';
import type { ListOptions } from '../../../extension/kube/listOptions.ts';
import { ApiError } from '../../../extension/kube/status.ts';
import { FakeClock } from '../../support/fakeClock.ts';

const never = new AbortController().signal;

/** A server that answers every list like this, and what it was asked. */
function server(answer: (signal: AbortSignal) => Promise<ListPage>): { readonly listerWatcher: ListerWatcher; readonly asked: ListOptions[] } {
  const asked: ListOptions[] = [];
  const list = (options: ListOptions, signal: AbortSignal): Promise<ListPage> => {
    asked.push(options);
    return answer(signal);
  };
  return { listerWatcher: { list, watch: () => Promise.reject(new Error('no watch is asked for')) }, asked };
}

/** A page as the server writes it, with objects of this size. */
function page(sizes: readonly number[], metadata: { readonly continue?: string; readonly remainingItemCount?: number } = {}): ListPage {
  const items = sizes.map((size) => ({ metadata: { name: 'x'.repeat(size - '{"metadata":{"name":""}}'.length) } }));
  const list = { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '10', ...metadata }, items };
  return { kind: 'PodList', resourceVersion: '10', ...metadata, items, bytes: JSON.stringify(list).length };
}

const forever = new Promise<never>(() => undefined);
const answers = (answer: ListPage) => server(() => Promise.resolve(answer)).listerWatcher;

describe('preflight', () => {
  it('asks for one object at the newest version, once', async () => {
    const { listerWatcher, asked } = server(() => Promise.resolve(page([5000])));
    await preflight(listerWatcher, new FakeClock(), never);
    expect(asked).toEqual([{ limit: 1 }]);
  });

  it('counts what it got and what is left, and takes the first for all', async () => {
    expect(await preflight(answers(page([5000], { continue: 'more', remainingItemCount: 4999 })), new FakeClock(), never)).toEqual({ kind: 'counted', objects: 5000, bytes: 25_000_000 });
  });

  it.each([
    ['nothing', [], { kind: 'counted', objects: 0, bytes: 0 }],
    ['one object', [700], { kind: 'counted', objects: 1, bytes: 700 }],
    ['all objects, whatever the limit', [100, 300, 500], { kind: 'counted', objects: 3, bytes: expect.closeTo(900, -1) }],
  ])('knows what there is when the server sends %s', async (_what, sizes, expected) => {
    expect(await preflight(answers(page(sizes)), new FakeClock(), never)).toEqual(expected);
  });

  it('says that nobody counted when there is more and the server does not say how much', async () => {
    expect(await preflight(answers(page([700], { continue: 'more' })), new FakeClock(), never)).toEqual({ kind: 'uncounted', bytesEach: 700 });
  });

  it('hands on why the server refuses', async () => {
    const error = new ApiError({ code: 403, reason: 'Forbidden' });
    expect(await preflight(server(() => Promise.reject(error)).listerWatcher, new FakeClock(), never)).toEqual({ kind: 'failed', error });
  });

  it('takes a Table for what it is: no list of objects', async () => {
    expect(await preflight(answers({ kind: 'Table', resourceVersion: '', items: [], bytes: 10 }), new FakeClock(), never)).toMatchObject({ kind: 'failed' });
  });

  it('is over after 3 s, also with a server that never answers, and leaves neither request nor timer', async () => {
    const clock = new FakeClock();
    let asked: AbortSignal | undefined;
    const asking = preflight(server((signal) => ((asked = signal), forever)).listerWatcher, clock, never);
    await clock.advance(2999);
    expect(asked!.aborted).toBe(false);
    await clock.advance(1);
    expect(await asking).toEqual({ kind: 'late', ms: 3000 });
    expect(asked!.aborted).toBe(true);
    expect(clock.pending).toBe(0);
  });

  it('is over at once when it is cancelled', async () => {
    const clock = new FakeClock();
    const cancel = new AbortController();
    let asked: AbortSignal | undefined;
    const asking = preflight(server((signal) => ((asked = signal), forever)).listerWatcher, clock, cancel.signal).catch((error: unknown) => error);
    cancel.abort('closed');
    expect(await asking).toBe('closed');
    expect(asked!.aborted).toBe(true);
    expect(clock.pending).toBe(0);
  });
});
