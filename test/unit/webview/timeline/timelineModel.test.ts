import { describe, expect, it } from 'vitest';
import { nextMark, timeAt, timelineLayout } from '../../../../webview/pages/timeline/timelineLayout.ts';
import { initialTimeline, reduceTimeline, type TimelineAction } from '../../../../webview/pages/timeline/timelineModel.ts';
import { timelinePicture } from '../../../support/timelinePictures.ts';

const after = (...actions: readonly TimelineAction[]) => actions.reduce(reduceTimeline, initialTimeline);

describe('what of the timeline is looked at', () => {
  it('zooms where one looks: that time stays in its place', () => {
    const zoomed = after({ type: 'pan', ms: -50_000, now: 200_000 }, { type: 'zoom', factor: 0.5, at: 135_000, now: 200_000 });
    // Before: 120 s to 150 s, with 135 s in the middle.
    expect([zoomed.spanMs, zoomed.end]).toEqual([15_000, 142_500]);
    expect(after({ type: 'zoom', factor: 1e-9, at: 0, now: 10 }).spanMs).toBe(10);
    expect(after({ type: 'zoom', factor: 1e9, at: 0, now: 10 }).spanMs).toBe(24 * 3600 * 1000);
  });

  it('follows the present until one looks away, and again when one comes back to it', () => {
    expect(after({ type: 'pan', ms: -1000, now: 100_000 }).end).toBe(99_000);
    expect(after({ type: 'pan', ms: -1000, now: 100_000 }, { type: 'pan', ms: 5000, now: 100_000 }).end).toBeNull();
    expect(after({ type: 'pan', ms: -1000, now: 100_000 }, { type: 'follow' }).end).toBeNull();
    // It does not go before the beginning.
    expect(after({ type: 'pan', ms: -1e9, now: 100_000 }).end).toBe(30_000);
  });

  it('pins a key, and lets it go', () => {
    const lane = { informer: 'v1/pods', key: 'a/b' };
    expect(after({ type: 'pin', lane }).pinned).toEqual([lane]);
    expect(after({ type: 'pin', lane }, { type: 'pin', lane }).pinned).toEqual([]);
    const many = Array.from({ length: 30 }, (_, index): TimelineAction => ({ type: 'pin', lane: { informer: 'v1/pods', key: String(index) } }));
    expect(after(...many).pinned).toHaveLength(20);
  });
});

describe('the layout of the timeline', () => {
  it('places marks by their time and by how far down the pipeline they are', () => {
    const { marks, slopes, ticks, here } = timelineLayout({ ...timelinePicture, at: 25_000 }, 320);
    const [event, delta, handler, reconcile] = marks[0]!;
    expect([event!.x, event!.y, handler!.y, reconcile!.y, reconcile!.width]).toEqual([30, 8, 18, 28, 24]);
    expect(delta!.x).toBeGreaterThan(event!.x);
    expect(slopes[0]).toBe('30,8 40,18 70,28');
    expect(here).toBe(160);
    expect(ticks.every(({ t }) => t >= 10_000 && t <= 40_000)).toBe(true);
    expect(timeAt(timelinePicture, 160, 320)).toBeCloseTo(25_000);
  });

  it('goes to the next mark, and to the nearest one of another lane', () => {
    const { lanes } = timelinePicture;
    const first = { lane: 0, seq: lanes[0]!.marks[0]!.seq };
    expect(nextMark(lanes, null, 'right')).toEqual({ lane: 0, seq: lanes[0]!.marks.at(-1)!.seq });
    expect(nextMark(lanes, first, 'right')).toEqual({ lane: 0, seq: lanes[0]!.marks[1]!.seq });
    expect(nextMark(lanes, first, 'left')).toBeUndefined();
    expect(nextMark(lanes, first, 'down')).toEqual({ lane: 1, seq: lanes[1]!.marks[0]!.seq });
    expect(nextMark(lanes, first, 'up')).toBeUndefined();
  });
});
