import { expect, it } from 'vitest';
import { namePattern } from '../../../extension/debugger/namePattern.ts';

it('fits an informer whose name is as long as its selectors make it, and no other', () => {
  const name = `v1/pods?labelSelector=name+in+(${'x'.repeat(980)})&fieldSelector=metadata.name!=${'y'.repeat(980)}`;
  const matches = namePattern(name);
  expect([matches(name), matches(name.slice(0, 600)), matches(`${name}y`)]).toEqual([true, false, false]);
  expect(namePattern(`${name.slice(0, 1500)}*`)(name)).toBe(true);
});
