import { beforeEach, describe, expect, it } from 'vitest';
import { Breakpoints } from '../../../extension/debugger/breakpoints.ts';
import { type MarkedObject, RowMarks } from '../../../extension/inspector/marks/rowMarks.ts';
import type { Session } from '../../../extension/inspector/session.ts';
import type { TreeModel } from '../../../extension/inspector/treeModel.ts';
import type { InformerNode, ObjectNode } from '../../../extension/inspector/treeNode.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import type { FakeCluster } from '../../support/fakeCluster.ts';
import { openTree } from '../../support/openTree.ts';

const pods = { group: '', version: 'v1', resource: 'pods' };

let clock: FakeClock;
let cluster: FakeCluster;
let session: Session;
let tree: TreeModel;
let breakpoints: Breakpoints;
let marks: RowMarks;
/** Rows that were to be drawn again, and objects with other decorations, since they were looked at last. */
let rows: (ObjectNode | InformerNode)[];
let objects: string[];

const put = (name: string, rest: object = {}, meta: object = {}): KubeObject => cluster.put(pods, { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'shop', ...meta }, ...rest });
const place = (name: string): MarkedObject => ({ session, informer: 'v1/pods', key: `shop/${name}` });
const node = (name: string): ObjectNode => tree.find(session, 'v1/pods', `shop/${name}`)!;

function told(): { rows: readonly string[]; objects: readonly string[] } {
  const seen = { rows: rows.map((row) => (row.type === 'object' ? row.key : row.name)), objects };
  rows = [];
  objects = [];
  return seen;
}

beforeEach(async () => {
  clock = new FakeClock();
  breakpoints = new Breakpoints({ clock, loadExpressions: () => Promise.reject(new Error('not needed')) });
  const opened = await openTree({ clock, breakpoints });
  ({ cluster, session, tree } = opened);
  marks = new RowMarks(opened.sessions, clock);
  rows = [];
  objects = [];
  marks.onRows((changed) => rows.push(...changed));
  marks.onObjects((changed) => objects.push(...changed.map(({ key }) => key)));
  for (const name of ['a', 'b']) put(name);
  session.informers.start(pods);
  await clock.advance(1000);
  for (const name of ['a', 'b']) marks.drawObject(node(name));
  marks.drawInformer(tree.findInformer(session, 'v1/pods')!);
});

describe('what has just happened', () => {
  it('is nothing of what was there at first, and of the others for five seconds', async () => {
    expect(marks.ofObject(place('a')).recent).toBeUndefined();
    put('a', { spec: { changed: true } });
    put('c');
    await clock.advance(500);
    expect(['a', 'b', 'c'].map((name) => marks.ofObject(place(name)).recent)).toEqual(['changed', undefined, 'added']);
    expect(told()).toEqual({ rows: ['shop/a'], objects: ['shop/a'] });
    await clock.advance(4000);
    expect(told()).toEqual({ rows: [], objects: [] });
    await clock.advance(2000);
    expect(told()).toEqual({ rows: ['shop/a'], objects: ['shop/a'] });
    expect(marks.ofObject(place('a')).recent).toBeUndefined();
  });

  it('is told once of many changes of one object, and runs no timer afterwards', async () => {
    for (let change = 0; change < 50; change++) {
      put('a', { spec: { change } });
      await clock.advance(20);
    }
    expect(told()).toEqual({ rows: ['shop/a'], objects: ['shop/a'] });
    await clock.advance(10_000);
    told();
    expect(marks.ofObject(place('a')).recent).toBeUndefined();
  });

  it('is that an object has been deleted, or that nobody saw it go', async () => {
    cluster.remove(pods, 'shop/a');
    await clock.advance(500);
    expect(marks.ofObject(place('a')).recent).toBe('deleted');
    expect(told().objects).toEqual(['shop/a']);
    cluster.dropWatches();
    cluster.remove(pods, 'shop/b');
    cluster.compact();
    await clock.advance(3000);
    expect(marks.ofObject(place('b')).recent).toBe('lostSight');
    await clock.advance(20_000);
    expect(['a', 'b'].map((name) => marks.ofObject(place(name)).recent)).toEqual([undefined, undefined]);
  });

  it('is no resync', async () => {
    session.informers.get('v1/pods')!.resyncNow();
    await clock.advance(500);
    expect(['a', 'b'].map((name) => marks.ofObject(place(name)).recent)).toEqual([undefined, undefined]);
    expect(told()).toEqual({ rows: [], objects: [] });
  });

  it('is drawn at once by whoever draws the row anyway, and its decoration is told of all the same', async () => {
    put('a', { spec: { changed: true } });
    await clock.advance(100);
    expect(marks.drawObject(node('a')).recent).toBe('changed');
    await clock.advance(500);
    expect(told()).toEqual({ rows: [], objects: ['shop/a'] });
  });
});

describe('what waits', () => {
  it('is the deltas of a key, whether one of them deletes it, and how far the cache is behind', async () => {
    session.stepper.pause();
    put('a', { spec: { one: 1 } });
    put('a', { spec: { one: 2 } });
    cluster.remove(pods, 'shop/b');
    await clock.advance(12_000);
    expect(marks.ofObject(place('a')).waiting).toEqual({ deltas: 2, deletes: false });
    expect(marks.ofObject(place('b')).waiting).toEqual({ deltas: 1, deletes: true });
    const informer = tree.findInformer(session, 'v1/pods')!;
    expect(marks.ofInformer(informer).waiting.deltas).toBe(3);
    expect(marks.ofInformer(informer).waiting.behindMs).toBeGreaterThan(11_000);
    expect(told()).toEqual({ rows: expect.arrayContaining(['shop/a', 'shop/b', 'v1/pods']) as unknown, objects: ['shop/a', 'shop/b'] });
    session.stepper.continue();
    await clock.advance(2000);
    expect(marks.ofInformer(informer).waiting).toEqual({ deltas: 0, behindMs: 0 });
    expect(told().rows).toContain('v1/pods');
  });
});

describe('what is held before the queue', () => {
  it('waits as well: a breakpoint stops an event in the hand of its Reflector', async () => {
    breakpoints.add({ enabled: true, key: 'shop/b', point: 'watch.event' });
    await clock.advance(1000);
    told();
    cluster.remove(pods, 'shop/b');
    await clock.advance(5000);
    expect(marks.ofObject(place('b')).waiting).toEqual({ deltas: 1, deletes: true });
    const { waiting } = marks.ofInformer(tree.findInformer(session, 'v1/pods')!);
    expect([waiting.deltas, waiting.behindMs >= 4000]).toEqual([1, true]);
    expect(told()).toEqual({ rows: ['shop/b', 'v1/pods'], objects: ['shop/b'] });
    session.stepper.continue();
    await clock.advance(1500);
    expect([marks.ofObject(place('b')).waiting, marks.ofObject(place('b')).recent]).toEqual([undefined, 'deleted']);
  });
});

describe('breakpoints', () => {
  it('mark the objects whose key they name, and the informers that they name', async () => {
    const { id } = breakpoints.add({ enabled: true, key: 'shop/a', delta: 'Deleted' });
    await clock.advance(1000);
    expect(marks.ofObject(place('a')).breakpoints).toEqual(['Deleted · shop/a']);
    expect(told()).toEqual({ rows: ['shop/a'], objects: ['shop/a'] });
    breakpoints.setEnabled(id, false);
    await clock.advance(1000);
    expect(told()).toEqual({ rows: ['shop/a'], objects: ['shop/a'] });
    breakpoints.add({ enabled: true, informer: 'v1/*', key: 'shop/*' });
    await clock.advance(2000);
    expect(told()).toEqual({ rows: ['shop/a', 'shop/b', 'v1/pods'], objects: ['shop/a', 'shop/b'] });
    breakpoints.add({ enabled: true, informer: 'apps/v1/deployments', key: 'shop/*' });
    breakpoints.add({ enabled: true, point: 'queue.pop' });
    await clock.advance(2000);
    expect(told()).toEqual({ rows: [], objects: [] });
  });
});

describe('lints', () => {
  it('mark what they are about for as long as they are raised', async () => {
    const seq = session.tracer.record({ kind: 'lint.raised', lint: 'hot-loop', informer: 'v1/pods', key: 'shop/a', evidence: { field: 'spec.x' } });
    await clock.advance(2000);
    expect(marks.ofObject(place('a')).lints.map(({ lint }) => lint)).toEqual(['hot-loop']);
    expect(marks.ofObject(place('b')).lints).toEqual([]);
    expect(told()).toEqual({ rows: ['shop/a', 'v1/pods'], objects: ['shop/a'] });
    session.tracer.record({ kind: 'lint.cleared', lint: 'hot-loop', informer: 'v1/pods', key: 'shop/a', evidence: {}, cause: [seq] });
    await clock.advance(2000);
    expect(marks.ofObject(place('a')).lints).toEqual([]);
    expect(told()).toEqual({ rows: ['shop/a', 'v1/pods'], objects: ['shop/a'] });
  });
});

describe('a lint that another informer of the resource has led to', () => {
  it('marks the object all the same', async () => {
    session.tracer.record({ kind: 'lint.raised', lint: 'hot-loop', informer: 'v1/pods@shop', key: 'shop/a', evidence: {} });
    session.tracer.record({ kind: 'lint.raised', lint: 'hot-loop', informer: 'v1/services', key: 'shop/b', evidence: {} });
    await clock.advance(2000);
    expect(told()).toEqual({ rows: ['shop/a'], objects: ['shop/a'] });
    expect(['a', 'b'].map((name) => marks.ofObject(place(name)).lints.length)).toEqual([1, 0]);
  });
});

describe('while nobody looks', () => {
  it('nothing is told of; whoever looks again is told of what is another', async () => {
    marks.setVisible(false);
    breakpoints.add({ enabled: true, key: 'shop/b' });
    await clock.advance(5000);
    expect(told()).toEqual({ rows: [], objects: [] });
    marks.setVisible(true);
    await clock.advance(1000);
    expect(told()).toEqual({ rows: ['shop/b'], objects: ['shop/b'] });
  });

  it('what was never drawn is not looked at, however much happens', async () => {
    for (let at = 0; at < 1000; at++) put(`many-${at}`);
    await clock.advance(1000);
    expect(told()).toEqual({ rows: [], objects: [] });
  });

  it('nothing is left of an informer that has stopped', async () => {
    await session.informers.stop('v1/pods');
    breakpoints.add({ enabled: true, key: '*' });
    await clock.advance(5000);
    expect(told()).toEqual({ rows: [], objects: [] });
  });
});
