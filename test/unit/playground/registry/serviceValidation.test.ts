import { describe, expect, it } from 'vitest';
import { validateService } from '../../../../extension/playground/registry/serviceValidation.ts';
import type { Service, ServiceSpec } from '../../../../extension/playground/registry/serviceShapes.ts';
import { PlaygroundHarness } from '../../../support/playgroundHarness.ts';

const ports = [{ port: 80 }];

function faults(service: object): string[] {
  return validateService({ metadata: { name: 's' }, ...service } as Service).map(({ reason, field }) => `${reason.replace('FieldValue', '')} ${field}`);
}

function ofSpec(spec: Partial<ServiceSpec>): string[] {
  return faults({ spec: { ports, ...spec } }).map((fault) => fault.replace('spec.', ''));
}

describe('from where a Service is reached', () => {
  it.each<readonly [Partial<ServiceSpec>, readonly string[]]>([
    [{ externalIPs: ['192.0.2.7', '2001:db8::1'] }, []],
    [{ externalIPs: ['x', '0.0.0.0', '127.1.2.3', '169.254.0.1', '224.0.0.1'] }, [0, 1, 2, 3, 4].map((index) => `Invalid externalIPs[${index}]`)],
    [{ externalIPs: ['::', '::1', 'fe80::1', 'ff02::1'] }, [0, 1, 2, 3].map((index) => `Invalid externalIPs[${index}]`)],
    [{ type: 'NodePort', externalTrafficPolicy: 'Local' }, []],
    [{ externalTrafficPolicy: 'Local' }, ['Invalid externalTrafficPolicy']],
    [{ type: 'LoadBalancer', externalTrafficPolicy: 'Somewhere' }, ['Invalid externalTrafficPolicy']],
    [{ type: 'LoadBalancer', externalTrafficPolicy: 'Local', healthCheckNodePort: 30_500 }, []],
    [{ type: 'LoadBalancer', healthCheckNodePort: 30_500 }, ['Invalid healthCheckNodePort']],
    [{ type: 'LoadBalancer', loadBalancerSourceRanges: ['10.0.0.0/8', ' 2001:db8::/32 '] }, []],
    [{ loadBalancerSourceRanges: ['10.0.0.0/8'] }, ['Forbidden LoadBalancerSourceRanges']],
    [{ type: 'LoadBalancer', loadBalancerSourceRanges: ['10.0.0.0/33'] }, ['Invalid LoadBalancerSourceRanges']],
    [{ type: 'LoadBalancer', loadBalancerSourceRanges: ['10.0.0.0'] }, ['Invalid LoadBalancerSourceRanges']],
    [{ clusterIP: 'None', type: 'NodePort' }, ['Invalid clusterIPs[0]']],
    [{ clusterIP: '::1' }, ['Invalid clusterIPs[0]']],
    [{ clusterIP: 'None', ports: [] }, []],
  ])('%o', (spec, expected) => {
    expect(ofSpec(spec)).toEqual(expected);
  });
});

describe('for how long a client is sent to one pod', () => {
  it.each([
    [0, 1],
    [1, 0],
    [86_400, 0],
    [86_401, 1],
  ])('%i seconds', (timeoutSeconds, count) => {
    const sessionAffinityConfig = { clientIP: { timeoutSeconds } };
    expect(ofSpec({ sessionAffinity: 'ClientIP', sessionAffinityConfig })).toHaveLength(count);
    expect(ofSpec({ sessionAffinity: 'None', sessionAffinityConfig })).toEqual([]);
  });

  it('is by nothing else than its address', () => {
    expect(ofSpec({ sessionAffinity: 'Cookie' })).toEqual(['NotSupported sessionAffinity']);
  });
});

describe('a Service that is a name', () => {
  it.each<readonly [Partial<ServiceSpec>, readonly string[]]>([
    [{ externalName: 'a.example.com' }, []],
    [{}, ['Required externalName']],
    [{ externalName: 'not a name' }, ['Invalid externalName']],
    [{ externalName: 'a.example.com', clusterIP: 'None' }, ['Forbidden clusterIPs']],
  ])('%o', (spec, expected) => {
    expect(ofSpec({ type: 'ExternalName', ...spec })).toEqual(expected);
  });
});

describe('ports', () => {
  it.each<readonly [ServiceSpec['ports'], readonly string[]]>([
    [[{ name: 'a', port: 80 }, { name: 'b', port: 80, protocol: 'UDP' }], []],
    [[{ port: 80 }, { port: 81 }], ['Required [0].name', 'Required [1].name']],
    [[{ name: 'a', port: 80 }, { name: 'a', port: 81 }], ['Duplicate [1].name']],
    [[{ name: 'a', port: 80 }, { name: 'b', port: 80 }], ['Duplicate [1]']],
    [[{ name: 'UPPER', port: 80 }], ['Invalid [0].name']],
    [[{ port: 80, protocol: 'ICMP' }], ['NotSupported [0].protocol']],
    [[{ port: 80, targetPort: 'http' }], []],
    [[{ port: 80, targetPort: 'a-name-of-more-than-fifteen' }], ['Invalid [0].targetPort']],
    [[{ port: 80, targetPort: 'a--b' }], ['Invalid [0].targetPort']],
    [[{ port: 80, targetPort: '8080' }], ['Invalid [0].targetPort']],
    [[{ port: 80, targetPort: 70_000 }], ['Invalid [0].targetPort']],
    [[{ port: 80, nodePort: 30_100 }], ['Forbidden [0].nodePort']],
  ])('%o', (given, expected) => {
    expect(ofSpec({ ports: given! }).map((fault) => fault.replace('ports', ''))).toEqual(expected);
  });
});

it('a load balancer has addresses that are some, and names that are none', () => {
  const ingress = [{ ip: '192.0.2.9' }, { hostname: 'lb.example.com' }, { ip: 'x' }, { hostname: '192.0.2.1' }, { hostname: 'not a name' }];
  expect(faults({ spec: { type: 'LoadBalancer', ports }, status: { loadBalancer: { ingress } } })).toEqual(['ip', 'hostname', 'hostname'].map((field, index) => `Invalid status.loadBalancer.ingress[${index + 2}].${field}`));
});

it('an address stays, unless there is none any more', async () => {
  const harness = new PlaygroundHarness();
  const services = '/api/v1/namespaces/default/services';
  await harness.ask('POST', services, { body: { metadata: { name: 'a' }, spec: { clusterIP: '10.96.3.4', ports } } });
  const { status, json } = await harness.patch(`${services}/a`, { spec: { clusterIP: '10.96.3.5', clusterIPs: ['10.96.3.5'] } });
  expect([status, json.details.causes.map(({ field }: { readonly field: string }) => field)]).toEqual([422, ['spec.clusterIPs[0]']]);
  expect((await harness.patch(`${services}/a`, { spec: { type: 'ExternalName', externalName: 'a.example.com', clusterIP: null, clusterIPs: null } })).status).toBe(200);
});
