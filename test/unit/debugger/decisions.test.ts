import { beforeEach, describe, expect, it } from 'vitest';
import { Stepper } from '../../../extension/debugger/stepper.ts';
import type { GateDecision, GateStep } from '../../../extension/trace/gate.ts';
import { FakeClock } from '../../support/fakeClock.ts';

const event = (key: string): GateStep => ({ point: 'watch.event', owner: 'v1/pods', key, takes: ['skip', 'delay'] });
const start = (owner: string, key: string): GateStep => ({ point: 'reconcile.start', owner, key, takes: ['fail'] });

describe('decisions on steps', () => {
  let stepper: Stepper;

  beforeEach(() => {
    stepper = new Stepper(new FakeClock(), { allowsWhatIf: true, points: ['watch.event', 'queue.pop'] });
  });

  it('are handed on with the step', async () => {
    stepper.pause();
    const asked = stepper.ask(event('d/a'))!;
    stepper.step(undefined, { type: 'skip' });
    expect(await asked).toEqual({ type: 'skip' });
  });

  it.each<[string, GateStep, GateDecision, string]>([
    ['a step that takes others', event('d/a'), { type: 'swap' }, '`swap` cannot be done at watch.event: it takes skip, delay.'],
    ['a step that takes none', { point: 'queue.pop', owner: 'v1/pods', key: 'd/a' }, { type: 'skip' }, '`skip` cannot be done at queue.pop: it can only be let go.'],
  ])('are refused with a sentence for %s, which stays held', (_, step, decision, message) => {
    stepper.pause();
    void stepper.ask(step);
    expect(() => stepper.step(undefined, decision)).toThrow(expect.objectContaining({ name: 'DecisionRefused', code: 'notHere', message }));
    expect(stepper.held).toHaveLength(1);
  });

  it('are refused with a sentence where a real cluster is looked at, but for those of writes', async () => {
    const real = new Stepper(new FakeClock(), { points: ['watch.event', 'reconcile.write'] });
    real.pause();
    void real.ask(event('d/a'));
    const refused = expect.objectContaining({ code: 'readOnly', message: expect.stringMatching(/^What a real cluster says is never changed: `skip` can be done on the playground and on a recording only\./) });
    expect(() => real.step(undefined, { type: 'skip' })).toThrow(refused);
    expect(() => real.decideNext({ point: 'watch.event' }, { type: 'skip' })).toThrow(refused);
    const write = real.ask({ point: 'reconcile.write', owner: 'c', key: 'd/a' })!;
    real.letGo(2, { type: 'fail', code: 409 });
    expect(await write).toEqual({ type: 'fail', code: 409 });
  });

  it('can be made ahead for the next step that matches, which is not held then', async () => {
    const changes: number[] = [];
    stepper.decideNext({ point: 'watch.event', owner: 'v1/pods', key: 'd/*' }, { type: 'delay', ms: 5 });
    stepper.onChange(() => changes.push(stepper.held.length));
    expect(stepper.ask(event('e/a'))).toBeUndefined();
    expect(stepper.ask({ ...event('d/a'), owner: 'v1/nodes' })).toBeUndefined();
    expect(stepper.ask({ point: 'queue.add', owner: 'v1/pods', key: 'd/a' })).toBeUndefined();
    stepper.pause();
    expect(await stepper.ask(event('d/a'))).toEqual({ type: 'delay', ms: 5 });
    expect(stepper.held).toEqual([]);
    void stepper.ask(event('d/a'));
    expect(stepper.held).toHaveLength(1);
  });

  it('made ahead wait for a step that takes them, and can be taken back', async () => {
    const taken = stepper.decideNext({ point: 'watch.event' }, { type: 'swap' });
    expect(stepper.ask(event('d/a'))).toBeUndefined();
    expect(await stepper.ask({ ...event('d/a'), takes: ['swap'] })).toEqual({ type: 'swap' });
    taken.dispose();
    const back = stepper.decideNext({ point: 'reconcile.start', owner: 'c' }, { type: 'fail', code: 500 });
    back.dispose();
    expect(stepper.ask(start('c', 'd/a'))).toBeUndefined();
    expect(() => stepper.decideNext({ point: 'queue.pop' }, { type: 'skip' })).toThrow('it can only be let go');
  });

  it('are of no use after the end', () => {
    stepper.decideNext({ point: 'watch.event' }, { type: 'skip' });
    stepper.dispose();
    expect(stepper.ask(event('d/a'))).toBeUndefined();
  });
});
