import { expect, it } from 'vitest';
import { closedContextsOf, nodesOf, sessionIn } from '../../../extension/ui/commands/arguments.ts';

const row = (name: string): object => ({ type: 'closedContext', id: `closedContext ${name}`, name });

it('takes the context that was clicked, or all that are selected', () => {
  expect(closedContextsOf([row('dev')])).toEqual(['dev']);
  expect(closedContextsOf([row('dev'), [row('dev'), { type: 'moreContexts', id: 'more', count: 3 }, row('test')]])).toEqual(['dev', 'test']);
});

it('takes anything else for no context, and such a row for no session and no other node', () => {
  for (const args of [[], [undefined], ['dev'], [{ type: 'closedContext', id: 'x', name: 7 }], [{ type: 'source', id: 'x', name: 'dev' }]]) expect(closedContextsOf(args)).toEqual([]);
  expect(sessionIn([row('dev')])).toBeUndefined();
  expect(nodesOf('source', [row('dev')])).toEqual([]);
});
