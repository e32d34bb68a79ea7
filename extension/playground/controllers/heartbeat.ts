import { ApiError } from '../../kube/status.ts';
import { conditionStatus } from '../registry/conditionStatus.ts';
import { formatTime } from '../registry/formatTime.ts';
import { leases } from '../registry/resources/leases.ts';
import { nodes } from '../registry/resources/nodes.ts';
import type { Condition, Lease, Node } from '../registry/shapes.ts';
import type { ControllerPorts } from './controllerPorts.ts';

/** A kubelet renews its Lease this often, and reports a status that has not changed this often, in milliseconds (kubernetes `nodeLeaseDurationSeconds`, `nodeStatusReportFrequency`). */
const renewMs = 10_000;
const reportMs = 300_000;
const leaseSeconds = 40;

export const leaseNamespace = 'kube-node-lease';

/** What a kubelet says while nothing is wrong. */
export const wellConditions: readonly Condition[] = [
  { type: 'MemoryPressure', status: 'False', reason: 'KubeletHasSufficientMemory', message: 'kubelet has sufficient memory available' },
  { type: 'DiskPressure', status: 'False', reason: 'KubeletHasNoDiskPressure', message: 'kubelet has no disk pressure' },
  { type: 'PIDPressure', status: 'False', reason: 'KubeletHasSufficientPID', message: 'kubelet has sufficient PID available' },
  { type: 'Ready', status: 'True', reason: 'KubeletReady', message: 'kubelet is posting ready status' },
];

/** Says that a node is alive, for as long as its kubelet is connected: by its Lease in short, by its status in full when that has changed or was not told for long. */
export function beat(ports: ControllerPorts, node: string): void {
  new Heartbeat(ports, node).start();
}

class Heartbeat {
  readonly #ports: ControllerPorts;
  readonly #node: string;
  #reported: number | undefined;

  constructor(ports: ControllerPorts, node: string) {
    this.#ports = ports;
    this.#node = node;
  }

  /** Not all nodes of a cluster at one moment, but none that comes back waits for long. */
  start(): void {
    this.#beatAfter(100 + this.#ports.random() * 900);
  }

  #beatAfter(ms: number): void {
    this.#ports.after(ms, () => {
      try {
        this.#beat();
      } catch (error) {
        if (!ApiError.is(error)) throw error; // refused: the next one may not be
      } finally {
        this.#beatAfter(renewMs);
      }
    });
  }

  #beat(): void {
    const { client, clock, random } = this.#ports;
    const node = client.find(nodes, '', this.#node) as Node | undefined;
    if (!node) return;
    this.#renew(node);
    this.#reported ??= clock.now() - random() * reportMs;
    if (conditionStatus(node.status?.conditions, 'Ready') === 'True' && clock.now() - this.#reported < reportMs) return;
    this.#reported = clock.now();
    const now = formatTime(clock.wallTime());
    client.updateStatus(nodes, node, ({ status }) => ({ ...status, conditions: reported(status?.conditions ?? [], now) }));
  }

  #renew({ metadata }: Node): void {
    const { client, clock } = this.#ports;
    const renewTime = new Date(clock.wallTime()).toISOString().replace('Z', '000Z');
    const spec = { holderIdentity: this.#node, leaseDurationSeconds: leaseSeconds, renewTime };
    if (client.find(leases, leaseNamespace, this.#node)) {
      client.update(leases, leaseNamespace, this.#node, (old) => ({ ...old, spec: { ...(old as Lease).spec, ...spec } }));
      return;
    }
    const owner = { apiVersion: 'v1', kind: 'Node', name: this.#node, uid: metadata.uid! };
    client.create(leases, leaseNamespace, { metadata: { name: this.#node, namespace: leaseNamespace, ownerReferences: [owner] }, spec });
  }
}

/** Everything is well, and has been for as long as it was before. */
function reported(conditions: readonly Condition[], now: string): Condition[] {
  const well = wellConditions.map((condition) => {
    const old = conditions.find(({ type }) => type === condition.type);
    const since = old?.status === condition.status ? (old.lastTransitionTime ?? now) : now;
    return Object.assign({}, condition, { lastHeartbeatTime: now, lastTransitionTime: since });
  });
  return [...well, ...conditions.filter(({ type }) => !wellConditions.some((condition) => condition.type === type))];
}
