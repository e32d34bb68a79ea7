import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { playgroundUsage } from '../../../../extension/cli/playgroundArguments.ts';
import type { KubeObject } from '../../../../extension/kube/object.ts';
import { validateMetadata } from '../../../../extension/playground/registry/objectValidation.ts';
import { builtInResources } from '../../../../extension/playground/registry/resources.ts';
import type { Pod, Workload } from '../../../../extension/playground/registry/shapes.ts';
import { decode, missingFields } from '../../../../extension/playground/schema/decode.ts';
import { createWorld, type WorldSize } from '../../../../extension/playground/world/createWorld.ts';

const now = Date.UTC(2026, 0, 1);
const definitions = new Map(builtInResources.map((definition) => [definition.kind, definition]));

function ofKind(objects: readonly KubeObject[], kind: string): KubeObject[] {
  return objects.filter((object) => object.kind === kind);
}

function idOf({ kind, metadata }: KubeObject): string {
  return `${kind} ${metadata.namespace ?? ''}/${metadata.name}`;
}

describe('the small world', () => {
  const world = createWorld('small', 1, now);

  it('has some eighty objects, among them Deployment default/web on nginx:1.25', () => {
    expect(world.length).toBeGreaterThanOrEqual(70);
    expect(world.length).toBeLessThanOrEqual(85);
    const web = world.find((object) => object.kind === 'Deployment' && object.metadata.name === 'web') as Workload;
    expect(web.metadata.namespace).toBe('default');
    expect(web.spec.template.spec.containers.map(({ image }) => image)).toEqual(['nginx:1.25']);
    expect(ofKind(world, 'Namespace').map(({ metadata }) => metadata.name)).toEqual(expect.arrayContaining(['default', 'kube-system']));
    // Made by whoever wants to lead, or brings a kind; and what every cluster has of users and roles, priorities and flow control, whatever else is in it.
    const leftToOthers = new Set(['FlowSchema', 'PriorityClass', 'PriorityLevelConfiguration', 'Lease', 'CustomResourceDefinition', 'ServiceAccount', 'Role', 'ClusterRole', 'RoleBinding', 'ClusterRoleBinding']);
    expect(new Set(world.map(({ kind }) => kind))).toEqual(new Set([...definitions.keys()].filter((kind) => !leftToOthers.has(kind))));
  });

  it('is about as large as the setting and the terminal say; Leases come with its controllers', () => {
    const setting = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../../../package.nls.json'), 'utf8')) as Record<string, string>;
    for (const said of [setting['config.playground.size.small']!, playgroundUsage]) {
      const objects = Number(/some (\d+) objects/i.exec(said)![1]);
      expect(Math.abs(world.length - objects), said).toBeLessThan(10);
    }
  });

  it('has a ReplicaSet for each Deployment, alike but for its label, and as many pods as that wants', () => {
    for (const deployment of ofKind(world, 'Deployment') as Workload[]) {
      const owned = (ofKind(world, 'ReplicaSet') as Workload[]).filter(({ metadata }) => metadata.ownerReferences?.[0]?.uid === deployment.metadata.uid);
      const current = owned.filter(({ spec }) => spec.replicas! > 0);
      expect(current, idOf(deployment)).toHaveLength(1);
      const { spec, metadata } = current[0]!;
      const { 'pod-template-hash': hash, ...labels } = spec.template.metadata!.labels!;
      expect(hash).toBeTruthy();
      expect({ ...spec.template, metadata: { labels } }).toEqual(deployment.spec.template);
      const pods = ofKind(world, 'Pod').filter((pod) => pod.metadata.ownerReferences?.[0]?.uid === metadata.uid) as Pod[];
      expect(pods).toHaveLength(deployment.spec.replicas!);
      for (const pod of pods) expect(pod.spec.containers[0]?.image).toBe(deployment.spec.template.spec.containers[0]?.image);
    }
  });

  it('gives every pod a node that is there and an address of its own', () => {
    const nodes = new Set(ofKind(world, 'Node').map(({ metadata }) => metadata.name));
    const pods = ofKind(world, 'Pod') as Pod[];
    expect(pods.filter(({ spec }) => !nodes.has(spec.nodeName))).toEqual([]);
    const addresses = pods.filter(({ spec }) => !spec.hostNetwork).map(({ status }) => status?.podIP);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it('is the same for the same seed, and another for another', () => {
    expect(createWorld('small', 1, now)).toEqual(world);
    expect(createWorld('small', 2, now)).not.toEqual(world);
  });
});

describe.each(['small', 'town'] satisfies WorldSize[])('the world %s', (size) => {
  const world = createWorld(size, 7, now);

  it('is made of objects that the server itself would keep as they are', () => {
    for (const object of world) {
      const definition = definitions.get(object.kind!)!;
      const { value, unknown } = decode(definition.schema, object);
      expect(unknown, idOf(object)).toEqual([]);
      // Comparing with a matcher is too slow for so many.
      if (!isDeepStrictEqual(value, object)) expect(value, idOf(object)).toEqual(object);
      if (!isDeepStrictEqual(definition.applyDefaults(object), object)) expect(definition.applyDefaults(object), idOf(object)).toEqual(object);
      const errors = [...missingFields(definition.schema, object), ...validateMetadata(object, definition), ...definition.validate(object)];
      expect(errors, idOf(object)).toEqual([]);
    }
  }, 60_000);

  it('has each name and each uid once', () => {
    expect(new Set(world.map(idOf)).size).toBe(world.length);
    expect(new Set(world.map(({ metadata }) => metadata.uid)).size).toBe(world.length);
  });

  it('has only owners that are there', () => {
    const uids = new Set(world.map(({ metadata }) => metadata.uid));
    const served = new Set(definitions.keys());
    const dangling = world.filter(({ metadata }) => metadata.ownerReferences?.some(({ kind, uid }) => served.has(kind) && !uids.has(uid)));
    expect(dangling.map(idOf)).toEqual([]);
  });
});

describe('the sizes', () => {
  it.each([
    ['town', 5_000],
    ['city', 20_000],
  ] as const)('%s has %i pods, of five to six kilobytes, some of it field ownership', (size, count) => {
    const pods = ofKind(createWorld(size, 1, now), 'Pod');
    expect(pods).toHaveLength(count);
    const sample = pods.at(-1)!;
    expect(JSON.stringify(sample).length).toBeGreaterThan(4500);
    expect(JSON.stringify(sample).length).toBeLessThan(6500);
    expect(JSON.stringify(sample.metadata.managedFields).length).toBeGreaterThan(1800);
  }, 60_000);
});
