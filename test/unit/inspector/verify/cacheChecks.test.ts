import { describe, expect, it } from 'vitest';
import type { ListerWatcher } from '../../../../extension/informer/listerWatcher.ts';
import { CacheChecks } from '../../../../extension/inspector/verify/cacheChecks.ts';
import { ApiError } from '../../../../extension/kube/status.ts';
import { pod } from '../../../support/objects.ts';
import { type OpenSession, openSession } from '../../../support/openSession.ts';
import { FakeCluster } from '../../../support/fakeCluster.ts';
import { pods } from '../../../support/informerHarness.ts';

/** A session whose watch tells of nothing that happens to `lost`. */
async function open(lost = ''): Promise<OpenSession & { readonly server: FakeCluster; readonly scopes: unknown[] }> {
  const server = new FakeCluster();
  const scopes: unknown[] = [];
  const opened = openSession({
    cluster: {
      listerWatcher: (resource, scope): ListerWatcher => {
        scopes.push(scope);
        const inner = server.listerWatcher(resource);
        return {
          list: (options, signal) => inner.list(options, signal),
          watch: async (options, signal) => {
            const watch = await inner.watch(options, signal);
            return {
              next: async () => {
                for (;;) {
                  const batch = (await watch.next())?.filter(({ object }) => (object as { metadata: { name: string } }).metadata.name !== lost);
                  if (batch?.length !== 0) return batch;
                }
              },
              close: () => watch.close(),
            };
          },
        };
      },
    },
  });
  server.put(pods, pod('a', 1));
  server.put(pods, pod('b', 1));
  return { ...opened, server, scopes };
}

describe('CacheChecks', () => {
  it('finds what an informer has lost, and a relist mends it', async () => {
    const { session, clock, server } = await open('b');
    const informer = session.informers.start(pods);
    await clock.settle();
    server.remove(pods, 'd/b');
    server.put(pods, pod('c', 1));
    await clock.settle();

    const { outcome, differences } = await session.caches.verify('v1/pods');
    expect([outcome, ...differences.map(({ kind, key }) => `${kind} ${key}`)]).toEqual(['differs', 'extra d/b']);
    expect(session.caches.of('v1/pods')).toMatchObject({ last: { at: session.now(), verification: { outcome: 'differs' } } });

    session.caches.relist('v1/pods', 'the cache differs from the server');
    await clock.settle();
    expect(informer.indexer.listKeys().toSorted()).toEqual(['d/a', 'd/c']);
    expect([...session.tracer.entries()].flatMap((entry) => (entry.kind === 'reflector.relist' ? [entry.why] : []))).toEqual(['the cache differs from the server']);
    await clock.advance(10);
    expect(await session.caches.verify('v1/pods')).toMatchObject({ outcome: 'same' });
    expect(session.caches.of('v1/pods')?.relistedAt).toBeDefined();
    await session.close();
  });

  it('compares within the scope of the informer, and one cache at a time', async () => {
    const { session, clock, scopes } = await open();
    session.informers.start(pods, { namespace: 'd', metadataOnly: true });
    await clock.settle();
    const name = 'v1/pods@d#metadata';
    const one = session.caches.verify(name);
    expect(session.caches.verify(name)).toBe(one);
    expect(session.caches.of(name)?.progress).toMatchObject({ phase: 'listing' });
    await one;
    expect(scopes).toEqual([{ namespace: 'd', metadataOnly: true }, { namespace: 'd', metadataOnly: true }]);
    expect(session.caches.of(name)?.progress).toBeUndefined();
    await session.close();
  });

  it('says what keeps it from comparing: no informer, none that has synced, a server that refuses', async () => {
    const { session, clock, server } = await open();
    expect(() => session.caches.verify('v1/pods')).toThrowError('v1/pods does not run any more');
    session.informers.start(pods);
    expect(() => session.caches.verify('v1/pods')).toThrowError('v1/pods has not listed its objects yet');
    expect(() => session.caches.relist('v1/pods', 'now')).toThrowError('v1/pods is listing its objects already');
    await clock.settle();
    server.forbidden = true;
    await expect(session.caches.verify('v1/pods')).rejects.toSatisfy(ApiError.is);
    expect(session.caches.of('v1/pods')).toMatchObject({ failure: { error: { status: 403 } } });
    server.forbidden = false;
    await session.caches.verify('v1/pods');
    expect(session.caches.of('v1/pods')?.failure).toBeUndefined();
    await session.close();
  });

  it('has nothing to compare a recording with', async () => {
    const { session, clock } = openSession();
    session.informers.start(pods);
    await clock.settle();
    const informer = session.informers.get('v1/pods');
    const checks = new CacheChecks({ informer: () => informer, hasServer: false, listerWatcher: () => expect.fail(), onEntry: session.tracer.onEntry, clock, now: () => 0, signal: session.signal });
    expect(() => checks.verify('v1/pods')).toThrowError('v1/pods is replayed from a recording, which has no server to ask');
    expect(() => checks.relist('v1/pods', 'now')).toThrowError('which has no server to ask');
    await session.close();
  });

  it('is stopped by a person, and by the end of the session', async () => {
    const { session, clock, server } = await open();
    session.informers.start(pods);
    await clock.settle();
    server.lagging = true;
    server.put(pods, pod('c', 1));
    const first = session.caches.verify('v1/pods');
    await clock.advance(1000);
    session.caches.stop('v1/pods');
    expect(await first).toMatchObject({ outcome: 'undecided', stopped: true });
    const second = session.caches.verify('v1/pods');
    await clock.advance(1000);
    await session.close();
    expect(await second).toMatchObject({ stopped: true });
    expect(clock.pending).toBe(0);
  });

  it('forgets what it knew of an informer when that is another', async () => {
    const { session, clock } = await open();
    session.informers.start(pods);
    await clock.settle();
    await session.caches.verify('v1/pods');
    await session.informers.stop('v1/pods');
    expect(session.caches.of('v1/pods')).toBeUndefined();
    session.informers.start(pods);
    expect(session.caches.of('v1/pods')).toBeUndefined();
    await session.close();
  });
});
