import type { KubeObject } from '../../kube/object.ts';
import { eventObject } from '../registry/eventObject.ts';
import { type NodeInfo, nodeInfo, nodeObject } from './nodeObjects.ts';
import { finishedJob } from './jobObjects.ts';
import { configMap, namespaceObjects, secret } from './plainObjects.ts';
import { apiServerService } from './serviceObjects.ts';
import { systemObjects } from './systemObjects.ts';
import { type App, deployedApp, standaloneReplicaSet } from './workloadObjects.ts';
import type { WorldContext } from './worldContext.ts';

const hour = 3_600_000;

export const smallWorldNodes: readonly NodeInfo[] = ['playground-control-plane', 'playground-worker', 'playground-worker2'].map((name, index) => nodeInfo(index, name));

/** A small cluster, some eighty objects with what its controllers add: among them Deployment `default/web` on nginx:1.25. */
export function smallWorld(context: WorldContext): KubeObject[] {
  const workers = smallWorldNodes.slice(1);
  const nodes = smallWorldNodes.map((node, index) => nodeObject(context, node, { controlPlane: index === 0 }));
  const web = deployedApp(context, webApp, workers);
  return [
    ...nodes,
    ...['default', 'kube-node-lease', 'kube-public', 'kube-system', 'shop'].flatMap((name) => namespaceObjects(context, name)),
    ...systemObjects(context, smallWorldNodes, nodes[0]!.metadata.uid!),
    ...apiServerService(context, smallWorldNodes[0]!.address, context.ago(35 * 24 * hour)),
    ...web,
    configMap(context, 'default', 'web-content', { 'index.html': '<!doctype html>\n<title>It works</title>\n<h1>It works</h1>\n' }),
    secret(context, 'default', 'web-credentials', 'Opaque', { username: 'web', password: context.hex(20) }),
    ...shopApps.flatMap((app) => deployedApp(context, app, workers)),
    ...standaloneReplicaSet(context, batchWorker, workers),
    finishedJob(context, { namespace: 'shop', name: 'import-catalog', container: importer, doneMs: 7 * hour, tookMs: 95_000 }),
    configMap(context, 'shop', 'feature-flags', { 'new-checkout': 'false', recommendations: 'true', 'rate-limit': '100' }),
    configMap(context, 'shop', 'shop-config', { 'config.yaml': 'currency: EUR\nlanguages: [de, en, fr]\n', LOG_LEVEL: 'info' }),
    secret(context, 'shop', 'database', 'Opaque', { url: `postgres://shop:${context.hex(16)}@database.shop:5432/shop` }),
    ...recentEvents(context, web),
  ];
}

const webApp: App = {
  namespace: 'default',
  name: 'web',
  labels: { app: 'web' },
  replicas: 3,
  container: {
    name: 'nginx',
    image: 'nginx:1.25',
    ports: [{ name: 'http', containerPort: 80, protocol: 'TCP' }],
    resources: { requests: { cpu: '100m', memory: '64Mi' }, limits: { memory: '128Mi' } },
    readinessProbe: { httpGet: { path: '/', port: 'http', scheme: 'HTTP' }, periodSeconds: 10, timeoutSeconds: 1, successThreshold: 1, failureThreshold: 3 },
    volumeMounts: [{ name: 'content', mountPath: '/usr/share/nginx/html', readOnly: true }],
  },
  podSpec: { volumes: [{ name: 'content', configMap: { name: 'web-content', defaultMode: 420 } }] },
  ageMs: 26 * hour,
  earlierImage: 'nginx:1.24',
};

const shopApps: readonly App[] = ['cart', 'catalog', 'checkout'].map((name, index) => ({
  namespace: 'shop',
  name,
  labels: { app: name, 'app.kubernetes.io/part-of': 'shop' },
  replicas: 2,
  container: {
    name,
    image: `ghcr.io/example/shop-${name}:2.${index + 3}.1`,
    ports: [{ containerPort: 8080, protocol: 'TCP' }],
    env: [
      { name: 'LOG_LEVEL', valueFrom: { configMapKeyRef: { name: 'shop-config', key: 'LOG_LEVEL' } } },
      { name: 'DATABASE_URL', valueFrom: { secretKeyRef: { name: 'database', key: 'url' } } },
      { name: 'POD_IP', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'status.podIP' } } },
    ],
    resources: { requests: { cpu: '250m', memory: '256Mi' }, limits: { cpu: '1', memory: '512Mi' } },
    livenessProbe: { httpGet: { path: '/healthz', port: 8080, scheme: 'HTTP' }, periodSeconds: 10, timeoutSeconds: 1, successThreshold: 1, failureThreshold: 3 },
  },
  ageMs: (index + 2) * 31 * hour,
}));

const batchWorker: App = {
  namespace: 'shop',
  name: 'batch-worker',
  labels: { app: 'batch-worker' },
  replicas: 2,
  container: { name: 'worker', image: 'ghcr.io/example/shop-worker:1.8.0', args: ['--queue', 'orders'], resources: { requests: { cpu: '100m', memory: '128Mi' } } },
  ageMs: 50 * hour,
};

const importer = { name: 'import', image: 'ghcr.io/example/shop-import:1.2.0', args: ['--all'], resources: { requests: { cpu: '100m', memory: '128Mi' } } };

function recentEvents(context: WorldContext, web: readonly KubeObject[]): KubeObject[] {
  const pod = web.find(({ kind }) => kind === 'Pod')!;
  const replicaSet = web.findLast(({ kind }) => kind === 'ReplicaSet')!;
  const deployment = web[0]!;
  const event = (minutesAgo: number, about: KubeObject, component: string, reason: string, message: string): KubeObject =>
    eventObject({ about, type: 'Normal', reason, message, component, time: context.ago(minutesAgo * 60_000), uid: context.uid() }, context.hex(16));
  return [
    event(40, deployment, 'deployment-controller', 'ScalingReplicaSet', `Scaled up replica set ${replicaSet.metadata.name} from 2 to 3`),
    event(40, replicaSet, 'replicaset-controller', 'SuccessfulCreate', `Created pod: ${pod.metadata.name}`),
    event(39, pod, 'kubelet', 'Pulled', 'Container image "nginx:1.25" already present on machine'),
  ];
}
