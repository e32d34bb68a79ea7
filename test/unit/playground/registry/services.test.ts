import { beforeEach, describe, expect, it } from 'vitest';
import type { Service } from '../../../../extension/playground/registry/serviceShapes.ts';
import { PlaygroundHarness } from '../../../support/playgroundHarness.ts';

const services = '/api/v1/namespaces/default/services';
const slices = '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices';

let harness: PlaygroundHarness;
beforeEach(() => {
  harness = new PlaygroundHarness();
});

async function create(name: string, spec: object): Promise<{ readonly status: number; readonly service: Service; readonly message: string }> {
  const { status, json } = await harness.ask('POST', services, { body: { metadata: { name }, spec } });
  return { status, service: json, message: json.message };
}

async function cells(target: string, wide = false): Promise<unknown[]> {
  const { json } = await harness.ask('GET', target, { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' });
  const shown = json.columnDefinitions.map(({ priority }: { priority: number }) => wide || priority === 0);
  return json.rows[0].cells.filter((_: unknown, index: number) => shown[index]);
}

describe('a Service', () => {
  it('is given defaults, and an address of its own', async () => {
    const { status, service } = await create('a', { selector: { app: 'a' }, ports: [{ port: 80 }] });
    expect(status).toBe(201);
    expect(service.spec).toEqual({
      selector: { app: 'a' },
      ports: [{ port: 80, protocol: 'TCP', targetPort: 80 }],
      type: 'ClusterIP',
      sessionAffinity: 'None',
      clusterIP: service.spec.clusterIP,
      clusterIPs: [service.spec.clusterIP],
      ipFamilies: ['IPv4'],
      ipFamilyPolicy: 'SingleStack',
      internalTrafficPolicy: 'Cluster',
    });
    expect(service.spec.clusterIP).toMatch(/^10\.96\.\d+\.\d+$/);
    expect(service['status']).toEqual({ loadBalancer: {} });
    const others = await Promise.all(['b', 'c', 'd'].map((name) => create(name, { ports: [{ port: 80 }] })));
    expect(new Set([service, ...others.map((other) => other.service)].map(({ spec }) => spec.clusterIP)).size).toBe(4);
    expect(await cells(`${services}/a`, true)).toEqual(['a', 'ClusterIP', service.spec.clusterIP, '<none>', '80/TCP', '0s', 'app=a']);
  });

  it('gets the address that it asks for, and keeps it', async () => {
    expect((await create('a', { clusterIP: '10.96.3.4', ports: [{ port: 80 }] })).service.spec.clusterIPs).toEqual(['10.96.3.4']);
    const taken = await create('b', { clusterIP: '10.96.3.4', ports: [{ port: 80 }] });
    expect([taken.status, taken.message]).toEqual([422, expect.stringContaining('provided IP is already allocated')]);
    const moved = await harness.patch(`${services}/a`, { spec: { clusterIP: '10.96.3.5', clusterIPs: ['10.96.3.5'] } });
    expect([moved.status, moved.json.message]).toEqual([422, expect.stringContaining('field is immutable')]);
    expect((await create('c', { clusterIP: 'None' })).service.spec).toMatchObject({ clusterIP: 'None', clusterIPs: ['None'] });
  });

  it('is given ports of the nodes while its type has some', async () => {
    const { service } = await create('a', { type: 'NodePort', ports: [{ name: 'a', port: 80 }, { name: 'b', port: 81, nodePort: 30_081 }] });
    const [first, second] = service.spec.ports!.map(({ nodePort }) => nodePort!);
    expect(first).toBeGreaterThanOrEqual(30_000);
    expect(second).toBe(30_081);
    expect(service.spec.externalTrafficPolicy).toBe('Cluster');
    expect((await create('b', { type: 'NodePort', ports: [{ port: 80, nodePort: 30_081 }] })).message).toContain('provided port is already allocated');
    const { json } = await harness.patch(`${services}/a`, { spec: { type: 'ClusterIP' } });
    expect(json.spec.ports.map(({ nodePort }: { nodePort?: number }) => nodePort)).toEqual([undefined, undefined]);
    expect([json.spec.clusterIP, json.spec.externalTrafficPolicy]).toEqual([service.spec.clusterIP, undefined]);
    const { json: balanced } = await harness.patch(`${services}/a`, { spec: { type: 'LoadBalancer' } });
    expect(balanced.spec).toMatchObject({ allocateLoadBalancerNodePorts: true, ports: [{ nodePort: first }, { nodePort: expect.any(Number) }] });
    expect((await cells(`${services}/a`)).slice(1, 4)).toEqual(['LoadBalancer', service.spec.clusterIP, '<pending>']);
  });

  it('loses its address when it becomes a name', async () => {
    await create('a', { ports: [{ port: 80 }] });
    const { json } = await harness.patch(`${services}/a`, { spec: { type: 'ExternalName', externalName: 'example.com' } });
    expect(json.spec.clusterIP).toBeUndefined();
    expect((await cells(`${services}/a`)).slice(1, 4)).toEqual(['ExternalName', '<none>', 'example.com']);
  });

  it.each([
    [{}, 'spec.ports: Required value'],
    [{ type: 'Other', ports: [{ port: 80 }] }, 'spec.type: Unsupported value: "Other"'],
    [{ ports: [{ port: 0 }] }, 'must be between 1 and 65535'],
    [{ ports: [{ port: 80 }, { port: 81 }] }, 'spec.ports[0].name: Required value'],
    [{ ports: [{ port: 80, nodePort: 30_000 }] }, "may not be used when `type` is 'ClusterIP'"],
    [{ ports: [{ port: 80, targetPort: 'UPPER' }] }, 'spec.ports[0].targetPort'],
    [{ type: 'ExternalName' }, 'spec.externalName: Required value'],
    [{ clusterIP: 'here', ports: [{ port: 80 }] }, 'must be a valid IP address'],
  ])('is refused as %j', async (spec, message) => {
    const refused = await create('a', spec);
    expect([refused.status, refused.message]).toEqual([422, expect.stringContaining(message)]);
  });

  it('begins with a letter', async () => {
    expect((await create('1a', { ports: [{ port: 80 }] })).status).toBe(422);
  });

  it('is selected by type and by address', async () => {
    const list = async (selector: string): Promise<string[]> =>
      (await harness.get(`/api/v1/services?fieldSelector=${encodeURIComponent(selector)}`)).json.items.map(({ metadata }: Service) => metadata.name);
    await create('a', { type: 'NodePort', ports: [{ port: 80 }] });
    expect(await list('spec.type=NodePort')).toEqual(['a']);
    expect(await list('spec.clusterIP=10.96.0.1')).toEqual(['kubernetes']);
  });

  it('has a selector that one owner has whole', async () => {
    await create('a', { selector: { app: 'a' }, ports: [{ port: 80 }] });
    const { json } = await harness.ask('GET', `${services}/a`);
    expect(json.metadata.managedFields[0].fieldsV1['f:spec']['f:selector']).toEqual({});
  });
});

describe('an EndpointSlice', () => {
  it('is counted by generation, and shows the first of its addresses', async () => {
    const endpoints = [1, 2, 3, 4].map((number) => ({ addresses: [`10.0.0.${number}`] }));
    const { json } = await harness.ask('POST', slices, { body: { metadata: { name: 's' }, addressType: 'IPv4', endpoints, ports: [{ port: 80 }] } });
    expect(json).toMatchObject({ metadata: { generation: 1 }, ports: [{ name: '', port: 80, protocol: 'TCP' }] });
    expect((await cells(`${slices}/s`)).slice(1, 4)).toEqual(['IPv4', '80', '10.0.0.1,10.0.0.2,10.0.0.3 + 1 more...']);
    expect((await harness.patch(`${slices}/s`, { endpoints: endpoints.slice(1) })).json.metadata.generation).toBe(2);
    expect((await harness.patch(`${slices}/s`, { addressType: 'IPv6' })).status).toBe(422);
  });

  it.each([
    [{ addressType: 'Other' }, 'addressType: Unsupported value'],
    [{ addressType: 'IPv4', endpoints: [{ addresses: ['::1'] }] }, 'endpoints[0].addresses'],
    [{ addressType: 'IPv4', ports: [{ port: 1 }, { port: 2 }] }, 'Duplicate value'],
  ])('is refused as %j', async (content, message) => {
    const { status, json } = await harness.ask('POST', slices, { body: { metadata: { name: 's' }, ...content } });
    expect([status, json.message]).toEqual([422, expect.stringContaining(message)]);
  });

  it('leads, in a new world, to each pod of the Service that it belongs to', async () => {
    const { json } = await harness.get(`${slices}?labelSelector=kubernetes.io%2Fservice-name%3Dweb`);
    const pods = (await harness.get('/api/v1/namespaces/default/pods?labelSelector=app%3Dweb')).json.items;
    expect(json.items).toHaveLength(1);
    const targets = json.items[0].endpoints.map(({ targetRef }: { targetRef: { name: string } }) => targetRef.name);
    expect(targets.toSorted()).toEqual(pods.map(({ metadata }: Service) => metadata.name));
    expect(json.items[0].ports).toEqual([{ name: 'http', port: 80, protocol: 'TCP' }]);
  });
});
