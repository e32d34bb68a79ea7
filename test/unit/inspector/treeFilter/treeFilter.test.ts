import { describe, expect, it } from 'vitest';
import type { ExpressionFault } from '../../../../extension/base/expressionError.ts';
import { celConditions } from '../../../../extension/inspector/treeFilter/celConditions.ts';
import { type CompileCondition, treeFilter } from '../../../../extension/inspector/treeFilter/treeFilter.ts';
import { TreeFilterError } from '../../../../extension/inspector/treeFilter/treeFilterError.ts';
import { metaNamespaceKey } from '../../../../extension/kube/key.ts';
import type { KubeObject } from '../../../../extension/kube/object.ts';

const objects: readonly KubeObject[] = [
  { metadata: { name: 'web-1', namespace: 'shop', labels: { app: 'web', tier: 'a' } }, status: { phase: 'Running' }, spec: { images: ['nginx:1', 'proxy:2'] } },
  { metadata: { name: 'web-2', namespace: 'default', labels: { app: 'web' } }, status: { phase: 'Pending' } },
  { metadata: { name: 'Queue', namespace: 'shop' } },
  { metadata: { name: 'system:node' } },
];

let loads = 0;
const load = (): Promise<CompileCondition> => {
  loads++;
  return Promise.resolve(celConditions);
};

async function found(text: string): Promise<string[]> {
  const filter = (await treeFilter(text, load))!;
  return objects.filter((object) => filter.accepts(metaNamespaceKey(object), object)).map(metaNamespaceKey);
}

describe('a filter of the tree', () => {
  it.each([
    ['web', ['shop/web-1', 'default/web-2']],
    ['SHOP', ['shop/web-1', 'shop/Queue']],
    ['p/w', ['shop/web-1']],
    ['shop queue', ['shop/Queue']],
    ['web-*', ['shop/web-1', 'default/web-2']],
    ['*-2', ['default/web-2']],
    ['eb-*', []],
    ['shop/*', ['shop/web-1', 'shop/Queue']],
    ['sho/*', []],
    ['system:*', ['system:node']],
    ['(.*', []],
    ['labels: app=web', ['shop/web-1', 'default/web-2']],
    ['labels: app=web,tier', ['shop/web-1']],
    ['Labels: app=web CEL: object.metadata.name == "web-1"', ['shop/web-1']],
    ['labels: !app', ['shop/Queue', 'system:node']],
    ['shop labels: app!=web', ['shop/Queue']],
    ['labels: app cel: object.status.phase == "Running"', ['shop/web-1']],
    ['cel: has(object.spec) && object.spec.images.exists(image, image.startsWith("proxy"))', ['shop/web-1']],
    ['cel: object.metadata.name.matches("^[a-z]+-2$")', ['default/web-2']],
  ])('finds by %j', async (text, keys) => {
    expect(await found(text)).toEqual(keys);
  });

  it('asks for nothing when there is nothing in it', async () => {
    expect([await treeFilter('', load), await treeFilter('   ', load)]).toEqual([undefined, undefined]);
  });

  it('loads the language of expressions for one that has an expression only', async () => {
    loads = 0;
    await treeFilter('web labels: app', load);
    expect(loads).toBe(0);
    await treeFilter('cel: true', load);
    expect(loads).toBe(1);
  });

  it('says of an expression that is none what is wrong with it', async () => {
    const wrong: readonly (readonly [string, ExpressionFault])[] = [
      ['cel: object.', { kind: 'syntax', at: '1:7', found: '.' }],
      ['cel: (object', { kind: 'syntax', at: '1:8', found: 'end of input' }],
      ['cel: oldObject.x == 1', { kind: 'unknownName', name: 'oldObject', known: ['object'] }],
      ['cel: nothing(object)', { kind: 'noFunction', name: 'nothing' }],
    ];
    for (const [text, why] of wrong) {
      const error: unknown = await treeFilter(text, load).catch((thrown: unknown) => thrown);
      expect(TreeFilterError.is(error) && error.data).toEqual({ kind: 'notAnExpression', why });
    }
  });

  it('throws where an expression has no answer: a field that is missing, a value that is no yes and no no, one that looks at too much', async () => {
    const of = async (text: string): Promise<unknown> => {
      const filter = (await treeFilter(text, load))!;
      try {
        return filter.accepts('shop/big', { metadata: { name: 'big' }, list: Array.from({ length: 400 }, (_, index) => index) });
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(await of('cel: object.status.phase == "x"')).toMatch(/not found: status/);
    expect(await of('cel: object.metadata.name')).toMatch(/neither true nor false/);
    expect(await of('cel: object.list.all(a, object.list.all(b, a + b >= 0))')).toMatch(/looks at more than 5000 values/);
    expect(await of('cel: object.list.all(a, a >= 0)')).toBe(true);
  });
});
