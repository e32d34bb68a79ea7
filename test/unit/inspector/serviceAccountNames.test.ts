import { expect, it } from 'vitest';
import { serviceAccountNames } from '../../../extension/inspector/access/serviceAccountNames.ts';
import type { ListPage } from '../../../extension/informer/listerWatcher.ts';
import type { SessionCluster } from '../../../extension/inspector/sessionCluster.ts';

const never = new AbortController().signal;

function answering(list: () => Promise<Partial<ListPage>>): { readonly cluster: Pick<SessionCluster, 'listerWatcher'>; readonly asked: unknown[] } {
  const asked: unknown[] = [];
  const cluster = {
    listerWatcher: (resource: unknown, scope: unknown) => {
      asked.push(resource, scope);
      return { list };
    },
  } as unknown as Pick<SessionCluster, 'listerWatcher'>;
  return { cluster, asked };
}

it('are those of the namespace, sorted, of whose objects no more than the metadata is asked for', async () => {
  const { cluster, asked } = answering(() => Promise.resolve({ items: [{ metadata: { name: 'web' } }, { metadata: {} }, { metadata: { name: 'default' } }] }));
  expect(await serviceAccountNames(cluster, 'shop', never)).toEqual(['default', 'web']);
  expect(asked).toEqual([{ group: '', version: 'v1', resource: 'serviceaccounts' }, { namespace: 'shop', metadataOnly: true }]);
});

it('are no more than can be looked through, also of a server that sends all', async () => {
  const items = Array.from({ length: 800 }, (_, index) => ({ metadata: { name: `a${index}` } }));
  expect(await serviceAccountNames(answering(() => Promise.resolve({ items })).cluster, 'shop', never)).toHaveLength(500);
});

it('are none where the server does not tell', async () => {
  expect(await serviceAccountNames(answering(() => Promise.reject(new Error('403'))).cluster, 'shop', never)).toEqual([]);
});
