import type { Random } from '../../../../extension/base/random.ts';
import { chance, pick } from './draws.ts';

// Bodies of many kinds, put together loosely.
// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any;

/** What is sent of pods, alone and in templates. */

function container(random: Random, name = 'main'): Loose {
  return {
    name,
    image: pick(random, ['nginx:1.25', 'nginx', 'nginx:latest', 'registry.example.com:5000/a/b@sha256:0123456789012345678901234567890123456789012345678901234567890123']),
    ...(chance(random, 30) && { ports: [{ containerPort: 80 }, ...(chance(random, 50) ? [{ containerPort: 81, name: 'metrics', protocol: 'UDP' }] : [])] }),
    ...(chance(random, 30) && { env: [{ name: 'A', value: 'x' }, { name: 'NODE', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } }, ...(chance(random, 30) ? [{ name: 'CPU', valueFrom: { resourceFieldRef: { resource: 'limits.cpu', divisor: '1m' } } }, { name: 'KEY', valueFrom: { secretKeyRef: { name: 's', key: 'k', optional: true } } }, { name: 'MEMORY', valueFrom: { resourceFieldRef: { resource: 'requests.memory' } } }] : [])], envFrom: [{ prefix: 'P_', configMapRef: { name: 'c' } }] }),
    ...(chance(random, 30) && { resources: { requests: { cpu: '100m', memory: '64Mi' }, ...(chance(random, 50) && { limits: { cpu: '100m', memory: '64Mi' } }) } }),
    ...(chance(random, 20) && { command: ['sh', '-c', 'sleep 1'], args: ['x'] }),
    ...(chance(random, 20) && { readinessProbe: { httpGet: { path: '/', port: 80 } }, livenessProbe: { exec: { command: ['true'] } } }),
    ...(chance(random, 20) && { volumeMounts: [{ name: 'work', mountPath: '/work' }] }),
  };
}

export function podSpec(random: Random, restartPolicies: readonly string[]): Loose {
  const containers = [container(random), ...(chance(random, 30) ? [container(random, 'side')] : [])];
  const mounts = containers.some(({ volumeMounts }) => volumeMounts);
  return {
    containers,
    ...((mounts || chance(random, 20)) && { volumes: [{ name: 'work', emptyDir: {} }, ...(chance(random, 50) ? [pick<Loose>(random, [{ name: 'config', configMap: { name: 'c' } }, { name: 'secret', secret: { secretName: 's' } }, { name: 'host', hostPath: { path: '/x' } }])] : [])] }),
    ...(chance(random, 30) && { restartPolicy: pick(random, restartPolicies) }),
    ...(chance(random, 20) && { nodeSelector: { zone: 'a' } }),
    ...(chance(random, 20) && { tolerations: [{ key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 5 }] }),
    ...(chance(random, 20) && { terminationGracePeriodSeconds: pick(random, [0, 1, 60]) }),
    ...(chance(random, 20) && { serviceAccountName: 'robot' }),
    ...(chance(random, 20) && { initContainers: [{ name: 'first', image: 'busybox', command: ['true'] }] }),
    ...(chance(random, 10) && { hostNetwork: true, dnsPolicy: 'ClusterFirstWithHostNet' }),
  };
}

export const podFaults = (at: (spec: Loose) => Loose): Loose[] => [
  at({ containers: [] }),
  at({ containers: [{ name: 'UPPER', image: 'x' }] }),
  at({ containers: [{ name: 'a' }] }),
  at({ containers: [{ image: 'x' }] }),
  at({ containers: [{ name: 'a', image: 'x' }, { name: 'a', image: 'x' }] }),
  at({ containers: [{ name: 'a', image: ' x' }] }),
  at({ containers: [{ name: 'a', image: 'x', ports: [{ containerPort: 70_000 }] }] }),
  at({ containers: [{ name: 'a', image: 'x', ports: [{ containerPort: 80, protocol: 'ICMP' }] }] }),
  at({ containers: [{ name: 'a', image: 'x', imagePullPolicy: 'Sometimes' }] }),
  at({ containers: [{ name: 'a', image: 'x', env: [{ name: '' }] }] }),
  at({ containers: [{ name: 'a', image: 'x', volumeMounts: [{ name: 'nowhere', mountPath: '/x' }] }] }),
  at({ containers: [{ name: 'a', image: 'x', env: [{ name: 'a b' }, { name: '1a' }, { name: 'ok.a-b' }] }] }),
  at({ containers: [{ name: 'a', image: 'x', env: [{ name: 'x', value: 'v', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }, { name: 'y', valueFrom: {} }] }] }),
  at({ containers: [{ name: 'a', image: 'x', env: ['metadata.labels', 'spec.nothing', "metadata.labels['a b']", "metadata.annotations['A/b']", "spec.nodeName['x']", '', 'spec.host'].map((fieldPath, index) => ({ name: `F${index}`, valueFrom: { fieldRef: { fieldPath } } })) }] }),
  at({ containers: [{ name: 'a', image: 'x', env: [{ resource: 'limits.cpu', divisor: '1Mi' }, { resource: 'cpu' }, {}, { resource: 'requests.memory', divisor: '1m' }, { resource: 'limits.memory', divisor: '1Mi' }].map((resourceFieldRef, index) => ({ name: `R${index}`, valueFrom: { resourceFieldRef } })) }] }),
  at({ containers: [{ name: 'a', image: 'x', env: [{ name: 'K', valueFrom: { configMapKeyRef: { name: 'c' } } }, { name: 'L', valueFrom: { secretKeyRef: { key: 'a b' } } }, { name: 'M', valueFrom: { fieldRef: { apiVersion: 'v2', fieldPath: 'metadata.name' } } }], envFrom: [{ prefix: '1', configMapRef: { name: 'c' } }, { secretRef: {} }, {}] }] }),
  at({ containers: [{ name: 'a', image: 'x', resources: { requests: { cpu: '2' }, limits: { cpu: '1500m' } } }] }),
  at({ containers: [{ name: 'a', image: 'x', resources: { requests: { gpu: '1', memory: '-1' }, limits: { 'example.com/g': '1500m' } } }] }),
  at({ tolerations: [{ key: 'a', operator: 'Exists', value: 'x' }, { operator: 'Equal' }, { key: 'a', operator: 'Maybe' }] }),
  at({ tolerations: [{ key: 'a', effect: 'Never', operator: 'Exists' }, { key: 'a', operator: 'Exists', tolerationSeconds: 5, effect: 'NoSchedule' }] }),
  at({ nodeSelector: { 'a b': 'c', d: 'e f' } }),
  at({ hostNetwork: false, hostname: '', restartPolicy: '' }),
  at({ restartPolicy: 'Perhaps' }),
  at({ dnsPolicy: 'Perhaps' }),
  at({ volumes: [{ name: 'v', emptyDir: {} }, { name: 'v', emptyDir: {} }] }),
  at({ volumes: [{ name: 'V', emptyDir: {} }] }),
  at({ containers: 'none' }),
  at({ containers: [{ name: 7, image: 'x' }] }),
  at({ nodeSelector: { a: 1 } }),
  at({ hostNetwork: 'yes' }),
];

export const podPatches = (at: (spec: Loose) => Loose): Loose[] => [
  at({ containers: [{ name: 'main', image: 'nginx:1.26' }] }),
  at({ containers: [{ name: 'new', image: 'x' }] }),
  at({ containers: [{ $patch: 'delete', name: 'side' }] }),
  at({ containers: [{ image: 'no-name' }] }),
  at({ $patch: 'replace', containers: [{ name: 'only', image: 'x' }] }),
  at({ containers: [{ name: 'main', env: [{ name: 'B', value: 'y' }] }] }),
  at({ '$setElementOrder/containers': [{ name: 'side' }, { name: 'main' }], containers: [{ name: 'main', image: 'nginx:1.27' }] }),
  // Nothing of a list is removed that may not be there: before 1.28 that was added.
  at({ containers: [{ name: 'main', ports: [{ containerPort: 80, name: 'web' }] }] }),
  at({ volumes: [{ name: 'work', $retainKeys: ['name', 'emptyDir'], emptyDir: {} }] }),
  at({ tolerations: [{ key: 'x', operator: 'Exists' }] }),
  at({ $patch: 'nonsense' }),
  at({ containers: null }),
  at({ nodeSelector: null }),
];
