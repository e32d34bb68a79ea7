import { describe, expect, it } from 'vitest';
import { type NodePath, reasonToIgnore } from '../../mutation/wording.ts';

type Node = NodePath['node'];

const identifier = (name: string): Node => ({ type: 'Identifier', name });
const member = (object: Node, property: Node): Node => ({ type: 'MemberExpression', object, property });
const call = (callee: Node): Node => ({ type: 'CallExpression', callee });
const text: Node = { type: 'StringLiteral' };

/** The innermost first. */
function path(...[node, ...around]: readonly [Node, ...Node[]]): NodePath {
  const [next, ...rest] = around;
  return { node, parentPath: next ? path(next, ...rest) : null };
}

const logger = identifier('logger');
const ownLogger = member({ type: 'ThisExpression' }, { type: 'PrivateName', id: logger });
const optionsLogger = member(member({ type: 'ThisExpression' }, { type: 'PrivateName', id: identifier('options') }), logger);

describe('what is not mutated', () => {
  it.each([
    ['logger.warn(…)', logger],
    ['this.#logger.warn(…)', ownLogger],
    ['this.#options.logger.warn(…)', optionsLogger],
  ])('the words in %s', (_, object) => {
    const logging = call(member(object, identifier('warn')));
    expect(reasonToIgnore(path(text, logging))).toBeDefined();
    expect(reasonToIgnore(path({ type: 'TemplateLiteral' }, { type: 'ConditionalExpression' }, logging))).toBeDefined();
    expect(reasonToIgnore(path(logging)), 'the call itself').toBeUndefined();
    expect(reasonToIgnore(path({ type: 'ConditionalExpression' }, logging)), 'what decides on the words').toBeUndefined();
  });

  it.each([
    ['new RangeError(…)', { type: 'NewExpression', callee: identifier('RangeError') }],
    ['probe.record(…)', call(member(identifier('probe'), identifier('record')))],
    ['logger.child(…)', call(member(logger, identifier('child')))],
    ['logger(…)', call(logger)],
  ])('but those in %s are', (_, around) => {
    expect(reasonToIgnore(path(text, around))).toBeUndefined();
  });
});
