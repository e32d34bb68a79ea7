import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Reconciler } from '../../../../extension/controller/api.ts';
import { KeyHistory } from '../../../../extension/inspector/pages/item/keyHistory.ts';
import { itemPage } from '../../../../extension/inspector/pages/itemPage.ts';
import type { SessionPicture } from '../../../../extension/inspector/sessionPicture.ts';
import type { KubeObject } from '../../../../extension/kube/object.ts';
import { parseResource } from '../../../../extension/kube/resource.ts';
import { type ItemLook, itemPicture, type ItemPicture } from '../../../../extension/protocol/pages/item.ts';
import type { EntryOf, TraceKind } from '../../../../extension/trace/entry.ts';
import { launchHere } from '../../../support/inProcessReconcilers.ts';
import { openSession, type OpenSession } from '../../../support/openSession.ts';

const configMaps = parseResource('v1/configmaps')!;
const informer = 'v1/configmaps';
let open: OpenSession;
let fail: boolean;

beforeEach(async () => {
  fail = false;
  const test: Reconciler = {
    name: 'test',
    for: 'v1/configmaps',
    async reconcile() {
      if (fail) throw new Error('not this time');
    },
  };
  open = openSession({ launchReconciler: launchHere({ test }) });
  put('1');
  await open.session.controllers.run({ kind: 'sample', name: 'test' }, { dryRun: false, workers: 1 });
  await open.clock.settle();
});
afterEach(() => open.session.close());

const managed = (manager: string): Partial<KubeObject['metadata']> => ({ managedFields: [{ manager, operation: 'Update', time: '2026-01-01T00:00:00Z', fieldsV1: { 'f:data': { 'f:value': {} } } }] });

function put(value: string, meta: Partial<KubeObject['metadata']> = {}, name = 'a'): KubeObject {
  return open.cluster.put(configMaps, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'd', ...meta }, data: { value } });
}

function last<Kind extends TraceKind>(kind: Kind): EntryOf<Kind> {
  return [...open.session.tracer.entries()].findLast((entry): entry is EntryOf<Kind> => entry.kind === kind)!;
}

/** The session with what is kept of objects replaced; by default nothing is. */
function keeping(objectOf: (informer: string, key: string, rv: string) => KubeObject | undefined = () => undefined): SessionPicture {
  const { tracer, stepper, informers, controllers } = open.session;
  return { tracer, stepper, informers, controllers, msSince: () => 0, versions: { objectOf } } as unknown as SessionPicture;
}

function look(more: Partial<ItemLook>, session: SessionPicture = open.session): ItemPicture {
  const picture = itemPage({ session, selected: null, words: () => ({ word: '', detail: '' }) }, { seq: null, informer: '', key: '', format: 'yaml', ...more });
  expect(itemPicture(picture, 'picture')).toBeUndefined();
  return picture;
}

const text = ({ object }: ItemPicture): string => object!.parts.map((part) => part.text).join('');

describe('which key is meant', () => {
  it('is that of the entry, also where the entry names only a controller', async () => {
    expect(look({ seq: last('reflector.listed').seq })).toMatchObject({ key: '', object: null, entry: { kind: 'reflector.listed' } });
    expect(look({ seq: last('store.add').seq })).toMatchObject({ informer, key: 'd/a' });
    expect(look({ seq: last('reconcile.end').seq })).toMatchObject({ informer, key: 'd/a', entry: { kind: 'reconcile.end', fields: expect.arrayContaining([{ name: 'result', value: 'done' }]) } });
    expect(look({ informer, key: 'd/a' })).toMatchObject({ informer, key: 'd/a', entry: null });
    expect(look({ seq: 99_999 })).toMatchObject({ key: '', entry: null });
    expect(look({ informer: 'v1/nothing', key: 'd/a' })).toMatchObject({ object: null, history: { rows: [] } });
  });
});

describe('the object', () => {
  it('is as it is in the cache, in YAML or JSON; one that is not kept is said to be another', async () => {
    expect(text(look({ informer, key: 'd/a' }))).toContain('kind: ConfigMap\nmetadata:\n  name: a\n');
    expect(JSON.parse(text(look({ informer, key: 'd/a', format: 'json' })))).toMatchObject({ kind: 'ConfigMap', data: { value: '1' } });
    const first = last('store.add');
    expect(look({ seq: first.seq }).object).toMatchObject({ source: 'cache', rv: first.rv });
    put('2');
    await open.clock.settle();
    expect(look({ seq: first.seq }).object).toMatchObject({ source: 'kept', rv: first.rv });
    expect(look({ seq: first.seq }, keeping()).object).toMatchObject({ source: 'other', rv: last('store.update').rv, wanted: first.rv });
    open.cluster.remove(configMaps, 'd/a');
    await open.clock.settle();
    expect(look({ informer, key: 'd/a' }).object).toBeNull();
  });

  it('is as it was, where that is kept', async () => {
    const first = last('store.add');
    const kept = open.cluster.object(configMaps, 'd/a')!;
    const long = 'x'.repeat(300);
    put(long, managed('kubectl-edit'));
    await open.clock.settle();
    const session = keeping((_informer, _key, rv) => (rv === first.rv ? kept : undefined));
    expect(look({ seq: first.seq }, session).object).toMatchObject({ source: 'kept', rv: first.rv });
    // Both sides are there: they are compared anew, and not only what the entry has noted in short.
    expect(look({ seq: last('store.update').seq }, session).diff!.fields).toMatchObject([{ path: 'data.value', before: '1', after: long, owner: { manager: 'kubectl-edit' } }]);
  });
});

describe('the difference', () => {
  it('is that of the entry, else of its version, else of the newest change; each field with who wrote it', async () => {
    put('2', managed('kubectl-edit'));
    await open.clock.settle();
    const first = last('store.update');
    const expected = { seq: first.seq, from: first.old, to: first.rv, unknown: false, more: false, fields: [{ path: 'data.value', before: '1', after: '2', owner: { manager: 'kubectl-edit', operation: 'Update', subresource: '', time: '2026-01-01T00:00:00Z' } }] };
    for (const seq of [first.seq, last('reflector.event').seq, last('handler.update').seq, last('reconcile.end').seq]) expect(look({ seq }).diff).toEqual({ ...expected, uidChanged: false });
    expect(look({ informer, key: 'd/a' }).diff).toMatchObject(expected);
    put('3', managed('hpa'));
    await open.clock.settle();
    expect(look({ informer, key: 'd/a' }).diff).toMatchObject({ from: first.rv, fields: [{ before: '2', after: '3', owner: { manager: 'hpa' } }] });
    expect(look({ seq: first.seq }).diff).toEqual({ ...expected, uidChanged: false });
  });

  it('tells of a version that is not kept only what its entry has noted', async () => {
    put('2', managed('kubectl-edit'));
    put('3');
    await open.clock.settle();
    const first = [...open.session.tracer.entries()].find((entry) => entry.kind === 'store.update');
    expect(look({ seq: first!.seq }, keeping()).diff).toMatchObject({ fields: [{ path: 'data.value', before: '1', after: '2', owner: null }] });
  });

  it('is none where nothing has changed yet', () => {
    expect(look({ informer, key: 'd/a' }).diff).toBeNull();
  });
});

describe('where it stands', () => {
  it('in the delta queue, while that is held', async () => {
    open.session.stepper.setPoints(['queue.pop']);
    open.session.stepper.pause();
    put('0', {}, 'before');
    await open.clock.settle();
    for (const value of ['2', '3']) put(value);
    await open.clock.settle();
    expect(look({ informer, key: 'd/a' }).queue).toMatchObject({ ahead: 1, count: 2, deltas: [{ type: 'Updated' }, { type: 'Updated' }] });
    expect(look({ informer, key: 'd/before' }).held).toMatchObject([{ point: 'queue.pop', owner: informer, heldMs: 0 }]);
    expect(look({ informer, key: 'd/a' }).held).toEqual([]);
  });

  it('in each set of the WorkQueue, with failures and the next try', async () => {
    expect(look({ informer, key: 'd/a' }).places).toEqual([{ queue: 'test', ahead: null, length: 0, dirty: false, processing: false, dueInMs: null, failures: 0 }]);
    fail = true;
    put('2');
    await open.clock.settle();
    expect(look({ informer, key: 'd/a' }).places).toMatchObject([{ failures: 1, dueInMs: 5, dirty: false }]);
    await open.clock.advance(4);
    expect(look({ informer, key: 'd/a' }).places).toMatchObject([{ dueInMs: 1 }]);
    fail = false;
    open.session.stepper.setPoints(['workqueue.get']);
    open.session.stepper.pause();
    await open.clock.advance(10);
    expect(look({ informer, key: 'd/a' })).toMatchObject({ places: [{ ahead: 0, length: 1, dirty: true, dueInMs: null }], held: [{ point: 'workqueue.get', owner: 'test' }] });
  });
});

describe('the history', () => {
  it('is what happened to the key, newest first, with what each version changed', async () => {
    put('2');
    await open.clock.settle();
    const { rows, count, searching } = look({ informer, key: 'd/a' }).history;
    expect(rows.map(({ kind }) => kind)).toEqual([
      'workqueue.done', 'reconcile.end', 'reconcile.start', 'workqueue.get', 'workqueue.add', 'handler.update', 'store.update', 'queue.pop', 'queue.add', 'reflector.event',
      'workqueue.done', 'reconcile.end', 'reconcile.start', 'workqueue.get', 'workqueue.add', 'handler.add', 'store.add', 'queue.pop', 'queue.add',
    ]);
    expect(rows[6]!.changed).toEqual([{ path: 'data.value', before: '1', after: '2' }]);
    expect([count, searching]).toEqual([19, false]);
  });

  it('is looked for back from the newest, in turns, and then as more happens', async () => {
    const { tracer } = open.session;
    const history = new KeyHistory(tracer, { informer, key: 'd/a', controllers: ['test'] });
    const total = look({ informer, key: 'd/a' }).history.count;
    history.catchUp(3);
    expect(history.isDone).toBe(false);
    const some = history.count;
    put('2');
    await open.clock.settle();
    history.catchUp();
    expect(history.isDone).toBe(true);
    expect(history.count).toBe(total + 10);
    expect(some).toBeLessThan(total);
    const seqs = Array.from(history.entries(), ({ seq }) => seq);
    expect(seqs).toEqual(seqs.toSorted((one, other) => other - one));
  });

  it('keeps to its bounds', async () => {
    for (let value = 2; value < 100; value++) {
      put(String(value));
      await open.clock.settle();
    }
    const { rows, count } = look({ informer, key: 'd/a' }).history;
    expect(rows).toHaveLength(200);
    expect(count).toBeGreaterThan(900);
  });
});
