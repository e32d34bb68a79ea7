import { describe, expect, it } from 'vitest';
import { preflight, type Preflight } from '../../../extension/cluster/preflight.ts';
import type { ListerWatcher, ListPage } from '../../../extension/informer/listerWatcher.ts';
import type { ListOptions } from '../../../extension/kube/listOptions.ts';
import type { GroupVersionResource } from '../../../extension/kube/resource.ts';
import { ApiError } from '../../../extension/kube/status.ts';
import type { InformerScope } from '../../../extension/informer/sharedInformer.ts';
import { FakeClock } from '../../support/fakeClock.ts';

const pods = { group: '', version: 'v1', resource: 'pods' };
const never = new AbortController().signal;

interface Asked {
  readonly scope: InformerScope;
  readonly options: ListOptions;
  readonly signal: AbortSignal;
}

/** A server that answers every list like this, and what it was asked. */
function server(answer: (asked: Asked) => Promise<ListPage>) {
  const asked: Asked[] = [];
  const listerWatcher = (_resource: GroupVersionResource, scope: InformerScope): ListerWatcher => ({
    list(options, signal) {
      asked.push({ scope, options, signal });
      return answer(asked.at(-1)!);
    },
    watch: () => Promise.reject(new Error('no watch is asked for')),
  });
  return { cluster: { listerWatcher }, asked };
}

interface Overrides {
  readonly scope?: InformerScope;
  readonly clock?: FakeClock;
  readonly signal?: AbortSignal;
}

const ask = ({ cluster }: Pick<ReturnType<typeof server>, 'cluster'>, { scope = {}, clock = new FakeClock(), signal = never }: Overrides = {}): Promise<Preflight> =>
  preflight({ cluster, resource: pods, scope, clock, signal });

/** A page as the server writes it, with objects of this size. */
function page(sizes: readonly number[], metadata: { readonly continue?: string; readonly remainingItemCount?: number } = {}): ListPage {
  const items = sizes.map((size) => ({ metadata: { name: 'x'.repeat(size - '{"metadata":{"name":""}}'.length) } }));
  const list = { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '10', ...metadata }, items };
  return { kind: 'PodList', resourceVersion: '10', ...metadata, items, bytes: JSON.stringify(list).length };
}

const forever = new Promise<never>(() => undefined);
const answers = (answer: ListPage) => server(() => Promise.resolve(answer));

describe('preflight', () => {
  it('asks for one object at the newest version, once, and in the scope of the informer', async () => {
    const scope = { namespace: 'd', metadataOnly: true };
    const asking = answers(page([5000]));
    await ask(asking, { scope });
    expect(asking.asked).toMatchObject([{ scope, options: { limit: 1 } }]);
    expect(asking.asked[0]!.options).toEqual({ limit: 1 });
  });

  it('counts what it got and what is left, and takes the first for all', async () => {
    expect(await ask(answers(page([5000], { continue: 'more', remainingItemCount: 4999 })))).toEqual({ kind: 'counted', objects: 5000, bytes: 25_000_000 });
  });

  it.each([
    ['nothing', [], { kind: 'counted', objects: 0, bytes: 0 }],
    ['one object', [700], { kind: 'counted', objects: 1, bytes: 700 }],
    ['all objects, whatever the limit', [100, 300, 500], { kind: 'counted', objects: 3, bytes: expect.closeTo(900, -1) }],
  ])('knows what there is when the server sends %s', async (_what, sizes, expected) => {
    expect(await ask(answers(page(sizes)))).toEqual(expected);
  });

  it('says that nobody counted when there is more and the server does not say how much', async () => {
    for (const scope of [{}, { labelSelector: 'a=b' }, { fieldSelector: 'spec.nodeName=n', metadataOnly: true }]) {
      const asking = answers(page([700], { continue: 'more' }));
      expect(await ask(asking, { scope })).toEqual({ kind: 'uncounted', bytesEach: 700 });
      expect(asking.asked).toHaveLength(1);
    }
  });

  it('has whole objects counted where the server leaves the count out of a list of metadata, as 1.20 does', async () => {
    const asking = server(({ scope }) => Promise.resolve(scope.metadataOnly ? page([700], { continue: 'more' }) : page([5000], { continue: 'more', remainingItemCount: 9 })));
    expect(await ask(asking, { scope: { namespace: 'd', metadataOnly: true } })).toEqual({ kind: 'counted', objects: 10, bytes: 7000 });
    expect(asking.asked.map(({ scope }) => scope)).toEqual([{ namespace: 'd', metadataOnly: true }, { namespace: 'd' }]);
  });

  it('hands on why the server refuses', async () => {
    const error = new ApiError({ code: 403, reason: 'Forbidden' });
    expect(await ask(server(() => Promise.reject(error)))).toEqual({ kind: 'failed', error });
  });

  it('takes a Table for what it is: no list of objects', async () => {
    expect(await ask(answers({ kind: 'Table', resourceVersion: '', items: [], bytes: 10 }))).toMatchObject({ kind: 'failed' });
  });

  it('is over after 3 s, also with a server that never answers, and leaves neither request nor timer', async () => {
    const clock = new FakeClock();
    const silent = server(() => forever);
    const asking = ask(silent, { clock });
    await clock.advance(2999);
    expect(silent.asked[0]!.signal.aborted).toBe(false);
    await clock.advance(1);
    expect(await asking).toEqual({ kind: 'late', ms: 3000 });
    expect(silent.asked[0]!.signal.aborted).toBe(true);
    expect(clock.pending).toBe(0);
  });

  it('is over at once when it is cancelled', async () => {
    const clock = new FakeClock();
    const cancel = new AbortController();
    const silent = server(() => forever);
    const asking = ask(silent, { clock, signal: cancel.signal }).catch((error: unknown) => error);
    cancel.abort('closed');
    expect(await asking).toBe('closed');
    expect(silent.asked[0]!.signal.aborted).toBe(true);
    expect(clock.pending).toBe(0);
  });
});
