import { afterAll, beforeAll, expect, it } from 'vitest';
import { type InformerState, initialInformerState, reduceInformerState } from '../../extension/inspector/informerState.ts';
import { informerStatus } from '../../extension/inspector/informerStatus.ts';
import type { Session } from '../../extension/inspector/session.ts';
import type { EntryOf, TraceKind } from '../../extension/trace/entry.ts';
import { clusterSession } from '../support/clusterSession.ts';
import { openClusterAt } from '../support/openCluster.ts';
import { type ControlPlane, startControlPlane } from './apiServer.ts';
import { describeCluster } from './whenControlPlane.ts';

/** What a real kube-apiserver tells of a state: that it has accepted a request, how much of a list is to come, that its watch lives. */
const resource = { group: '', version: 'v1', resource: 'configmaps' };
const name = 'v1/configmaps@test';
const count = 1200;
const patience = { timeout: 60_000, interval: 20 };

let plane: ControlPlane;
let session: Session;

const of = <Kind extends TraceKind>(kind: Kind): EntryOf<Kind>[] => [...session.tracer.entries()].filter((entry): entry is EntryOf<Kind> => entry.kind === kind);

/** Every state that the informer has gone through, as the entries tell. */
function states(): InformerState[] {
  const all: InformerState[] = [];
  for (const entry of session.tracer.entries()) if (entry.informer === name) all.push(reduceInformerState(all.at(-1) ?? initialInformerState, entry));
  return all;
}

const phases = (): string[] => states().map(({ phase }) => phase).filter((phase, index, all) => phase !== all[index - 1]);

describeCluster('the state of an informer on a real kube-apiserver', () => {
  beforeAll(async () => {
    plane = await startControlPlane();
    await plane.kubectl(['create', 'namespace', 'test']);
    const items = Array.from({ length: count }, (_one, index) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `item-${index}`, namespace: 'test' } }));
    await plane.kubectl(['create', '-f', '-'], JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
    session = clusterSession(await openClusterAt(plane.kubeconfig));
  });

  afterAll(async () => {
    await session?.close();
    await plane?.stop();
  });

  it('goes from connecting to watching, and says when the server has accepted the list and the watch', async () => {
    session.informers.start(resource, { namespace: 'test' });
    await expect.poll(() => informerStatus(session, name).doing, patience).toBe('watching');
    // It may be synced before it asks for the watch, or before that is accepted, or after.
    expect(phases().filter((phase) => phase !== 'opening')).toEqual(['connecting', 'listing', 'syncing', 'watching']);
    expect(of('reflector.accepted').map(({ cause }) => cause)).toEqual([[of('reflector.list')[0]!.seq], [of('reflector.watch')[0]!.seq]]);
    expect(session.informers.stateOf(name)).toEqual({ phase: 'watching', synced: true, isOpen: true, wasServed: true });
  });

  it('counts the last byte from the head of the answer on, also before there was an event', async () => {
    const before = informerStatus(session, name);
    expect(before).toMatchObject({ byteMs: expect.any(Number), bookmarkMs: undefined });
    await expect.poll(() => informerStatus(session, name).byteMs, patience).toBeGreaterThan(before.byteMs!);
    await plane.kubectl(['-n', 'test', 'create', 'configmap', 'fresh']);
    await expect.poll(() => session.informers.get(name)!.indexer.get('test/fresh'), patience).toBeDefined();
    expect(informerStatus(session, name).byteMs).toBeLessThan(10_000);
  });

  it('says of a list that comes in pages how many there are in all, by remainingItemCount', async () => {
    const known = of('reflector.list').length;
    // The newest state is read from etcd, in pages.
    expect(session.informers.get(name)!.relist('the test wants pages')).toBe(true);
    await expect.poll(() => of('reflector.listed').length, patience).toBe(2);
    // And the one that came meanwhile.
    const all = of('reflector.listed')[0]!.items + 1;
    expect(of('reflector.list').slice(known).map(({ objects, remaining }) => [objects, remaining])).toEqual([[undefined, undefined], [500, all - 500], [1000, all - 1000]]);
    const listing = states().findLast(({ progress }) => progress?.page === 3);
    expect(listing).toMatchObject({ phase: 'listing', synced: true, progress: { objects: 1000, about: all } });
    await expect.poll(() => informerStatus(session, name).doing, patience).toBe('watching');
  });

  it('is unreachable and backs off while the server is away, and watching when it is back, with nothing left of it', async () => {
    await plane.killApiServer();
    await expect.poll(() => informerStatus(session, name), patience).toMatchObject({ doing: 'backingOff', state: { failure: { cause: 'unreachable' }, retry: { attempt: expect.any(Number) } } });
    const { inMs } = informerStatus(session, name);
    if (inMs !== undefined && inMs > 500) await expect.poll(() => informerStatus(session, name).inMs ?? 0, patience).toBeLessThan(inMs);
    await plane.startApiServer();
    await expect.poll(() => informerStatus(session, name).doing, { ...patience, timeout: 120_000 }).toBe('watching');
    expect(session.informers.stateOf(name)).toEqual({ phase: 'watching', synced: true, isOpen: true, wasServed: true });
  }, 240_000);
});
