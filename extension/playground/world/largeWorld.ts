import type { KubeObject } from '../../kube/object.ts';
import type { Container } from '../registry/shapes.ts';
import { finishedJob } from './jobObjects.ts';
import { type NodeInfo, nodeInfo, nodeObject } from './nodeObjects.ts';
import { configMap, namespaceObjects, secret } from './plainObjects.ts';
import { smallWorld, smallWorldNodes } from './smallWorld.ts';
import { type App, deployedApp } from './workloadObjects.ts';
import type { WorldContext } from './worldContext.ts';

const teams = ['accounts', 'billing', 'catalog', 'delivery', 'fraud', 'identity', 'inventory', 'mail', 'orders', 'payments', 'pricing', 'reports', 'reviews', 'search', 'support', 'tracking'];
const parts = ['api', 'cache', 'consumer', 'gateway', 'indexer', 'scheduler', 'sync', 'web', 'worker'];
const podsPerNode = 80;
const podsPerNamespace = 250;
const hour = 3_600_000;

/** The small world, and as many more teams with their apps as it takes to have so many pods. */
export function largeWorld(context: WorldContext, pods: number): KubeObject[] {
  const objects = smallWorld(context);
  let missing = pods - objects.filter(({ kind }) => kind === 'Pod').length;
  const nodes = Array.from({ length: Math.ceil(missing / podsPerNode) }, (_, index) => {
    const node = index + smallWorldNodes.length;
    return nodeInfo(node, `playground-worker${node}`);
  });
  objects.push(...nodes.map((node) => nodeObject(context, node, { controlPlane: false, cores: 64 })));
  const namespaces = Math.ceil(missing / podsPerNamespace);
  for (let index = 0; index < namespaces; index++) {
    const share = Math.ceil(missing / (namespaces - index));
    objects.push(...teamObjects(context, teamName(index), share, nodes));
    missing -= share;
  }
  return objects;
}

/** `accounts`, `billing` …, and once all are used `accounts-2` and so on. */
function teamName(index: number): string {
  const round = Math.floor(index / teams.length);
  return round === 0 ? teams[index]! : `${teams[index % teams.length]}-${round + 1}`;
}

function teamObjects(context: WorldContext, namespace: string, pods: number, nodes: readonly NodeInfo[]): KubeObject[] {
  const objects = [
    ...namespaceObjects(context, namespace),
    configMap(context, namespace, 'settings', { 'settings.yaml': `team: ${namespace}\nregion: eu-central\n`, LOG_LEVEL: 'info' }),
    secret(context, namespace, 'database', 'Opaque', { url: `postgres://${namespace}:${context.hex(16)}@database:5432/${namespace}` }),
  ];
  const report = { name: 'report', image: `registry.example.com/${namespace}/report:1.0.4`, resources: { requests: { cpu: '500m', memory: '512Mi' } } };
  objects.push(finishedJob(context, { namespace, name: 'nightly-report', container: report, doneMs: context.between(2, 12) * hour, tookMs: context.between(60, 1800) * 1000 }));
  let missing = pods;
  for (let index = 0; missing > 0; index++) {
    const round = Math.floor(index / parts.length);
    const name = round === 0 ? parts[index]! : `${parts[index % parts.length]}-${round + 1}`;
    const replicas = Math.min(missing, context.between(4, 30));
    objects.push(...deployedApp(context, teamApp(context, namespace, name, replicas), nodes));
    missing -= replicas;
  }
  return objects;
}

function teamApp(context: WorldContext, namespace: string, name: string, replicas: number): App {
  const version = `${context.between(1, 5)}.${context.between(0, 20)}.${context.between(0, 10)}`;
  return {
    namespace,
    name,
    labels: { app: name, 'app.kubernetes.io/name': name, 'app.kubernetes.io/part-of': namespace, 'app.kubernetes.io/version': version },
    replicas,
    container: appContainer(namespace, name, version),
    podSpec: { terminationGracePeriodSeconds: 60 },
    ageMs: context.between(2, 600) * hour,
  };
}

function appContainer(namespace: string, name: string, version: string): Container {
  return {
    name,
    image: `registry.example.com/${namespace}/${name}:${version}`,
    ports: [{ name: 'http', containerPort: 8080, protocol: 'TCP' }],
    env: [
      { name: 'LOG_LEVEL', valueFrom: { configMapKeyRef: { name: 'settings', key: 'LOG_LEVEL' } } },
      { name: 'DATABASE_URL', valueFrom: { secretKeyRef: { name: 'database', key: 'url' } } },
      { name: 'POD_NAME', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } } },
    ],
    resources: { requests: { cpu: '250m', memory: '256Mi' }, limits: { memory: '512Mi' } },
    readinessProbe: { httpGet: { path: '/healthz', port: 8080, scheme: 'HTTP' }, periodSeconds: 10, timeoutSeconds: 1, successThreshold: 1, failureThreshold: 3 },
  };
}
