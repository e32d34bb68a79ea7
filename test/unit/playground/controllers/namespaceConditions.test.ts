import { describe, expect, it, vi } from 'vitest';
import { namespaceConditions } from '../../../../extension/playground/controllers/namespaceConditions.ts';
import { configMaps } from '../../../../extension/playground/registry/resources/configMaps.ts';
import { leases } from '../../../../extension/playground/registry/resources/leases.ts';
import type { Namespace } from '../../../../extension/playground/registry/shapes.ts';
import { PlaygroundHarness } from '../../../support/playgroundHarness.ts';

const held = { metadata: { name: 'a', finalizers: ['example.com/hold', 'example.com/too'] } };

describe('what a namespace on its way out tells', () => {
  it('of what is left in it, by resource and by finalizer', () => {
    const conditions = namespaceConditions(undefined, [[configMaps, [held, { metadata: { name: 'b' } }]], [leases, [held]]], 'now');
    expect(conditions.map(({ type, status, reason }) => [type, status, reason])).toEqual([
      ['NamespaceDeletionDiscoveryFailure', 'False', 'ResourcesDiscovered'],
      ['NamespaceDeletionGroupVersionParsingFailure', 'False', 'ParsedGroupVersions'],
      ['NamespaceDeletionContentFailure', 'False', 'ContentDeleted'],
      ['NamespaceContentRemaining', 'True', 'SomeResourcesRemain'],
      ['NamespaceFinalizersRemaining', 'True', 'SomeFinalizersRemain'],
    ]);
    expect(conditions[3]!.message).toBe('Some resources are remaining: configmaps. has 2 resource instances, leases.coordination.k8s.io has 1 resource instances');
    expect(conditions[4]!.message).toBe('Some content in the namespace has finalizers remaining: example.com/hold in 2 resource instances, example.com/too in 2 resource instances');
  });

  it('is told again only where it has changed, beside what others say', () => {
    const other = { type: 'Other', status: 'True' };
    const first = namespaceConditions([other], [[configMaps, [held]]], 'first');
    expect(first[0]).toBe(other);
    expect(namespaceConditions(first, [[configMaps, [held]]], 'later')).toBe(first);
    const empty = namespaceConditions(first, [[configMaps, []]], 'later');
    expect(empty.map(({ lastTransitionTime }) => lastTransitionTime)).toEqual([undefined, 'first', 'first', 'first', 'later', 'later']);
    expect(empty.slice(1).every(({ status }) => status === 'False')).toBe(true);
  });

  it('on the playground, until the last finalizer is gone', async () => {
    const harness = new PlaygroundHarness({ controllers: ['namespace'] });
    await harness.ask('POST', '/api/v1/namespaces', { body: { metadata: { name: 'n' } } });
    const configMap = '/api/v1/namespaces/n/configmaps';
    for (const metadata of [{ name: 'a', finalizers: ['example.com/hold'] }, { name: 'b' }]) await harness.ask('POST', configMap, { body: { metadata } });
    await harness.ask('DELETE', '/api/v1/namespaces/n');
    await harness.clock.advance(1000);
    const { status } = (await harness.object('/api/v1/namespaces/n')) as Namespace;
    expect(status?.phase).toBe('Terminating');
    expect(status?.conditions?.filter((condition) => condition.status === 'True').map(({ message }) => message)).toEqual([
      'Some resources are remaining: configmaps. has 1 resource instances',
      'Some content in the namespace has finalizers remaining: example.com/hold in 1 resource instances',
    ]);
    await harness.patch(`${configMap}/a`, { metadata: { finalizers: null } });
    await harness.clock.advance(1000);
    expect((await harness.get('/api/v1/namespaces/n')).status).toBe(404);
  });

  it('is looked through for that now and then, and not each time that some of it goes', async () => {
    const harness = new PlaygroundHarness({ controllers: ['namespace'] });
    await harness.ask('POST', '/api/v1/namespaces', { body: { metadata: { name: 'n' } } });
    const many = 6000;
    const store = harness.playground.registry.find(configMaps)!;
    for (let index = 0; index < many; index++) store.create('n', { metadata: { name: `c-${index}` } });
    const finds = vi.spyOn(store, 'find');
    await harness.ask('DELETE', '/api/v1/namespaces/n');
    await harness.clock.advance(3000);
    expect((await harness.get('/api/v1/namespaces/n')).status).toBe(404);
    expect(finds.mock.calls.length).toBeGreaterThan(0);
    expect(finds.mock.calls.length).toBeLessThan(3 * many);
  });

  it('is looked through now and then also where nothing goes', async () => {
    const harness = new PlaygroundHarness({ controllers: ['namespace'] });
    await harness.ask('POST', '/api/v1/namespaces', { body: { metadata: { name: 'n' } } });
    const store = harness.playground.registry.find(configMaps)!;
    for (let index = 0; index < 100; index++) store.create('n', { metadata: { name: `c-${index}`, finalizers: ['example.com/hold'] } });
    const finds = vi.spyOn(store, 'find');
    await harness.ask('DELETE', '/api/v1/namespaces/n');
    await harness.clock.advance(60_000);
    expect(finds.mock.calls.length).toBeLessThan(5000);
    const { status } = (await harness.object('/api/v1/namespaces/n')) as Namespace;
    expect(status?.conditions?.find(({ type }) => type === 'NamespaceContentRemaining')?.message).toContain('configmaps. has 100 resource instances');
  });
});
