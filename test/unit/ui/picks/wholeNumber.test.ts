import { expect, it } from 'vitest';
import { faultLimits } from '../../../../extension/introspection/faults.ts';
import { wholeNumber } from '../../../../extension/ui/picks/wholeNumber.ts';

it('takes each seed and each time that the playground takes', () => {
  expect([wholeNumber('0', 5), wholeNumber(' 5 ', 5), wholeNumber(String(faultLimits.seed), faultLimits.seed), wholeNumber(String(faultLimits.ms), faultLimits.ms)]).toEqual([0, 5, faultLimits.seed, faultLimits.ms]);
});

it.each(['', '-1', '1.5', '6', '1e1', 'five', '99999999999'])('does not take %j where 5 is the most', (text) => {
  expect(wholeNumber(text, 5)).toBeUndefined();
});
