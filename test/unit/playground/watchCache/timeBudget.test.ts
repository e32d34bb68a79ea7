import { describe, expect, it } from 'vitest';
import { TimeBudget } from '../../../../extension/playground/watchCache/timeBudget.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

describe('TimeBudget', () => {
  it('A-43: at most 100 ms, refilled by 50 ms a second', () => {
    const clock = new FakeClock();
    const budget = new TimeBudget(clock);
    expect(budget.take()).toBe(100);
    expect(budget.take()).toBe(0);
    clock.pass(1000);
    expect(budget.take()).toBe(50);
    clock.pass(60_000);
    expect(budget.take()).toBe(100);
    budget.giveBack(30);
    expect(budget.take()).toBe(30);
    budget.giveBack(500);
    expect(budget.take()).toBe(100);
  });
});
