import { describe, expect, it } from 'vitest';
import { AsyncTracker, SingleFileTracker } from '../../../extension/informer/syncTracker.ts';

describe('sync trackers', () => {
  it('S-50, S-51: synced when upstream is and all that was begun is done; more done than begun is an error', () => {
    let upstream = false;
    const tracker = new SingleFileTracker(() => upstream);
    tracker.start();
    tracker.start();
    expect(tracker.hasSynced()).toBe(false);
    upstream = true;
    tracker.finished();
    expect(tracker.hasSynced()).toBe(false);
    tracker.finished();
    expect(tracker.hasSynced()).toBe(true);
    expect(() => tracker.finished()).toThrow('more initial objects are done than were handed in');
  });

  it('S-53: once synced, always synced', () => {
    let upstream = true;
    const tracker = new SingleFileTracker(() => upstream);
    expect(tracker.hasSynced()).toBe(true);
    upstream = false;
    tracker.start();
    expect(tracker.hasSynced()).toBe(true);
  });

  it('S-56: by key, for whoever works on several at once; finishing what nobody began does no harm', () => {
    const tracker = new AsyncTracker(() => true);
    tracker.start('a');
    tracker.start('b');
    tracker.start('a');
    tracker.finished('unknown');
    tracker.finished('b');
    expect(tracker.hasSynced()).toBe(false);
    tracker.finished('a');
    expect(tracker.hasSynced()).toBe(true);
  });
});
