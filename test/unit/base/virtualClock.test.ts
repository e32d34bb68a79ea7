import { expect, it } from 'vitest';
import { systemClock } from '../../../extension/base/systemClock.ts';
import { VirtualClock } from '../../../extension/base/virtualClock.ts';

it('stands still until it is moved, and runs each timer at its own time, with all that follows from it before the next', async () => {
  const clock = new VirtualClock(systemClock);
  const seen: string[] = [];
  clock.setTimer(20, () => seen.push(`late ${clock.now()}`));
  clock.setTimer(10, () => {
    seen.push(`early ${clock.now()}`);
    void Promise.resolve().then(() => clock.defer(() => seen.push(`what follows ${clock.now()}`)));
    clock.setTimer(5, () => seen.push(`set by it ${clock.now()}`));
  });
  clock.setTimer(10, () => seen.push('never')).dispose();
  await clock.settle();
  expect(seen).toEqual([]);
  await clock.advanceTo(15);
  expect(seen).toEqual(['early 10', 'what follows 10', 'set by it 15']);
  await clock.advanceTo(1000);
  expect(seen.at(-1)).toBe('late 20');
  expect(clock.now()).toBe(1000);
});
