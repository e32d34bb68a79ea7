import type { Clock } from '../base/clock.ts';
import { isRecord, type KubeObject } from '../kube/object.ts';
import type { GroupVersionResource } from '../kube/resource.ts';
import type { WriteTransport } from './writeTransport.ts';

export const leaseResource: GroupVersionResource = { group: 'coordination.k8s.io', version: 'v1', resource: 'leases' };

/** Which Lease the replicas share. */
export interface LeaseName {
  readonly namespace: string;
  readonly name: string;
}

/** A single object from the API server, not from a cache. @throws ApiError 404 when it is not there */
export type GetObject = (resource: GroupVersionResource, namespace: string | undefined, name: string, signal: AbortSignal) => Promise<KubeObject>;

/** What a Lease says (client-go `LeaderElectionRecord`). Times are RFC 3339; nobody reckons with them, since clocks differ. */
export interface LeaderElectionRecord {
  /** Empty when it was given back. */
  readonly holderIdentity: string;
  readonly leaseDurationSeconds: number;
  readonly acquireTime: string;
  readonly renewTime: string;
  readonly leaseTransitions: number;
}

export interface LeaseLockOptions {
  readonly lease: LeaseName;
  readonly get: GetObject;
  readonly transport: WriteTransport;
  /** Named as the one who wrote. */
  readonly fieldManager: string;
}

/** A Lease as a lock with optimistic concurrency: an update is refused with 409 when somebody else has written since it was read (client-go `LeaseLock`). */
export class LeaseLock {
  readonly #options: LeaseLockOptions;
  /** As it was last read or written. */
  #lease: KubeObject | undefined;

  constructor(options: LeaseLockOptions) {
    this.#options = options;
  }

  /** `namespace/name` */
  get description(): string {
    const { namespace, name } = this.#options.lease;
    return `${namespace}/${name}`;
  }

  async get(signal: AbortSignal): Promise<LeaderElectionRecord> {
    const { lease, get } = this.#options;
    this.#lease = await get(leaseResource, lease.namespace, lease.name, signal);
    return recordOf(this.#lease);
  }

  async create(record: LeaderElectionRecord, signal: AbortSignal): Promise<void> {
    const { namespace, name } = this.#options.lease;
    await this.#write('create', { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { namespace, name }, spec: record }, signal);
  }

  /** Over what was last read or written. @throws an Error when nothing was */
  async update(record: LeaderElectionRecord, signal: AbortSignal): Promise<void> {
    if (!this.#lease) throw new Error('the Lease was not read before it was to be updated');
    const spec = isRecord(this.#lease['spec']) ? this.#lease['spec'] : {};
    await this.#write('update', { ...this.#lease, spec: { ...spec, ...record } }, signal);
  }

  async #write(verb: 'create' | 'update', body: KubeObject, signal: AbortSignal): Promise<void> {
    const { lease, transport, fieldManager } = this.#options;
    const { object = body } = await transport.write({ verb, resource: leaseResource, ...lease, body }, { dryRun: false, fieldManager }, signal);
    this.#lease = object;
  }
}

/** Whoever may write a Lease may write anything into it. */
function recordOf({ spec }: KubeObject): LeaderElectionRecord {
  const { holderIdentity, leaseDurationSeconds, acquireTime, renewTime, leaseTransitions } = isRecord(spec) ? spec : {};
  return {
    holderIdentity: text(holderIdentity),
    leaseDurationSeconds: whole(leaseDurationSeconds),
    acquireTime: text(acquireTime),
    renewTime: text(renewTime),
    leaseTransitions: whole(leaseTransitions),
  };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function whole(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : 0;
}

/** `metav1.MicroTime`. */
export function microTime(clock: Clock): string {
  return new Date(clock.wallTime()).toISOString().replace('Z', '000Z');
}
