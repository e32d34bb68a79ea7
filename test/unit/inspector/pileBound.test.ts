import { describe, expect, it } from 'vitest';
import { Emitter } from '../../../extension/base/emitter.ts';
import { Stepper } from '../../../extension/debugger/stepper.ts';
import { PileBound } from '../../../extension/inspector/pileBound.ts';
import type { TraceEntry } from '../../../extension/trace/entry.ts';
import { FakeClock } from '../../support/fakeClock.ts';

class Story {
  readonly stepper = new Stepper(new FakeClock());
  readonly entries = new Emitter<TraceEntry>();
  readonly aborting = new AbortController();
  deltas = 0;
  most = 3;
  readonly bound = new PileBound({ stepper: this.stepper, most: () => this.most, waiting: () => this.deltas, onEntry: this.entries.event });

  /** Adds deltas as a Reflector does, one after the other; resolves with how many have been taken when it is stopped or done. */
  async add(count: number): Promise<number> {
    let taken = 0;
    for (; taken < count; taken++) {
      const held = this.bound.ask({ point: 'queue.add', owner: 'v1/pods', key: 'a/b', signal: this.aborting.signal });
      if (held) await held;
      if (this.aborting.signal.aborted) break;
      this.deltas++;
    }
    return taken;
  }

  pop(): void {
    this.deltas = 0;
    this.entries.fire({ seq: 1, t: 0, kind: 'queue.pop', informer: 'v1/pods', key: 'a/b', deltas: [], isInInitialList: false } as unknown as TraceEntry);
  }
}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

describe('what gathers while the pipeline is paused', () => {
  it('is not bounded while it runs', async () => {
    const story = new Story();
    expect(await story.add(10)).toBe(10);
    expect(story.bound.full).toEqual([]);
  });

  it('stops at the bound, which is told, and goes on when something is popped', async () => {
    const story = new Story();
    const told: (readonly string[])[] = [];
    story.bound.onChange(() => told.push(story.bound.full));
    story.stepper.pause();
    const added = story.add(5);
    await turns();
    expect(story.deltas).toBe(3);
    expect(story.bound.full).toEqual(['v1/pods']);
    story.pop();
    expect(await added).toBe(5);
    expect(story.deltas).toBe(2);
    expect(told).toEqual([['v1/pods'], []]);
  });

  it('goes on when the pipeline does', async () => {
    const story = new Story();
    story.stepper.pause();
    const added = story.add(5);
    await turns();
    story.stepper.continue();
    expect(await added).toBe(5);
    expect(story.bound.full).toEqual([]);
  });

  it('is bounded as the setting says at the next Pause', async () => {
    const story = new Story();
    story.most = 1;
    story.stepper.pause();
    void story.add(5);
    await turns();
    expect([story.deltas, story.bound.most]).toEqual([1, 1]);
    story.bound.dispose();
  });

  it('keeps nobody who is stopped', async () => {
    const story = new Story();
    story.stepper.pause();
    const added = story.add(5);
    await turns();
    story.aborting.abort();
    expect(await added).toBe(3);
    expect(story.bound.full).toEqual([]);
  });

  it('lets everybody go when the session ends', async () => {
    const story = new Story();
    story.stepper.pause();
    const added = story.add(4);
    await turns();
    story.bound.dispose();
    expect(await added).toBe(4);
  });

  it('leaves other points to the stepper', () => {
    const story = new Story();
    story.deltas = 10;
    story.stepper.pause();
    expect(story.bound.ask({ point: 'handler.call', owner: 'v1/pods' })).toBeUndefined();
    expect(story.bound.ask({ point: 'queue.pop', owner: 'v1/pods', key: 'a/b' })).toBeInstanceOf(Promise);
    expect(story.stepper.held).toHaveLength(1);
  });
});
