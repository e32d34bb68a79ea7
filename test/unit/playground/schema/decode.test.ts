import { describe, expect, it } from 'vitest';
import { decode, DecodeError, missingFields } from '../../../../extension/playground/schema/decode.ts';
import { definitionOf, definitions } from '../../../../extension/playground/schema/definitions.ts';
import type { DefinitionRef, Schema } from '../../../../extension/playground/schema/schema.ts';

const pod = { spec: { containers: [{ name: 'c', image: 'i' }] } };

function referenced(schema: Schema): DefinitionRef[] {
  if (schema.type === 'object') return [schema.definition];
  if (schema.type === 'list') return referenced(schema.items);
  return schema.type === 'map' ? referenced(schema.values) : [];
}

describe('the schemas', () => {
  it('refer to definitions that exist', () => {
    const names = [...definitions.values()].flatMap(({ fields }) => Object.values(fields).flatMap(referenced));
    expect(names.filter((name) => typeof name !== 'string' || !definitions.has(name))).toEqual([]);
  });

  it('merge lists by a field that the elements have', () => {
    for (const { name, fields } of definitions.values()) {
      for (const [field, schema] of Object.entries(fields)) {
        if (schema.type !== 'list' || schema.merge?.key === undefined || schema.items.type !== 'object') continue;
        expect(definitionOf(schema.items.definition).fields, `${name}.${field}`).toHaveProperty(schema.merge.key);
      }
    }
  });
});

describe('decode', () => {
  it('keeps what the kind has', () => {
    expect(decode('Pod', pod)).toEqual({ value: pod, unknown: [] });
  });

  it('looks into every setting of a pod', () => {
    const spec = { ...pod.spec, securityContext: { runAsUser: 0, bogus: 1 }, affinity: { nodeAffinity: { x: 1 } }, dnsConfig: { y: 2 }, hostAliases: [{ ip: '1.2.3.4', z: 3 }] };
    expect(decode('Pod', { spec }).unknown).toEqual(['spec.securityContext.bogus', 'spec.affinity.nodeAffinity.x', 'spec.dnsConfig.y', 'spec.hostAliases[0].z']);
    expect(decode('Pod', { spec }).value).toMatchObject({ spec: { securityContext: { runAsUser: 0 } } });
    expect(() => decode('Pod', { spec: { ...pod.spec, securityContext: { runAsNonRoot: 'maybe' } } })).toThrow('runAsNonRoot');
    expect(decode('JobSpec', { podFailurePolicy: { rules: [{ action: 'Ignore', onExitCodes: { operator: 'In', values: [1], more: 1 } }] } }).unknown).toEqual(['podFailurePolicy.rules[0].onExitCodes.more']);
  });

  it('has the keys of a map in the order in which Go writes them', () => {
    const { value } = decode('ConfigMap', { data: { value: '1', other: '2', Z: '3' } });
    expect(Object.keys(value['data'] as object)).toEqual(['Z', 'other', 'value']);
  });

  it('drops and names what it does not have', () => {
    const { value, unknown } = decode('Pod', { ...pod, extra: 1, spec: { containers: [{ name: 'c', imagee: 'i' }], toleration: [] } });
    expect(value).toEqual({ spec: { containers: [{ name: 'c' }] } });
    expect(unknown.toSorted()).toEqual(['extra', 'spec.containers[0].imagee', 'spec.toleration']);
  });

  it('takes null for absent, but in a map or list, where it is the value that is none', () => {
    expect(decode('Pod', { ...pod, metadata: { creationTimestamp: null, labels: { a: null, b: 'c' } } }).value).toEqual({ ...pod, metadata: { labels: { a: '', b: 'c' } } });
    const limits = { name: 'c', args: [null], env: [null], resources: { limits: { cpu: null } } };
    expect(decode('Container', limits).value).toEqual({ name: 'c', args: [''], env: [{}], resources: { limits: { cpu: '0' } } });
  });

  it.each([
    ['PodSpec', { hostname: '', hostNetwork: false, priority: 0, terminationGracePeriodSeconds: 0, containers: [{ name: '' }] }, { priority: 0, terminationGracePeriodSeconds: 0, containers: [{ name: '' }] }],
    ['DeploymentSpec', { replicas: 0, minReadySeconds: 0, paused: false }, { replicas: 0 }],
    ['ClientIPConfig', { timeoutSeconds: 0 }, { timeoutSeconds: 0 }],
    ['Probe', { timeoutSeconds: 0 }, {}],
    ['Secret', { immutable: false, type: '' }, { immutable: false }],
    ['LeaseSpec', { holderIdentity: '', leaseTransitions: 0 }, { holderIdentity: '', leaseTransitions: 0 }],
  ])('takes an optional value of a %s that says nothing for absent', (definition, json, value) => {
    expect(decode(definition, json).value).toEqual(value);
  });

  it('takes a map or list with nothing in it for absent, but not an object', () => {
    expect(decode('Pod', { metadata: { labels: {} }, spec: { containers: [{ name: 'c', args: [], resources: {} }], volumes: [] } }).value).toEqual({
      metadata: {},
      spec: { containers: [{ name: 'c', resources: {} }] },
    });
  });

  it.each([
    ['Deployment', { spec: { replicas: 'three' } }, 'spec.replicas'],
    ['Deployment', { spec: { replicas: 1.5 } }, 'spec.replicas'],
    ['Pod', { spec: { containers: {} } }, 'spec.containers'],
    ['Pod', { spec: { containers: ['c'] } }, 'spec.containers[0]'],
    ['Pod', { metadata: { labels: { a: 1 } } }, 'metadata.labels[a]'],
    ['Pod', { metadata: { creationTimestamp: 'today' } }, 'metadata.creationTimestamp'],
    ['Pod', { spec: { hostNetwork: 'yes' } }, 'spec.hostNetwork'],
    ['Pod', { spec: { containers: [{ resources: { limits: { cpu: 'much' } } }] } }, 'spec.containers[0].resources.limits[cpu]'],
    ['Secret', { data: { a: 'no base64!' } }, 'data[a]'],
    ['Pod', [], ''],
  ])('refuses a %s with the wrong type at %j', (definition, json, path) => {
    const error = (() => {
      try {
        decode(definition, json);
      } catch (thrown) {
        return thrown;
      }
      return undefined;
    })();
    expect(DecodeError.is(error) && error.data).toBe(path);
  });

  it('reads quantities as text, and ports by name or number', () => {
    const container = { name: 'c', resources: { requests: { cpu: 2 } }, livenessProbe: { httpGet: { port: 'http' } }, readinessProbe: { httpGet: { port: 80 } } };
    expect(decode('Container', container).value).toEqual({ ...container, resources: { requests: { cpu: '2' } } });
  });

  it('lets no key reach a prototype', () => {
    const json: unknown = JSON.parse('{"metadata":{"labels":{"__proto__":"x"},"__proto__":{"name":"evil"}},"__proto__":{"kind":"Evil"}}');
    const { value, unknown } = decode('ConfigMap', json);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(value['kind']).toBeUndefined();
    expect(unknown).toEqual(['metadata.__proto__', '__proto__']);
    expect(Object.keys((value['metadata'] as { labels: object }).labels)).toEqual(['__proto__']);
  });
});

describe('missingFields', () => {
  it('finds them wherever they are', () => {
    expect(missingFields('RoleBinding', { subjects: [{ name: 'n' }] }).map(({ field }) => field)).toEqual(['roleRef', 'subjects[0].kind']);
    // What the rules of a kind ask for is told by them.
    expect(missingFields('Deployment', { spec: { template: { spec: { containers: [{ image: 'i' }] } } } })).toEqual([]);
    expect(missingFields('Node', { spec: { taints: [{ key: 'k' }] } }).map(({ field }) => field)).toEqual(['spec.taints[0].effect']);
    expect(missingFields('Pod', {}).map(({ field }) => field)).toEqual(['spec']);
    expect(missingFields('Pod', pod)).toEqual([]);
  });
});
