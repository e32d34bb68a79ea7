import type { KubeObject, OwnerReference } from '../../kube/object.ts';
import { deployments } from '../registry/resources/deployments.ts';
import { replicaSets } from '../registry/resources/replicaSets.ts';
import type { Container, Pod, PodTemplate, Workload } from '../registry/shapes.ts';
import { ownerReference } from '../controllers/ownership.ts';
import { annotations, hashLabel } from '../controllers/rolloutObjects.ts';
import { ownedBy } from './ownedBy.ts';
import type { NodeInfo } from './nodeObjects.ts';
import { PodFactory } from './podObjects.ts';
import { type ServicePlan, serviceObjects } from './serviceObjects.ts';
import type { WorldContext } from './worldContext.ts';

export interface App {
  readonly namespace: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly replicas: number;
  readonly container: Container;
  /** Further fields of the pod spec. */
  readonly podSpec?: Readonly<Record<string, unknown>>;
  /** How long ago it was rolled out, in milliseconds. */
  readonly ageMs: number;
  /** What it ran before, kept as a ReplicaSet without pods. */
  readonly earlierImage?: string;
  /** How it is reached: through a Service with its name, on port 80, where its container has a port. */
  readonly service?: Pick<ServicePlan, 'name' | 'ports' | 'clusterIP'>;
}

/** A Deployment with its ReplicaSets and pods, and the Service that leads to them; all settled. */
export function deployedApp(context: WorldContext, app: App, nodes: readonly NodeInfo[]): KubeObject[] {
  const created = context.ago(app.ageMs);
  const template = templateOf(app, app.container);
  const hash = context.suffix(10);
  const images = app.earlierImage === undefined ? [] : [app.earlierImage];
  const deployment = deploymentObject(context, { app, template, created, revision: images.length + 1, current: `${app.name}-${hash}` });
  const owner = ownerReference(deployment);
  const earlier = images.map((image, index) =>
    replicaSetObject(context, {
      app,
      owner,
      hash: context.suffix(10),
      template: templateOf(app, { ...app.container, image }),
      replicas: 0,
      revision: index + 1,
      created: context.ago(app.ageMs * 2),
    }),
  );
  const current = replicaSetObject(context, { app, owner, hash, template, replicas: app.replicas, revision: images.length + 1, created });
  const pods = podsOf(context, current, app.replicas, nodes, created);
  return [deployment, ...earlier, current, ...pods, ...serviceOf(context, app, pods as Pod[], created)];
}

function serviceOf(context: WorldContext, { namespace, name, labels, container, service }: App, pods: readonly Pod[], created: string): KubeObject[] {
  const [port] = container.ports ?? [];
  if (!port) return [];
  const targetPort = port.name ?? port.containerPort;
  const ports = [{ ...(port.name !== undefined && { name: port.name }), protocol: 'TCP', port: 80, targetPort }];
  return serviceObjects(context, { namespace, name, labels, selector: labels, ports, created, ...service }, pods);
}

/** A ReplicaSet that no Deployment owns, with its pods. */
export function standaloneReplicaSet(context: WorldContext, app: App, nodes: readonly NodeInfo[]): KubeObject[] {
  const created = context.ago(app.ageMs);
  const replicaSet = replicaSetObject(context, { app, template: templateOf(app, app.container), replicas: app.replicas, created });
  return [replicaSet, ...podsOf(context, replicaSet, app.replicas, nodes, created)];
}

function templateOf(app: App, container: Container): PodTemplate {
  return { metadata: { labels: app.labels }, spec: { containers: [container], ...app.podSpec } };
}

interface DeploymentPlan {
  readonly app: App;
  readonly template: PodTemplate;
  readonly created: string;
  readonly revision: number;
  /** Name of the ReplicaSet with this template. */
  readonly current: string;
}

function deploymentObject(context: WorldContext, { app, template, created, revision, current }: DeploymentPlan): KubeObject {
  const { namespace, name, labels, replicas } = app;
  const condition = { status: 'True', lastUpdateTime: created, lastTransitionTime: created };
  const object = deployments.applyDefaults({
    kind: 'Deployment',
    apiVersion: 'apps/v1',
    metadata: {
      name,
      namespace,
      uid: context.uid(),
      generation: revision,
      creationTimestamp: created,
      labels,
      annotations: { [annotations.revision]: String(revision) },
    },
    spec: { replicas, selector: { matchLabels: labels }, template },
    status: {
      observedGeneration: revision,
      replicas,
      updatedReplicas: replicas,
      readyReplicas: replicas,
      availableReplicas: replicas,
      conditions: [
        { type: 'Available', ...condition, reason: 'MinimumReplicasAvailable', message: 'Deployment has minimum availability.' },
        { type: 'Progressing', ...condition, reason: 'NewReplicaSetAvailable', message: `ReplicaSet "${current}" has successfully progressed.` },
      ],
    },
  });
  return ownedBy(object, { manager: 'kubectl-create', time: created }, { manager: 'kube-controller-manager', time: created });
}

interface ReplicaSetPlan {
  readonly app: App;
  readonly owner?: OwnerReference;
  /** Tells the ReplicaSets of one owner apart. */
  readonly hash?: string;
  readonly template: PodTemplate;
  readonly replicas: number;
  readonly revision?: number;
  readonly created: string;
}

function replicaSetObject(context: WorldContext, { app, owner, hash, template, replicas, revision, created }: ReplicaSetPlan): KubeObject {
  const labels = { ...app.labels, ...(hash && { [hashLabel]: hash }) };
  const counts = replicas === 0 ? {} : { fullyLabeledReplicas: replicas, readyReplicas: replicas, availableReplicas: replicas };
  const object = replicaSets.applyDefaults({
    kind: 'ReplicaSet',
    apiVersion: 'apps/v1',
    metadata: {
      name: hash ? `${app.name}-${hash}` : app.name,
      namespace: app.namespace,
      uid: context.uid(),
      generation: 1,
      creationTimestamp: created,
      labels,
      ...(revision !== undefined && { annotations: rolloutAnnotations(app.replicas, revision) }),
      ...(owner && { ownerReferences: [owner] }),
    },
    spec: { replicas, selector: { matchLabels: labels }, template: { ...template, metadata: { labels } } },
    status: { replicas, ...counts, observedGeneration: 1 },
  });
  const manager = owner ? 'kube-controller-manager' : 'kubectl-create';
  return ownedBy(object, { manager, time: created }, { manager: 'kube-controller-manager', time: created });
}

/** As its Deployment controller has left them. */
function rolloutAnnotations(wanted: number, revision: number): Readonly<Record<string, string>> {
  return { [annotations.desired]: String(wanted), [annotations.max]: String(wanted + Math.ceil(wanted / 4)), [annotations.revision]: String(revision) };
}

function podsOf(context: WorldContext, replicaSet: KubeObject, replicas: number, nodes: readonly NodeInfo[], created: string): KubeObject[] {
  if (replicas === 0) return [];
  const { metadata, spec } = replicaSet as Workload;
  const factory = new PodFactory(context, {
    namespace: metadata.namespace!,
    owner: ownerReference(replicaSet),
    template: spec.template,
    generateName: `${metadata.name}-`,
    created,
  });
  const first = context.between(0, nodes.length);
  return Array.from({ length: replicas }, (_, index) => factory.running(nodes[(first + index) % nodes.length]!));
}
