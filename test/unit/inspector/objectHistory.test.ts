import { describe, expect, it } from 'vitest';
import { lastVersion, neighbour, objectHistory, ownersOf, previousVersion, versionStep } from '../../../extension/inspector/objectHistory.ts';
import { openSession } from '../../support/openSession.ts';

const pods = { group: '', version: 'v1', resource: 'pods' };
const replicaSets = { group: 'apps', version: 'v1', resource: 'replicasets' };
const pod = (image: string, more: object = {}) => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'one', namespace: 'd', ...more }, spec: { image } });

async function watching() {
  const opened = openSession();
  opened.cluster.put(pods, pod('a'));
  opened.session.informers.start(pods);
  await opened.clock.settle();
  return opened;
}

describe('the history of an object', () => {
  it('is each of its versions, newest first, with what it was then; its end has none', async () => {
    const { session, cluster, clock } = await watching();
    for (const image of ['b', 'c']) {
      cluster.put(pods, pod(image));
      await clock.settle();
    }
    cluster.remove(pods, 'd/one');
    await clock.settle();
    expect(objectHistory(session, 'v1/pods', 'd/one').map(({ entry, object }) => [entry.kind, object?.['spec']])).toEqual([
      ['store.delete', undefined],
      ['store.update', { image: 'c' }],
      ['store.update', { image: 'b' }],
      ['store.add', { image: 'a' }],
    ]);
    expect(objectHistory(session, 'v1/pods', 'd/other')).toEqual([]);
    await session.close();
  });

  it('tells what it was before it was changed the last time; nothing of one that was never changed', async () => {
    const { session, cluster, clock } = await watching();
    expect(previousVersion(session, 'v1/pods', 'd/one')).toBeUndefined();
    cluster.put(pods, pod('b'));
    await clock.settle();
    const { old, object } = previousVersion(session, 'v1/pods', 'd/one')!;
    expect([old['spec'], object?.['spec']]).toEqual([{ image: 'a' }, { image: 'b' }]);
    expect(previousVersion(session, 'v1/pods', 'd/none')).toBeUndefined();
    await session.close();
  });
});

describe('an object that is gone', () => {
  it('was what it was last before; there is nothing of one that never was', async () => {
    const { session, cluster, clock } = await watching();
    expect(lastVersion(session, 'v1/pods', 'd/one')?.['spec']).toEqual({ image: 'a' });
    cluster.put(pods, pod('b'));
    await clock.settle();
    cluster.remove(pods, 'd/one');
    await clock.settle();
    expect(lastVersion(session, 'v1/pods', 'd/one')?.['spec']).toEqual({ image: 'b' });
    expect(previousVersion(session, 'v1/pods', 'd/one')).toMatchObject({ old: { spec: { image: 'b' } }, object: undefined });
    expect(lastVersion(session, 'v1/pods', 'd/none')).toBeUndefined();
    await session.close();
  });

  it('is a tombstone where its end was missed, with the last state that was known', async () => {
    const { session, cluster, clock } = await watching();
    cluster.lagging = true;
    cluster.remove(pods, 'd/one');
    cluster.dropWatches();
    cluster.compact();
    cluster.lagging = false;
    await clock.advance(60_000);
    expect(objectHistory(session, 'v1/pods', 'd/one')[0]?.entry).toMatchObject({ kind: 'store.delete', tombstone: true });
    expect(lastVersion(session, 'v1/pods', 'd/one')?.['spec']).toEqual({ image: 'a' });
    await session.close();
  });
});

describe('the versions of an object', () => {
  it('are walked one by one, each beside the one before it, and not past what was another object', async () => {
    const { session, cluster, clock } = await watching();
    cluster.put(pods, pod('b'));
    await clock.settle();
    cluster.remove(pods, 'd/one');
    await clock.settle();
    cluster.put(pods, pod('new'));
    await clock.settle();
    const history = objectHistory(session, 'v1/pods', 'd/one');
    const steps = history.map((_, at) => versionStep(history, at)).map((step) => [step?.before?.['spec'], step?.change.object?.['spec']]);
    expect(steps).toEqual([
      [undefined, { image: 'new' }],
      [{ image: 'b' }, undefined],
      [{ image: 'a' }, { image: 'b' }],
      [undefined, { image: 'a' }],
    ]);
    expect([neighbour(history, 0, 1), neighbour(history, 0, -1), neighbour(history, 3, 1), neighbour(history, 3, -1)]).toEqual([1, undefined, undefined, 2]);
    await session.close();
  });

  it('that are not kept any more are passed over', () => {
    const changed = (kind: 'store.add' | 'store.update', kept: boolean) => ({ entry: { kind } as never, object: kept ? pod('x') : undefined });
    const history = [changed('store.update', true), changed('store.update', false), changed('store.add', false), changed('store.add', true)];
    expect(history.map((_, at) => versionStep(history, at) !== undefined)).toEqual([true, true, false, true]);
    expect(neighbour(history, 1, 1)).toBe(3);
  });
});

describe('the owners of an object', () => {
  it('are found by uid in whatever cache they are, the managing one first; another of that name is none', async () => {
    const { session, cluster, clock } = await watching();
    const owner = cluster.put(replicaSets, { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: { name: 'web', namespace: 'd', uid: 'u-web' } });
    session.informers.start(replicaSets);
    await clock.settle();
    const of = (name: string, uid: string, controller: boolean) => ({ apiVersion: 'apps/v1', kind: 'ReplicaSet', name, uid, controller });
    const object = pod('a', { ownerReferences: [of('web', 'u-old', false), of('web', owner.metadata.uid!, true)] });
    expect(ownersOf(session, object).map(({ owner: { uid }, found }) => [uid, found?.informer.name, found?.key])).toEqual([
      [owner.metadata.uid, 'apps/v1/replicasets', 'd/web'],
      ['u-old', undefined, undefined],
    ]);
    expect(ownersOf(session, pod('a'))).toEqual([]);
    for (const ownerReferences of ['x', [null, 7, { kind: 'ReplicaSet' }]]) expect(ownersOf(session, pod('a', { ownerReferences }))).toEqual([]);
    await session.close();
  });
});
