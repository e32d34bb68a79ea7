import { type Random, seededRandom } from '../../../extension/base/random.ts';
import type { WriteRequest } from '../../../extension/cluster/objectClient.ts';
import type { GroupVersionResource } from '../../../extension/kube/resource.ts';

/** One change of one object; what our own client does not send is sent by kubectl. */
export type ScriptedWrite = WriteRequest | { readonly verb: 'kubectl'; readonly resource: GroupVersionResource; readonly args: readonly string[] };

/** What is done to a server, or to the connections to it. Everybody has seen the last step before the next begins. */
export type ScriptStep =
  | { readonly do: 'write'; readonly write: ScriptedWrite }
  /** The watches are dropped, and the changes happen before they are opened again; or before the whole state is listed anew. */
  | { readonly do: 'away'; readonly writes: readonly ScriptedWrite[]; readonly back: 'watch' | 'relist' }
  | { readonly do: 'resync' };

/** Every name begins with it: what else a server has is its own. */
export const ours = 'kinds-';
const namespaces = [`${ours}a`, `${ours}b`] as const;

const core = (resource: string): GroupVersionResource => ({ group: '', version: 'v1', resource });
export const configMaps = core('configmaps');
export const secrets = core('secrets');
export const pods = core('pods');
export const namespaceResource = core('namespaces');
export const deployments: GroupVersionResource = { group: 'apps', version: 'v1', resource: 'deployments' };
export const leases: GroupVersionResource = { group: 'coordination.k8s.io', version: 'v1', resource: 'leases' };
export const nodes = core('nodes');

const boundPodName = `${ours}bound`;

const kinds = new Map([[configMaps, 'ConfigMap'], [secrets, 'Secret'], [pods, 'Pod'], [namespaceResource, 'Namespace'], [deployments, 'Deployment'], [leases, 'Lease'], [nodes, 'Node']]);

const labels = (watched: boolean): Record<string, string> => ({ app: 'kinds', watched: watched ? 'yes' : 'no' });

function bodyOf(resource: GroupVersionResource, namespace: string | undefined, name: string, value: number): Record<string, unknown> {
  const metadata = { name, ...(namespace && { namespace }), labels: labels(value % 2 === 0) };
  const object = { apiVersion: resource.group ? `${resource.group}/${resource.version}` : resource.version, kind: kinds.get(resource), metadata };
  const container = { name: 'main', image: `nginx:1.${value}` };
  switch (resource) {
    case configMaps:
      return { ...object, data: { value: String(value), other: 'same' } };
    case secrets:
      return { ...object, type: value % 2 === 0 ? 'Opaque' : 'example.com/other', data: { password: Buffer.from(`secret ${value}`).toString('base64') } };
    case pods:
      return { ...object, spec: { containers: [container], ...(name === boundPodName && { nodeName: `${ours}node` }) } };
    case deployments:
      return { ...object, spec: { replicas: 1, selector: { matchLabels: { app: 'kinds' } }, template: { metadata: { labels: { app: 'kinds' } }, spec: { containers: [container] } } } };
    case leases:
      return { ...object, spec: { holderIdentity: `holder-${value}`, leaseDurationSeconds: 15 } };
    default:
      return object;
  }
}

/** Of what a patch changes besides labels; metadata alone for what has little else. */
function patchOf(resource: GroupVersionResource, value: number): object {
  switch (resource) {
    case configMaps:
      return { data: { value: String(value) } };
    case secrets:
      return { data: { password: Buffer.from(`changed ${value}`).toString('base64') } };
    case deployments:
      return { spec: { template: { metadata: { annotations: { value: String(value) } } } } };
    default:
      return { metadata: { annotations: { value: String(value) } } };
  }
}

class Target {
  readonly resource: GroupVersionResource;
  readonly namespace: string | undefined;
  readonly name: string;

  constructor(resource: GroupVersionResource, namespace: string | undefined, name: string) {
    this.resource = resource;
    this.namespace = namespace;
    this.name = name;
  }

  get #place(): { readonly resource: GroupVersionResource; readonly namespace?: string; readonly name: string } {
    return { resource: this.resource, name: this.name, ...(this.namespace !== undefined && { namespace: this.namespace }) };
  }

  create(value: number, more: object = {}): ScriptedWrite {
    const { metadata, ...body } = bodyOf(this.resource, this.namespace, this.name, value);
    return { ...this.#place, verb: 'create', body: { ...body, metadata: { ...(metadata as object), ...more } } };
  }

  patch(value: number): ScriptedWrite {
    return this.merge(patchOf(this.resource, value));
  }

  watched(is: boolean): ScriptedWrite {
    return this.merge({ metadata: { labels: labels(is) } });
  }

  merge(body: object): ScriptedWrite {
    return { ...this.#place, verb: 'patch', body };
  }

  jsonPatch(operations: readonly object[]): ScriptedWrite {
    return { ...this.#place, verb: 'patch', body: operations };
  }

  apply(value: number): ScriptedWrite {
    return { ...this.#place, verb: 'apply', body: bodyOf(this.resource, this.namespace, this.name, value), force: true };
  }

  update(value: number): ScriptedWrite {
    return { ...this.#place, verb: 'update', body: bodyOf(this.resource, this.namespace, this.name, value) };
  }

  delete(): ScriptedWrite {
    return { ...this.#place, verb: 'delete' };
  }

  scale(replicas: number): ScriptedWrite {
    return this.#kubectl('scale', this.resource.resource, this.name, `--replicas=${replicas}`);
  }

  /** A strategic merge patch. */
  setImage(image: string): ScriptedWrite {
    return this.#kubectl('set', 'image', `${this.resource.resource}/${this.name}`, `main=${image}`);
  }

  deleteByForce(): ScriptedWrite {
    return this.#kubectl('delete', this.resource.resource, this.name, '--force', '--grace-period=0', '--wait=false');
  }

  /** Sooner, as another may have been asked for already. */
  deleteWithin(seconds: number): ScriptedWrite {
    return this.#kubectl('delete', this.resource.resource, this.name, `--grace-period=${seconds}`, '--wait=false');
  }

  #kubectl(...args: readonly string[]): ScriptedWrite {
    return { verb: 'kubectl', resource: this.resource, args: [...args, '--namespace', this.namespace ?? ''] };
  }
}

const [a, b] = namespaces;
const [first, second, other, finalized, applied] = [a, a, b, a, b].map((namespace, index) => new Target(configMaps, namespace, `${ours}item-${index}`)) as [Target, Target, Target, Target, Target];
const secret = new Target(secrets, a, `${ours}secret`);
const otherSecret = new Target(secrets, b, `${ours}secret`);
/** Of the one type, whatever chance brings. */
const opaqueSecret = new Target(secrets, b, `${ours}opaque`);
const deployment = new Target(deployments, a, `${ours}web`);
const pod = new Target(pods, a, `${ours}pod`);
/** Is given time to end when it is deleted. */
const boundPod = new Target(pods, a, boundPodName);
const lease = new Target(leases, b, `${ours}lease`);
const node = new Target(nodes, undefined, `${ours}node`);
const space = new Target(namespaceResource, undefined, `${ours}space`);
const drawn: readonly Target[] = [first, second, other, secret, otherSecret, deployment, lease, node];

const write = (...writes: ScriptedWrite[]): ScriptStep[] => writes.map((one) => ({ do: 'write', write: one }));
/** So that each watch has had an event, whatever its scope: one that breaks off before is another case. */
const touchAll = (value: number): ScriptStep[] =>
  write(first.merge({ metadata: { labels: labels(true) }, data: { touched: String(value) } }), ...[opaqueSecret, deployment, pod, lease, node, space].map((target) => target.merge({ metadata: { labels: labels(true), annotations: { touched: String(value) } } })));

/** More than one page. */
const bulk = Array.from({ length: 510 }, (_, index) => new Target(leases, b, `bulk-${index}`));

/** What there is before anybody looks, namespaces first. */
export const before: readonly ScriptedWrite[] = [
  ...namespaces.map((name) => new Target(namespaceResource, undefined, name).create(0)),
  ...[first, second, other, secret, otherSecret, deployment, pod, lease, node, space].map((target, index) => target.create(index)),
  opaqueSecret.create(0),
];

/** And this, in any order. */
export const bulkBefore: readonly ScriptedWrite[] = bulk.map((target, index) => target.create(index));

/** Each kind of change once, in an order that means something. */
const each: readonly ScriptStep[] = [
  ...write(
    ...[first, secret, deployment, lease, node, space].map((target) => target.patch(1)),
    // Nothing new: no event.
    first.patch(1),
    second.watched(true),
    second.watched(false),
    second.watched(true),
    first.jsonPatch([{ op: 'replace', path: '/data/other', value: 'different' }, { op: 'add', path: '/data/more', value: 'x' }]),
    first.update(4),
    // Refused: no event.
    first.create(5),
    first.merge({ metadata: { resourceVersion: '1' }, data: { value: 'never' } }),
    other.delete(),
    other.delete(),
    other.patch(6),
    other.create(6),
    finalized.create(8, { finalizers: ['example.com/wait'] }),
    finalized.delete(),
    finalized.patch(9),
    finalized.merge({ metadata: { finalizers: null } }),
    applied.apply(10),
    applied.apply(10),
    applied.apply(12),
    deployment.scale(3),
    deployment.scale(0),
    deployment.setImage('nginx:1.26'),
    secret.delete(),
    secret.create(2),
    pod.patch(3),
    pod.merge({ spec: { containers: [{ name: 'main', image: 'nginx:2' }] } }),
    pod.delete(),
    pod.create(2),
    pod.deleteByForce(),
    pod.create(2),
    boundPod.create(4),
    boundPod.delete(),
    boundPod.delete(),
    boundPod.patch(5),
    boundPod.deleteWithin(60),
    boundPod.deleteWithin(5),
    boundPod.deleteByForce(),
    boundPod.create(6, { finalizers: ['example.com/wait'] }),
    boundPod.delete(),
    boundPod.merge({ metadata: { finalizers: null } }),
    boundPod.deleteByForce(),
    boundPod.create(6, { finalizers: ['example.com/wait'] }),
    boundPod.deleteByForce(),
    boundPod.merge({ metadata: { finalizers: null } }),
    boundPod.create(8),
    node.delete(),
    node.create(3),
  ),
  ...touchAll(1),
  { do: 'away', back: 'watch', writes: [first.patch(20), second.delete(), otherSecret.patch(20), deployment.scale(2), node.delete(), node.create(20), boundPod.delete()] },
  ...touchAll(2),
  { do: 'away', back: 'relist', writes: [first.delete(), first.create(22), other.delete(), second.create(23), secret.patch(24), deployment.delete(), pod.delete(), node.patch(21), boundPod.deleteByForce()] },
  ...write(deployment.create(2), pod.create(2), other.create(2)),
  { do: 'resync' },
  ...touchAll(3),
  { do: 'away', back: 'watch', writes: [] },
  // Nobody finishes it.
  ...write(space.delete(), space.patch(30)),
];

/** All that, and then what chance brings. */
export function traceScript(seed: number, drawnSteps: number): readonly ScriptStep[] {
  const random = seededRandom(seed);
  return [...each, ...Array.from({ length: drawnSteps }, (_, index) => drawnStep(random, index)).flat()];
}

function drawnStep(random: Random, index: number): ScriptStep[] {
  const below = (bound: number): number => Math.floor(random() * bound);
  const value = 100 + index;
  const change = (): ScriptedWrite[] => {
    const target = drawn[below(drawn.length)]!;
    switch (below(8)) {
      case 0:
        return [target.create(value)];
      case 1:
        return [target.delete()];
      case 2:
        return [target.delete(), target.create(value)];
      case 3:
        return [target.watched(below(2) === 0)];
      case 4:
        return target === deployment ? [target.scale(below(4))] : [target.apply(value)];
      default:
        return [target.patch(value)];
    }
  };
  if (below(12) > 0) return write(...change());
  const back = below(2) === 0 ? 'watch' : 'relist';
  return [...touchEverything(index), { do: 'away', back, writes: [...change(), ...change(), ...change()] }];
}

/** As `touchAll`, also where there is nothing to be touched. */
function touchEverything(value: number): ScriptStep[] {
  return write(...[first, opaqueSecret, deployment, pod, lease, node, space].flatMap((target) => [target.create(200 + 2 * value), target.merge({ metadata: { labels: labels(true), annotations: { touched: `drawn ${value}` } } })]));
}
