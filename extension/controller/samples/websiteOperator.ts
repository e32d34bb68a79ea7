/**
 * CRD operator: it brings a kind of its own, and makes of each Website a ConfigMap and a Deployment (chapters 7 and 9 of the article:
 * an informer for each kind, and one reconcile that looks at them all).
 *
 * `setup` installs the CustomResourceDefinition and waits until the server serves it. From then on a Website is watched like any
 * other object, with its own List and Watch. What the person wants is in `spec`, what the operator has seen in `status`, which is
 * written through a subresource: that changes no `generation`. `observedGeneration` says which spec the status is about.
 *
 *     kubectl get websites
 *     kubectl patch website hello --type=merge -p '{"spec":{"replicas":3}}'
 *
 * On the playground its Deployment controller rolls out what this creates: see the condition Ready turn True.
 *
 * Around it, as in the article's `processNextWorkItem`:
 *
 *     1   Get             the key of a Website: it changed, or one of its children did
 *     2   reconcile       children first, then the status
 *     3a  Forget          it went well
 *     3b  AddRateLimited  a write was refused: again, later and later
 *         Done            always: the watch events of its own writes ask for the next run
 *
 * Watch in the panel: the reconcile that writes the status, the watch event of that write, and the run that it asks for, in which
 * nothing is left to write.
 */
import { ApiError, defineReconciler, type KubeObject, type OwnerReference, type SetupContext } from 'informer-inspector';
import { containsJson } from './json.ts';

const group = 'samples.informer-inspector.dev';
const websites = `${group}/v1/websites`;
const definitions = 'apiextensions.k8s.io/v1/customresourcedefinitions';
const configMaps = 'v1/configmaps';
const deployments = 'apps/v1/deployments';

export default defineReconciler({
  name: 'website-operator',
  // Spelt out, since discovery cannot know it before `setup` has installed it.
  for: { resource: { resource: websites, kind: 'Website', namespaced: true } },
  owns: [configMaps, deployments],
  // Its own kind, that `setup` installs.
  writes: [definitions],
  workers: 2,

  async setup(ctx) {
    await install(ctx);
    await ctx.client.create(websites, example).catch(ignore(404, 409)); // not served in a dry run; or there already
  },

  async reconcile(ctx, { key, namespace, name }) {
    const website = await ctx.cache.get(websites, namespace, name);
    if (!website || website.metadata.deletionTimestamp) return; // the garbage collector sees to the children

    for (const [resource, wanted] of childrenOf(website)) {
      const there = await ctx.cache.get(resource, namespace, name);
      // There already and not in the cache yet, or somebody else's: the server refuses it, and it is tried again when the cache can tell.
      if (!there) await ctx.client.create(resource, wanted);
      else if (!isOwnedBy(website, there)) throw new Error(`${resource} ${key} is not this Website's. Delete or rename one of the two.`);
      else if (!containsJson(there, wanted)) await ctx.client.apply(resource, wanted, { force: true });
    }
    const deployment = await ctx.cache.get(deployments, namespace, name);
    const status = statusOf(website, deployment?.['status']?.availableReplicas ?? 0);
    if (containsJson(website['status'], status)) return;
    await ctx.client.status.apply(websites, { apiVersion: `${group}/v1`, kind: 'Website', metadata: { name, namespace }, status }, { force: true });
    ctx.log(status.conditions[0]!.message);
  },
});

function isOwnedBy({ metadata }: KubeObject, child: KubeObject): boolean {
  return child.metadata.ownerReferences?.some(({ uid, controller }) => controller && uid === metadata.uid) ?? false;
}

/** What this operator has to say of its children, and nothing of what others do: defaults, and the rollout's own status. */
function childrenOf(website: KubeObject): [string, KubeObject][] {
  const { name = '', namespace = '', uid = '' } = website.metadata;
  const { page, replicas, image } = website['spec'];
  const owner: OwnerReference = { apiVersion: `${group}/v1`, kind: 'Website', name, uid, controller: true, blockOwnerDeletion: true };
  const metadata = { name, namespace, labels: { website: name }, ownerReferences: [owner] };
  const container = { name: 'nginx', image, volumeMounts: [{ name: 'page', mountPath: '/usr/share/nginx/html' }] };
  const template = { metadata: { labels: { website: name } }, spec: { containers: [container], volumes: [{ name: 'page', configMap: { name } }] } };
  return [
    [configMaps, { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { 'index.html': page } }],
    [deployments, { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec: { replicas, selector: { matchLabels: { website: name } }, template } }],
  ];
}

function statusOf(website: KubeObject, available: number) {
  const { replicas } = website['spec'];
  const { generation } = website.metadata;
  const isReady = available >= replicas;
  const status = isReady ? 'True' : 'False';
  const known: readonly { readonly type: string; readonly status: string; readonly lastTransitionTime: string }[] = website['status']?.conditions ?? [];
  const before = known.find(({ type }) => type === 'Ready');
  const condition = {
    type: 'Ready',
    status,
    reason: isReady ? 'AllAvailable' : 'WaitingForPods',
    message: `${available} of ${replicas} pods are available`,
    observedGeneration: generation,
    // The time at which it last became another, not at which it was last looked at: else every run would write.
    lastTransitionTime: before?.status === status ? before.lastTransitionTime : now(),
  };
  return { observedGeneration: generation, availableReplicas: available, conditions: [condition] };
}

/** Applying it again changes nothing, and tells how far the server is with it. */
async function install({ client, signal, log }: SetupContext): Promise<void> {
  let first: string | undefined;
  for (let attempt = 0; attempt < 50 && !signal.aborted; attempt++) {
    const { metadata, status } = await client.apply(definitions, definition, { force: true });
    first ??= metadata.uid;
    if (metadata.uid !== first) return log('a dry run: the server would take the kind, and does not store it'); // made anew each time
    const conditions: readonly { readonly type: string; readonly status: string }[] = status?.conditions ?? [];
    if (conditions.some((condition) => condition.type === 'Established' && condition.status === 'True')) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
  log('the server does not serve Websites yet: its Reflector will find them when it does');
}

function now(): string {
  return new Date().toISOString().replace(/\.\d+Z$/, 'Z');
}

function ignore(...statuses: readonly number[]): (error: unknown) => void {
  return (error) => {
    if (!statuses.some((status) => ApiError.is(error, status))) throw error;
  };
}

/** Something to work on. */
const example: KubeObject = {
  apiVersion: `${group}/v1`,
  kind: 'Website',
  metadata: { name: 'hello', namespace: 'default' },
  spec: { page: '<h1>Hello</h1>\n', replicas: 2 },
};

const conditionSchema = {
  type: 'object',
  required: ['type', 'status', 'reason', 'message', 'lastTransitionTime'],
  properties: {
    type: { type: 'string' },
    status: { type: 'string', enum: ['True', 'False', 'Unknown'] },
    reason: { type: 'string' },
    message: { type: 'string' },
    observedGeneration: { type: 'integer' },
    lastTransitionTime: { type: 'string', format: 'date-time' },
  },
};

const schema = {
  type: 'object',
  required: ['spec'],
  properties: {
    spec: {
      type: 'object',
      required: ['page'],
      properties: {
        page: { type: 'string', description: 'The HTML of the page' },
        replicas: { type: 'integer', minimum: 0, maximum: 10, default: 1 },
        image: { type: 'string', default: 'nginx:1.27' },
      },
    },
    status: {
      type: 'object',
      properties: {
        observedGeneration: { type: 'integer' },
        availableReplicas: { type: 'integer' },
        conditions: { type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['type'], items: conditionSchema },
      },
    },
  },
};

const definition: KubeObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `websites.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: { plural: 'websites', singular: 'website', kind: 'Website', listKind: 'WebsiteList', shortNames: ['site'] },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: schema },
        subresources: { status: {} },
        additionalPrinterColumns: [
          { name: 'Replicas', type: 'integer', jsonPath: '.spec.replicas' },
          { name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
          { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
        ],
      },
    ],
  },
};
