import { expect, it } from 'vitest';
import { InformerRules } from '../../../extension/inspector/informerRules.ts';

it('an entry is of the rules that its informer followed when it was made', () => {
  const rules = new InformerRules();
  rules.started('v1/pods', 'article', 0);
  rules.started('v1/pods', 'article', 5);
  rules.started('v1/pods', '1.36', 10);
  rules.started('v1/secrets', '1.32', 7);
  const of = (informer: string | undefined, seq: number): string | undefined => rules.of(informer === undefined ? { seq } : { informer, seq });
  expect([1, 5, 6, 10, 11].map((seq) => of('v1/pods', seq))).toEqual(['article', 'article', 'article', 'article', '1.36']);
  expect([7, 8].map((seq) => of('v1/secrets', seq))).toEqual([undefined, '1.32']);
  expect([of('v1/nodes', 1), of(undefined, 1)]).toEqual([undefined, undefined]);
});
