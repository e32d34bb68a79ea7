import { expect, it } from 'vitest';
import { RulesInForce } from '../../../extension/inspector/rulesInForce.ts';

it('an entry is of the rules that held when it was made', () => {
  const rules = new RulesInForce();
  rules.started('v1/pods', 'article', 0);
  rules.started('v1/pods', 'article', 5);
  rules.started('v1/pods', '1.36', 10);
  rules.started('v1/secrets', '1.32', 7);
  expect([1, 5, 6, 10, 11].map((seq) => rules.at('v1/pods', seq))).toEqual(['article', 'article', 'article', 'article', '1.36']);
  expect([7, 8].map((seq) => rules.at('v1/secrets', seq))).toEqual([undefined, '1.32']);
  expect(rules.at('v1/nodes', 1)).toBeUndefined();
});
