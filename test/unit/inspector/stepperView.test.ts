import { describe, expect, it } from 'vitest';
import { Breakpoints } from '../../../extension/debugger/breakpoints.ts';
import { SessionBreakpoints } from '../../../extension/inspector/sessionBreakpoints.ts';
import { Stepper } from '../../../extension/debugger/stepper.ts';
import type { SessionPicture } from '../../../extension/inspector/sessionPicture.ts';
import { stepperView } from '../../../extension/inspector/stepperView.ts';
import { limits } from '../../../extension/protocol/checks.ts';
import { stepperCheck } from '../../../extension/protocol/stepping.ts';
import { FakeClock } from '../../support/fakeClock.ts';

class Story {
  readonly clock = new FakeClock();
  readonly breakpoints = new Breakpoints({ clock: this.clock, loadExpressions: () => Promise.reject(new Error('not asked for')) });
  readonly asked = new SessionBreakpoints(this.breakpoints);
  readonly stepper = new Stepper(this.clock, { breakpoints: this.asked, allowsWhatIf: true });

  hold(key: string): void {
    void this.stepper.ask({ point: 'queue.pop', owner: 'v1/pods', key, cause: 7 });
  }

  get view() {
    const queue = (keys: number, deltas: number) => ({ informer: { queueSnapshot: () => ({ items: [], keys, deltas }) } });
    const controller = { queue: { snapshot: () => ({ counts: { queue: 3 } }) } };
    const picture = {
      runs: true,
      stepper: this.stepper,
      breakpoints: this.asked,
      informers: { all: [queue(2, 5), queue(1, 1)] },
      controllers: { running: [controller] },
      msSince: (time: number) => this.clock.now() - time,
    };
    const view = stepperView(picture as unknown as SessionPicture);
    expect(stepperCheck(view, 'stepper')).toBeUndefined();
    return view;
  }
}

describe('the stepper in the picture', () => {
  it('at rest: nothing is held, and nobody asked why', () => {
    expect(new Story().view).toMatchObject({ paused: false, held: [], heldCount: 0, chosen: null, inHand: null, reason: null, slowMotionMs: 0, changeable: true, steppable: true });
  });

  it('says what is held, for how long, which is meant and why', async () => {
    const story = new Story();
    story.stepper.pause();
    story.hold('a/1');
    await story.clock.advance(1500);
    story.hold('a/2');
    const { held, ...view } = story.view;
    expect(held.map(({ key, heldMs, briefly }) => [key, heldMs, briefly])).toEqual([
      ['a/1', 1500, false],
      ['a/2', 0, false],
    ]);
    expect(view).toMatchObject({ paused: true, heldCount: 2, chosen: held[0]!.id, reason: { type: 'pause', detail: '' } });
    story.stepper.choose(held[1]!.id);
    expect(story.view).toMatchObject({ chosen: held[1]!.id, inHand: { point: 'queue.pop', owner: 'v1/pods', key: 'a/2', held: true } });
  });

  it('always shows the one that is meant, however many are held', () => {
    const story = new Story();
    story.stepper.pause();
    for (let number = 0; number < 40; number++) story.hold(`a/${number}`);
    const last = story.stepper.held.at(-1)!;
    story.stepper.choose(last.id);
    const { held, heldCount, chosen } = story.view;
    expect([held.length, heldCount, chosen]).toEqual([20, 40, last.id]);
    expect(held.at(-1)!.key).toBe('a/39');
  });

  it('names the breakpoint that stopped it', () => {
    const story = new Story();
    story.breakpoints.add({ enabled: true, key: 'web/*', point: 'queue.pop' });
    story.hold('web/api');
    expect(story.view.reason).toEqual({ type: 'breakpoint', detail: 'web/* · queue.pop' });
  });

  it('is paused by nothing that could be named, once that breakpoint is removed: what it holds is held still', () => {
    const story = new Story();
    const { id } = story.breakpoints.add({ enabled: true, key: 'web/*', point: 'queue.pop' });
    story.hold('web/api');
    story.breakpoints.remove(id);
    expect(story.view).toMatchObject({ paused: true, heldCount: 1, reason: { type: 'pause', detail: '' } });
  });

  it('tells what it runs to, until something of it has come', () => {
    const story = new Story();
    expect(story.view.runningTo).toBeNull();
    story.stepper.runTo('web/*');
    expect(story.view).toMatchObject({ paused: false, runningTo: 'web/*' });
    story.hold('shop/cart');
    expect(story.view).toMatchObject({ held: [], runningTo: 'web/*' });
    story.hold('web/api');
    expect(story.view).toMatchObject({ paused: true, runningTo: null, reason: { type: 'runTo', detail: 'web/*' } });
  });

  it('tells what is held for a moment from what stays', () => {
    const story = new Story();
    story.stepper.setSlowMotion(500);
    story.hold('a/1');
    expect(story.view).toMatchObject({ paused: false, slowMotionMs: 500, reason: null, held: [{ key: 'a/1', briefly: true }] });
  });

  it('tells what logpoints wrote here, the newest of it, and nothing of what they wrote for another session', () => {
    const story = new Story();
    const other = new Stepper(story.clock, { breakpoints: new SessionBreakpoints(story.breakpoints) });
    story.breakpoints.add({ enabled: true, key: 'web/*', point: 'queue.pop', logMessage: 'it\npassed' });
    void other.ask({ point: 'queue.pop', owner: 'v1/pods', key: 'web/elsewhere' });
    expect(story.view.logged).toEqual([]);
    story.hold('web/api');
    expect(story.view).toMatchObject({ held: [], logged: [{ seq: 7, owner: 'v1/pods', key: 'web/api', text: 'it passed' }] });
    for (let number = 0; number < 30; number++) story.hold(`web/${number}`);
    expect(story.view.logged.length).toBe(8);
  });

  it('counts what piles up, in every queue', () => {
    expect(new Story().view.pile).toMatchObject({ deltas: 6, deltaKeys: 3, workKeys: 3 });
  });

  it('keeps to what a message may carry', () => {
    const story = new Story();
    story.stepper.pause();
    story.hold(`a/${'x'.repeat(limits.name)}`);
    expect(story.view.held[0]!.key).toHaveLength(limits.name);
  });
});
