import { isDeepStrictEqual } from 'node:util';
import { namespaceIndex } from '../../informer/indexer.ts';
import { metaNamespaceKey } from '../../kube/key.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { RateLimitingQueue } from '../../workqueue/rateLimitingQueue.ts';
import { endpointOf, endpointPorts, sliceLabels, sliceManager } from '../registry/endpoints.ts';
import { endpointSlices } from '../registry/resources/endpointSlices.ts';
import { pods } from '../registry/resources/pods.ts';
import { services } from '../registry/resources/services.ts';
import type { Endpoint, EndpointPort, EndpointSlice, Service } from '../registry/serviceShapes.ts';
import type { Pod } from '../registry/shapes.ts';
import { type ControllerInformer, type ControllerPorts, lookAgainMs, onEveryChange } from './controllerPorts.ts';
import { OwnedObjects } from './ownedObjects.ts';
import { ownerReference } from './ownership.ts';

/** `max-endpoints-per-slice` */
const most = 100;

interface Wanted {
  readonly ports: readonly EndpointPort[];
  readonly endpoints: readonly Endpoint[];
}

/** Says in EndpointSlices to which pods each Service leads, and which of them are ready (kubernetes `pkg/controller/endpointslice`). */
export class EndpointSliceController {
  readonly #queue: RateLimitingQueue;
  readonly #services: ControllerInformer;
  readonly #pods: ControllerInformer;
  readonly #slices: OwnedObjects<EndpointSlice>;

  constructor(ports: ControllerPorts) {
    this.#services = ports.informer(services);
    this.#pods = ports.informer(pods);
    this.#slices = new OwnedObjects(ports, endpointSlices);
    this.#queue = ports.queue((key) => this.#reconcile(key));
    this.#services.addEventHandler(onEveryChange((service) => this.#queue.add(metaNamespaceKey(service))));
    this.#slices.informer.addEventHandler(onEveryChange((slice) => this.#sliceChanged(slice)));
    this.#pods.addEventHandler({
      ...onEveryChange((pod) => this.#podChanged(pod)),
      onUpdate: (old, pod) => {
        // Of what was selected before, and is not any more, the old labels tell.
        if (!isDeepStrictEqual(old.metadata.labels, pod.metadata.labels)) this.#podChanged(old);
        this.#podChanged(pod);
      },
    });
  }

  #podChanged({ metadata }: KubeObject): void {
    const all = this.#services.indexer.byIndex(namespaceIndex, metadata.namespace ?? '') as Service[];
    for (const service of all) if (selects(service, metadata.labels)) this.#queue.add(metaNamespaceKey(service));
  }

  #sliceChanged({ metadata }: KubeObject): void {
    const service = metadata.labels?.[sliceLabels.service];
    if (service && metadata.labels?.[sliceLabels.managedBy] === sliceManager) this.#queue.add(`${metadata.namespace}/${service}`);
  }

  #reconcile(key: string): void {
    const service = this.#services.indexer.get(key) as Service | undefined;
    if (!service || service.metadata.deletionTimestamp || !service.spec.selector) return;
    if (!this.#slices.areSeen(key)) return this.#queue.addAfter(key, lookAgainMs);
    const owned = this.#slices.of(service).filter(({ metadata }) => !metadata.deletionTimestamp);
    const left = new Set(owned);
    for (const wanted of this.#wantedFor(service)) this.#arrange(service, wanted, left);
    for (const slice of left) this.#slices.delete(slice);
  }

  /** One for each set of ports that its pods have; one without any where there are no pods, so that the Service has a slice. */
  #wantedFor(service: Service): readonly Wanted[] {
    if (service.spec.type === 'ExternalName') return [];
    const selected = (this.#pods.indexer.byIndex(namespaceIndex, service.metadata.namespace!) as Pod[]).filter(({ metadata }) => selects(service, metadata.labels));
    const byPorts = new Map<string, { readonly ports: readonly EndpointPort[]; readonly endpoints: Endpoint[] }>();
    for (const pod of selected) {
      const endpoint = endpointOf(pod, service);
      if (!endpoint) continue;
      const ports = endpointPorts(service, pod);
      const id = JSON.stringify(ports);
      const group = byPorts.get(id) ?? { ports, endpoints: [] };
      group.endpoints.push(endpoint);
      byPorts.set(id, group);
    }
    return byPorts.size > 0 ? [...byPorts.values()] : [{ ports: [], endpoints: [] }];
  }

  /** Endpoints stay in the slices in which they are; what is new fills those that have room, and then new ones. */
  #arrange(service: Service, { ports, endpoints }: Wanted, left: Set<EndpointSlice>): void {
    const slices = [...left].filter((slice) => isDeepStrictEqual(slice.ports ?? [], ports));
    const missing = new Map(endpoints.map((endpoint) => [idOf(endpoint), endpoint]));
    const filled = slices.map((slice) => {
      const kept = (slice.endpoints ?? []).map((endpoint) => take(missing, idOf(endpoint))).filter((endpoint) => endpoint !== undefined);
      return { slice, endpoints: kept };
    });
    for (const each of filled) {
      for (const [id] of missing) {
        if (each.endpoints.length >= most) break;
        each.endpoints.push(take(missing, id)!);
      }
    }
    let hasOne = false;
    for (const { slice, endpoints: next } of filled) {
      if (next.length === 0 && (endpoints.length > 0 || hasOne)) continue; // it goes
      hasOne = true;
      left.delete(slice);
      this.#update(service, slice, next);
    }
    const rest = [...missing.values()];
    for (let from = 0; from < rest.length || !hasOne; from += most, hasOne = true) this.#create(service, ports, rest.slice(from, from + most));
  }

  #update(service: Service, slice: EndpointSlice, next: readonly Endpoint[]): void {
    const labels = labelsOf(service);
    if (isDeepStrictEqual(slice.endpoints ?? [], next) && isDeepStrictEqual(slice.metadata.labels, labels)) return;
    this.#slices.update(slice, ({ endpoints: _endpoints, ...old }) => ({
      ...old,
      metadata: { ...old.metadata, labels },
      ...(next.length > 0 && { endpoints: next }),
    }));
  }

  #create(service: Service, ports: readonly EndpointPort[], endpoints: readonly Endpoint[]): void {
    const { name = '', namespace = '' } = service.metadata;
    const metadata = { generateName: `${name}-`, namespace, labels: labelsOf(service), ownerReferences: [ownerReference(service)] };
    this.#slices.create({ metadata, addressType: 'IPv4', ...(endpoints.length > 0 && { endpoints }), ...(ports.length > 0 && { ports }) });
  }
}

/** Asked of each pod for each Service of its namespace, so no list is made. */
function selects({ spec: { selector = {} } }: Service, labels: Readonly<Record<string, string>> = {}): boolean {
  let isAny = false;
  for (const key in selector) {
    if (labels[key] !== selector[key]) return false;
    isAny = true;
  }
  return isAny;
}

function labelsOf({ metadata }: Service): Readonly<Record<string, string>> {
  return { ...metadata.labels, [sliceLabels.managedBy]: sliceManager, [sliceLabels.service]: metadata.name! };
}

function idOf({ addresses, targetRef }: Endpoint): string {
  return targetRef?.['uid'] ?? addresses.join();
}

function take<T>(from: Map<string, T>, id: string): T | undefined {
  const found = from.get(id);
  from.delete(id);
  return found;
}
