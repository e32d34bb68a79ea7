import { describe, expect, it } from 'vitest';
import { objectHistory, ownersOf, previousVersion } from '../../../extension/inspector/objectHistory.ts';
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
    await session.close();
  });
});
