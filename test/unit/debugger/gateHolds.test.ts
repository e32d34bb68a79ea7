import { beforeEach, describe, expect, it } from 'vitest';
import { Stepper } from '../../../extension/debugger/stepper.ts';
import type { GateStep } from '../../../extension/trace/gate.ts';
import { FakeClock } from '../../support/fakeClock.ts';

const pop = (key: string, owner = 'v1/pods'): GateStep => ({ point: 'queue.pop', owner, key });

describe('a gate that is closed to some', () => {
  let stepper: Stepper;

  beforeEach(() => {
    stepper = new Stepper(new FakeClock());
  });

  it('holds what matches and lets everything else through, though nothing is paused', () => {
    stepper.holdAt({ point: 'queue.pop', owner: 'v1/pods', key: 'd/*' });
    expect(stepper.ask(pop('e/a'))).toBeUndefined();
    expect(stepper.ask(pop('d/a', 'v1/nodes'))).toBeUndefined();
    expect(stepper.ask({ point: 'queue.add', owner: 'v1/pods', key: 'd/a' })).toBeUndefined();
    expect(stepper.ask(pop('d/a'))).toBeInstanceOf(Promise);
    expect([stepper.paused, stepper.reason, stepper.held.map(({ key, reason }) => [key, reason?.type])]).toEqual([false, undefined, [['d/a', 'gate']]]);
  });

  it('opens again, and lets go what it held and nothing else', async () => {
    const first = stepper.holdAt({ point: 'queue.pop', key: 'd/a' });
    stepper.holdAt({ point: 'queue.pop', key: 'd/b' });
    const asked = stepper.ask(pop('d/a'));
    void stepper.ask(pop('d/b'));
    first.dispose();
    expect(await asked).toBeUndefined();
    expect(stepper.held.map(({ key }) => key)).toEqual(['d/b']);
    expect(stepper.ask(pop('d/a'))).toBeUndefined();
    expect(stepper.isOpen).toBe(false);
  });

  it('lets one step go, whose item is held at the next gate that is closed to it', async () => {
    stepper.holdAt({ point: 'queue.pop', key: 'd/a' });
    stepper.holdAt({ point: 'handler.call', key: 'd/a' });
    const asked = stepper.ask(pop('d/a'));
    stepper.step();
    await asked;
    expect(stepper.ask({ point: 'handler.call', owner: 'v1/pods', key: 'd/a' })).toBeInstanceOf(Promise);
  });

  it('is open for good after Continue, and costs nothing more', async () => {
    stepper.holdAt({ point: 'queue.pop' });
    const asked = stepper.ask(pop('d/a'));
    stepper.continue();
    await asked;
    expect([stepper.isOpen, stepper.ask(pop('d/a'))]).toEqual([true, undefined]);
  });

  it('keeps what it holds when somebody has paused meanwhile', () => {
    const hold = stepper.holdAt({ point: 'queue.pop' });
    void stepper.ask(pop('d/a'));
    stepper.pause();
    hold.dispose();
    expect(stepper.held).toHaveLength(1);
  });
});
