import { metaNamespaceKey } from '../../kube/key.ts';
import type { RateLimitingQueue } from '../../workqueue/rateLimitingQueue.ts';
import { services } from '../registry/resources/services.ts';
import type { Service } from '../registry/serviceShapes.ts';
import { type ControllerInformer, type ControllerPorts, onEveryChange } from './controllerPorts.ts';

/** How long a load balancer takes to come, in milliseconds: at least and at most. */
const takesMs = [1_000, 4_000] as const;

/** Gives Services of type LoadBalancer an address from outside, as the controller of a cloud does (kubernetes `cloud-provider/controllers/service`). */
export class ServiceController {
  readonly #ports: ControllerPorts;
  readonly #queue: RateLimitingQueue;
  readonly #services: ControllerInformer;
  readonly #due = new Map<string, number>();

  constructor(ports: ControllerPorts) {
    this.#ports = ports;
    this.#services = ports.informer(services);
    this.#queue = ports.queue((key) => this.#reconcile(key));
    this.#services.addEventHandler(onEveryChange((service) => this.#queue.add(metaNamespaceKey(service))));
  }

  #reconcile(key: string): void {
    const service = this.#services.indexer.get(key) as Service | undefined;
    const isBalanced = service?.spec.type === 'LoadBalancer' && !service.metadata.deletionTimestamp;
    const has = addressesOf(service);
    if (!service || isBalanced === has.length > 0) {
      this.#due.delete(key);
      return;
    }
    if (!isBalanced) return this.#write(service, []);
    const { clock, random } = this.#ports;
    const due = this.#due.get(key) ?? clock.now() + takesMs[0] + random() * (takesMs[1] - takesMs[0]);
    this.#due.set(key, due);
    if (due > clock.now()) this.#queue.addAfter(key, due - clock.now());
    else this.#write(service, [{ ip: this.#freeAddress(), ipMode: 'VIP' }]);
  }

  /** Each has one, of those that are left. */
  #freeAddress(): string {
    const taken = new Set(this.#services.indexer.list().flatMap((service) => addressesOf(service as Service)));
    for (let host = 1; host < 65_536; host++) {
      const address = `172.19.${Math.floor(host / 256)}.${host % 256}`;
      if (!taken.has(address)) return address;
    }
    throw new Error('there is no address left for a load balancer');
  }

  #write(service: Service, ingress: readonly object[]): void {
    const loadBalancer = ingress.length > 0 ? { ingress } : {};
    this.#ports.client.updateStatus(services, service, ({ status }) => ({ ...status, loadBalancer }));
  }
}

function addressesOf(service: Service | undefined): string[] {
  return (service?.status?.loadBalancer?.ingress ?? []).map(({ ip }) => ip ?? '');
}
