import { describe, expect, it } from 'vitest';
import { fitsRequiredAffinity } from '../../../../extension/playground/controllers/nodeAffinity.ts';
import type { Node, Pod } from '../../../../extension/playground/registry/shapes.ts';
import { PlaygroundHarness } from '../../../support/playgroundHarness.ts';

const node = { metadata: { name: 'n1', labels: { zone: 'a', cores: '8', none: '' } } } as unknown as Node;
const podOf = (...nodeSelectorTerms: object[]): Pod => ({ metadata: {}, spec: { containers: [], affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } } } }) as unknown as Pod;
const expression = (key: string, operator: string, ...values: string[]): object => ({ matchExpressions: [{ key, operator, ...(values.length > 0 && { values }) }] });

describe('a node that a pod must be on', () => {
  it.each([
    [expression('zone', 'In', 'a', 'b'), true],
    [expression('zone', 'In', 'b'), false],
    [expression('zone', 'NotIn', 'b'), true],
    [expression('other', 'NotIn', 'b'), true],
    [expression('zone', 'Exists'), true],
    [expression('zone', 'DoesNotExist'), false],
    [expression('cores', 'Gt', '7'), true],
    [expression('cores', 'Lt', '8'), false],
    [expression('zone', 'Gt', '1'), false],
    [expression('none', 'Gt', '-1'), false],
    [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n1'] }] }, true],
    [{}, false],
  ])('%j', (term, fits) => {
    expect(fitsRequiredAffinity(podOf(term), node)).toBe(fits);
  });

  it('fits one of several terms, each of which it fits wholly', () => {
    const both = { matchExpressions: [{ key: 'zone', operator: 'In', values: ['a'] }, { key: 'cores', operator: 'In', values: ['4'] }] };
    expect(fitsRequiredAffinity(podOf(both), node)).toBe(false);
    expect(fitsRequiredAffinity(podOf(both, expression('zone', 'Exists')), node)).toBe(true);
  });

  it('is waited for by the pod where there is none', async () => {
    const harness = new PlaygroundHarness({ controllers: ['*'] });
    await harness.clock.settle();
    const { spec } = podOf(expression('nope', 'In', 'x'));
    await harness.ask('POST', '/api/v1/namespaces/default/pods', { body: { metadata: { name: 'p' }, spec: { ...spec, containers: [{ name: 'c', image: 'i' }] } } });
    await harness.clock.advance(5000);
    const { status } = (await harness.get('/api/v1/namespaces/default/pods/p')).json;
    expect(status.phase).toBe('Pending');
    expect(status.conditions[0]!.message).toContain("didn't match Pod's node affinity/selector");
  });
});
