import { getEventListeners } from 'node:events';
import { beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../extension/base/systemClock.ts';
import { Breakpoints } from '../../../extension/debugger/breakpoints.ts';
import { Stepper } from '../../../extension/debugger/stepper.ts';
import type { GateStep } from '../../../extension/trace/gate.ts';

const { signal } = new AbortController();
const pop = (key: string): GateStep => ({ point: 'queue.pop', owner: 'v1/pods', key });
const get = (key: string): GateStep => ({ point: 'workqueue.get', owner: 'rollout', key });
const write = (key: string): GateStep => ({ point: 'reconcile.write', owner: 'rollout', key, effect: { summary: `patch v1/pods ${key}`, body: { spec: {} } } });

describe('Stepper', () => {
  let stepper: Stepper;
  let released: string[];

  /** Asks for a step and notes when it was let go. */
  const ask = (step: GateStep): void => {
    const hold = stepper.ask(step);
    if (hold) void hold.then(() => released.push(step.key ?? ''));
    else released.push(`${step.key} at once`);
  };
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  beforeEach(() => {
    stepper = new Stepper(systemClock);
    released = [];
  });

  it('makes no promise while nothing is paused', () => {
    expect(stepper.ask(pop('d/a'))).toBeUndefined();
    expect(stepper.held).toEqual([]);
  });

  it('holds Pop, Get and writes while paused, and nothing else', async () => {
    stepper.pause();
    ask(pop('d/a'));
    ask(get('d/b'));
    ask(write('d/w'));
    ask({ point: 'queue.add', owner: 'v1/pods', key: 'd/c' });
    ask({ point: 'reconcile.read', owner: 'rollout', key: 'd/r', effect: { summary: 'get v1/pods d/r' } });
    ask({ point: 'handler.call', owner: 'v1/pods', key: 'd/d' });
    await settle();
    expect(released).toEqual(['d/c at once', 'd/r at once', 'd/d at once']);
    expect(stepper.held.map(({ point, key }) => [point, key])).toEqual([
      ['queue.pop', 'd/a'],
      ['workqueue.get', 'd/b'],
      ['reconcile.write', 'd/w'],
    ]);
  });

  it('lets one step go for each Step, the one held longest first', async () => {
    stepper.pause();
    ask(pop('d/a'));
    ask(get('d/b'));
    expect(stepper.step()).toBe(true);
    await settle();
    expect(released).toEqual(['d/a']);
    ask(pop('d/next'));
    stepper.step();
    await settle();
    expect(released).toEqual(['d/a', 'd/b']);
    expect(stepper.held.map(({ key }) => key)).toEqual(['d/next']);
  });

  it('lets a chosen step go, and says when there is none', async () => {
    stepper.pause();
    ask(pop('d/a'));
    ask(get('d/b'));
    expect(stepper.step(stepper.held[1]!.id)).toBe(true);
    await settle();
    expect(released).toEqual(['d/b']);
    stepper.step();
    expect(stepper.step()).toBe(false);
    expect(stepper.step(99)).toBe(false);
  });

  it('lets everything go on Continue, and holds nothing afterwards', async () => {
    stepper.pause();
    ask(pop('d/a'));
    ask(get('d/b'));
    stepper.continue();
    ask(pop('d/c'));
    await settle();
    expect(released).toEqual(['d/c at once', 'd/a', 'd/b']);
    expect(stepper.paused).toBe(false);
  });

  it('lets everything go when it is disposed of, and cannot be paused again', async () => {
    stepper.pause();
    ask(pop('d/a'));
    stepper.dispose();
    await settle();
    expect(released).toEqual(['d/a']);
    stepper.pause();
    expect(stepper.ask(pop('d/b'))).toBeUndefined();
  });

  it('forgets a step whose owner has been stopped', async () => {
    const stop = new AbortController();
    stepper.pause();
    ask({ ...pop('d/a'), signal: stop.signal });
    ask(pop('d/b'));
    stop.abort();
    await settle();
    expect(stepper.held.map(({ key }) => key)).toEqual(['d/b']);
    expect(released).toEqual(['d/a']);
    expect(stepper.ask({ ...pop('d/c'), signal: stop.signal })).toBeUndefined();
  });

  it('shows what a held write would send, and hands on what was decided about it', async () => {
    stepper.pause();
    const decisions: unknown[] = [];
    for (const key of ['d/a', 'd/b', 'd/c', 'd/e']) void stepper.ask(write(key))!.then((decision) => decisions.push(decision));
    expect(stepper.held[0]).toMatchObject({ key: 'd/a', effect: { summary: 'patch v1/pods d/a', body: { spec: {} } } });
    const [first, second, third] = stepper.held;
    stepper.step(first!.id, { type: 'skip' });
    stepper.step(second!.id, { type: 'fail', code: 409 });
    stepper.step(third!.id, { type: 'delay', ms: 500 });
    stepper.step();
    await settle();
    expect(decisions).toEqual([{ type: 'skip' }, { type: 'fail', code: 409 }, { type: 'delay', ms: 500 }, undefined]);
  });

  it('holds at the points that are chosen, and lets go what is held at others', async () => {
    stepper.pause();
    ask(pop('d/a'));
    ask(write('d/w'));
    expect(stepper.points).toEqual(['queue.pop', 'workqueue.get', 'reconcile.write']);
    const changes: number[] = [];
    stepper.onChange(() => changes.push(stepper.held.length));
    stepper.setPoints(['reconcile.write', 'reconcile.read']);
    await settle();
    expect(released).toEqual(['d/a']);
    expect(changes).toEqual([1]);
    expect(stepper.ask(pop('d/b'))).toBeUndefined();
    ask({ point: 'reconcile.read', owner: 'rollout', key: 'd/r' });
    expect(stepper.held.map(({ key }) => key)).toEqual(['d/w', 'd/r']);
    expect(stepper.paused).toBe(true);
  });

  it('leaves no listener on the signal of a step, whichever way that ended', async () => {
    const stop = new AbortController();
    stepper.pause();
    for (let time = 0; time < 100; time++) ask({ ...pop('d/a'), signal: stop.signal });
    stepper.step();
    stepper.letGo(stepper.held[0]!.id);
    stepper.setPoints(['reconcile.write']);
    stepper.setPoints(['queue.pop']);
    for (let time = 0; time < 100; time++) ask({ ...pop('d/a'), signal: stop.signal });
    stepper.continue();
    await settle();
    expect(released).toHaveLength(200);
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
  });

  it('is open while nobody wants to know of steps, and then costs a look', () => {
    expect(stepper.isOpen).toBe(true);
    stepper.pause();
    expect(stepper.isOpen).toBe(false);
    stepper.continue();
    expect(stepper.isOpen).toBe(true);
    stepper.runTo('d/*');
    expect(stepper.isOpen).toBe(false);
    stepper.pause();
    stepper.continue();
    stepper.setSlowMotion(100);
    expect(stepper.isOpen).toBe(false);
    stepper.setSlowMotion(null);
    expect(stepper.isOpen).toBe(true);
  });

  it('keeps up with a key breakpoint that nothing matches', () => {
    const breakpoints = new Breakpoints({ clock: systemClock, loadExpressions: () => Promise.reject(new Error('not needed')) });
    breakpoints.add({ enabled: true, key: 'web/*' });
    const watched = new Stepper(systemClock, { breakpoints });
    const started = performance.now();
    for (let event = 0; event < 50_000; event++) {
      for (const point of ['watch.event', 'queue.add', 'queue.pop', 'handler.call'] as const) if (watched.ask({ point, owner: 'v1/pods', key: 'd/a', signal })) throw new Error('it was held');
    }
    // Ten seconds of 5,000 events, in a small part of that: the machine may be busy.
    expect(performance.now() - started).toBeLessThan(5000);
    breakpoints.dispose();
    watched.dispose();
  });

  it('tells of each change', () => {
    const seen: string[] = [];
    stepper.onChange(() => seen.push(`${stepper.paused ? 'paused' : 'live'} ${stepper.held.length}`));
    stepper.pause();
    stepper.pause();
    ask(pop('d/a'));
    stepper.step();
    stepper.continue();
    expect(seen).toEqual(['paused 0', 'paused 1', 'paused 0', 'live 0']);
  });
});
