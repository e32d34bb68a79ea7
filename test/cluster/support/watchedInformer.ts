import { silentLogger } from '../../../extension/base/logger.ts';
import type { Random } from '../../../extension/base/random.ts';
import { systemClock } from '../../../extension/base/systemClock.ts';
import type { Cluster } from '../../../extension/cluster/cluster.ts';
import { DeletedFinalStateUnknown, type ResourceEventHandler } from '../../../extension/informer/eventHandler.ts';
import type { HandlerRegistration } from '../../../extension/informer/informerOptions.ts';
import type { InformerScope, SharedInformer } from '../../../extension/informer/sharedInformer.ts';
import { type InformerChoices, SharedInformerFactory } from '../../../extension/informer/sharedInformerFactory.ts';
import { type InformerState, initialInformerState, reduceInformerState } from '../../../extension/inspector/informerState.ts';
import { metaNamespaceKey } from '../../../extension/kube/key.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';
import type { GroupVersionResource } from '../../../extension/kube/resource.ts';
import type { EntryOf, TraceEntry } from '../../../extension/trace/entry.ts';
import { openGate } from '../../../extension/trace/gate.ts';
import { Tracer } from '../../../extension/trace/tracer.ts';

/** `uid resourceVersion` by key: what makes two states the same. */
export type ClusterState = ReadonlyMap<string, string>;
export const identityOf = ({ metadata }: KubeObject): string => `${metadata.uid} ${metadata.resourceVersion}`;

export interface WatchedInformerOptions {
  readonly cluster: Pick<Cluster, 'listerWatcher'>;
  readonly resource: GroupVersionResource;
  readonly scope?: InformerScope;
  readonly settings?: InformerChoices;
  readonly random: Random;
}

/** A real informer on a cluster, its whole trace, and what its one handler was told last of each key. */
export class WatchedInformer implements ResourceEventHandler {
  readonly trace = new Tracer(systemClock, 100_000);
  readonly informer: SharedInformer;
  readonly told = new Map<string, string>();
  /** As the tree shows it. */
  state: InformerState = initialInformerState;
  readonly #factory: SharedInformerFactory;
  readonly #registration: HandlerRegistration;

  /** Starts at once. Whoever makes one stops it. */
  constructor({ cluster, resource, scope = {}, settings = {}, random }: WatchedInformerOptions) {
    this.trace.onEntry((entry) => (this.state = reduceInformerState(this.state, entry)));
    this.#factory = new SharedInformerFactory({
      clock: systemClock,
      random,
      probe: this.trace,
      gate: openGate,
      logger: silentLogger,
      listerWatcherFor: (what, where) => cluster.listerWatcher(what, where),
    });
    this.informer = this.#factory.informer(resource, scope, settings);
    this.#registration = this.informer.addEventHandler(this, { name: 'test' });
    this.#factory.start();
  }

  onAdd(object: KubeObject): void {
    this.told.set(metaNamespaceKey(object), identityOf(object));
  }

  onUpdate(_old: KubeObject, object: KubeObject): void {
    this.onAdd(object);
  }

  onDelete(object: KubeObject | DeletedFinalStateUnknown): void {
    this.told.delete(object instanceof DeletedFinalStateUnknown ? object.key : metaNamespaceKey(object));
  }

  get cached(): ClusterState {
    return new Map(this.informer.indexer.list().map((object) => [metaNamespaceKey(object), identityOf(object)]));
  }

  /** Nothing waits in the queue or for the handler. */
  get isIdle(): boolean {
    return this.informer.queueSnapshot(1).deltas === 0 && this.#registration.backlog === 0 && this.#registration.calling === undefined;
  }

  get keys(): string[] {
    return [...this.cached.keys()].toSorted();
  }

  entries(): TraceEntry[] {
    return [...this.trace.entries()];
  }

  of<Kind extends TraceEntry['kind']>(kind: Kind): EntryOf<Kind>[] {
    return this.entries().filter((entry): entry is EntryOf<Kind> & TraceEntry => entry.kind === kind);
  }

  stop(): Promise<void> {
    return this.#factory.shutdown();
  }
}
