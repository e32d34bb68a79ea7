import { describe, expect, it } from 'vitest';
import { timelinePage } from '../../../../extension/inspector/pages/timelinePage.ts';
import type { Session } from '../../../../extension/inspector/session.ts';
import { timelineLimits, type TimelineLook } from '../../../../extension/protocol/pages/timeline.ts';
import { timelinePicture } from '../../../../extension/protocol/pages/timeline.ts';
import { openSession } from '../../../support/openSession.ts';
import { rolloutSample } from '../../../support/inProcessReconcilers.ts';

const pods = { group: '', version: 'v1', resource: 'pods' };
const deployments = { group: 'apps', version: 'v1', resource: 'deployments' };
const object = (kind: string, name: string, of: object = {}) => ({ apiVersion: kind === 'Pod' ? 'v1' : 'apps/v1', kind, metadata: { name, namespace: 'd', ...of }, spec: {} });
const look: TimelineLook = { end: null, spanMs: 60_000, pinned: [], selected: null };
const pictureOf = (session: Session, of: Partial<TimelineLook> = {}, selected: string | null = null) => {
  const picture = timelinePage({ session, selected, words: () => ({ word: '', detail: '' }) }, { ...look, ...of });
  expect(timelinePicture(picture, 'picture')).toBeUndefined();
  return picture;
};

describe('the picture of the timeline', () => {
  it('has a lane for each key, the most recent first, with what happened to it', async () => {
    const { session, cluster, clock } = openSession();
    session.informers.start(pods);
    await clock.advance(10);
    cluster.put(pods, object('Pod', 'old'));
    await clock.advance(1000);
    cluster.put(pods, object('Pod', 'new'));
    await clock.advance(1000);
    cluster.remove(pods, 'd/old');
    await clock.advance(1000);
    const { lanes, to, from } = pictureOf(session);
    expect(lanes.map(({ key, marks }) => [key, marks.map(({ kind }) => kind)])).toEqual([
      ['d/old', ['event', 'delta', 'event', 'delta', 'deleted']],
      ['d/new', ['event', 'delta']],
    ]);
    expect([from, to]).toEqual([0, 60_000]);
    await session.close();
  });

  it('follows whoever goes back in time, unless they look elsewhere, and shows what came then on either side', async () => {
    const { session, cluster, clock } = openSession();
    session.informers.start(pods);
    await clock.advance(10);
    for (let minute = 0; minute < 10; minute++) {
      cluster.put(pods, object('Pod', `at-${minute}`));
      await clock.advance(60_000);
    }
    const past = (t: number): Session => Object.create(session, { whole: { value: session.tracer }, now: { value: () => t } }) as Session;
    const { from, to, at } = pictureOf(past(240_010));
    expect([from, to, at]).toEqual([195_010, 255_010, 240_010]);
    expect(pictureOf(past(5)).to).toBe(60_000);
    expect(pictureOf(past(240_010), { end: 500_000 }).to).toBe(500_000);
    await session.close();
  });

  it('tells a missed deletion and another object of the same name by signs of their own', async () => {
    const { session, cluster, clock } = openSession();
    cluster.put(pods, object('Pod', 'gone'));
    cluster.put(pods, object('Pod', 'again', { uid: 'first' }));
    session.informers.start(pods);
    await clock.advance(10);
    cluster.dropWatches();
    cluster.remove(pods, 'd/gone');
    cluster.remove(pods, 'd/again');
    cluster.put(pods, object('Pod', 'again', { uid: 'second' }));
    cluster.compact();
    await clock.advance(30_000);
    const kinds = new Map(pictureOf(session).lanes.map(({ key, marks }) => [key, new Set(marks.map(({ kind }) => kind))]));
    expect(kinds.get('d/gone')).toContain('tombstone');
    expect(kinds.get('d/again')).toContain('recreated');
    await session.close();
  });

  it('shows the selected key and pinned ones first, also when nothing happens to them, and only the chosen informer', async () => {
    const { session, cluster, clock } = openSession();
    session.informers.start(pods);
    session.informers.start(deployments);
    await clock.advance(10);
    for (const name of ['a', 'b', 'c']) {
      cluster.put(pods, object('Pod', name));
      await clock.advance(100);
    }
    cluster.put(deployments, object('Deployment', 'web'));
    await clock.advance(100);
    const seq = [...session.tracer.entries()].find(({ kind, key }) => kind === 'store.add' && key === 'd/a')!.seq;
    const { lanes } = pictureOf(session, { selected: seq, pinned: [{ informer: 'v1/pods', key: 'd/quiet' }] });
    expect(lanes.map(({ key, pinned, selected }) => [key, pinned, selected])).toEqual([
      ['d/a', false, true],
      ['d/quiet', true, false],
      ['d/web', false, false],
      ['d/c', false, false],
      ['d/b', false, false],
    ]);
    expect(pictureOf(session, {}, 'v1/pods').lanes.map(({ key }) => key)).toEqual(['d/c', 'd/b', 'd/a']);
    await session.close();
  });

  it('draws lag as a slope from the watch event to the handler and to the reconcile', async () => {
    const { session, cluster, clock } = openSession();
    await session.controllers.run(rolloutSample, { dryRun: false });
    await clock.advance(10);
    session.stepper.setPoints(['workqueue.get']);
    session.stepper.pause();
    cluster.put(deployments, object('Deployment', 'web'));
    await clock.advance(2000);
    session.stepper.continue();
    await clock.advance(1000);
    const { lanes, slopes } = pictureOf(session);
    const lane = lanes.findIndex(({ key }) => key === 'd/web');
    const slope = slopes.find(({ points }) => points.every((point) => point.lane === lane))!;
    expect(slope.points.map(({ level }) => level)).toEqual(['event', 'handler', 'reconcile']);
    expect(slope.points[2]!.t - slope.points[0]!.t).toBeGreaterThanOrEqual(2000);
    expect(lanes[lane]!.marks.some(({ kind }) => kind === 'reconcile' || kind === 'failed')).toBe(true);
    await session.close();
  });

  it('stays small whatever happens: marks are gathered, lanes and entries bounded, and that is said', { timeout: 60_000 }, async () => {
    const { session, cluster, clock } = openSession();
    session.informers.start(pods);
    await clock.settle();
    for (let turn = 0; turn < 6000; turn++) {
      cluster.put(pods, object('Pod', `p${turn % 90}`));
      if (turn % 50 === 0) await clock.advance(7);
    }
    await clock.advance(10);
    const { lanes, others, cut } = pictureOf(session, { spanMs: 5000 });
    expect(lanes.length).toBeLessThanOrEqual(timelineLimits.lanes);
    expect(Math.max(...lanes.map(({ marks }) => marks.length))).toBeLessThanOrEqual(timelineLimits.marks);
    expect(lanes.some(({ marks }) => marks.some(({ more }) => more > 0))).toBe(true);
    expect([others > 0, cut]).toEqual([true, true]);
    await session.close();
  });
});
