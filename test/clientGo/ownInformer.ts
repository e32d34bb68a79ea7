import { silentLogger } from '../../extension/base/logger.ts';
import { systemRandom } from '../../extension/base/random.ts';
import { systemClock } from '../../extension/base/systemClock.ts';
import type { Cluster } from '../../extension/cluster/cluster.ts';
import { DeletedFinalStateUnknown, type ResourceEventHandler } from '../../extension/informer/eventHandler.ts';
import { type FeatureGateOverrides, overridableGates } from '../../extension/informer/featureGates.ts';
import { type InformerChoices, SharedInformerFactory } from '../../extension/informer/sharedInformerFactory.ts';
import { metaNamespaceKey } from '../../extension/kube/key.ts';
import type { KubeObject } from '../../extension/kube/object.ts';
import { parseResource } from '../../extension/kube/resource.ts';
import { noProbe } from '../../extension/trace/probe.ts';
import { openGate } from '../../extension/trace/gate.ts';
import { openClusterAt } from '../support/openCluster.ts';
import type { Gates } from './clientGoInformer.ts';
import { type InformerCall, stateOf } from './informerCall.ts';

/** How our informer behaves as that client-go does: its release shows in the gates that it knows. */
export function choicesOf(gates: Gates): InformerChoices {
  const queue = !gates['InOrderInformers'] ? 'DeltaFIFO' : gates['AtomicFIFO'] ? 'atomic' : 'RealFIFO';
  const featureGates: FeatureGateOverrides = Object.fromEntries(overridableGates.filter((gate) => gate in gates).map((gate) => [gate, gates[gate]]));
  return { clientGo: 'AtomicFIFO' in gates ? '1.36' : '1.32', queue, featureGates };
}

export interface OwnInformerOptions {
  readonly kubeconfig: string;
  readonly userAgent: string;
  readonly resources: readonly string[];
  readonly choices: InformerChoices;
}

/** Our informers of the same resources, over a connection of their own. */
export class OwnInformer {
  readonly calls: InformerCall[] = [];
  readonly #cluster: Cluster;
  readonly #factory: SharedInformerFactory;
  readonly #resources: readonly string[];

  private constructor(cluster: Cluster, { resources, choices }: OwnInformerOptions) {
    this.#cluster = cluster;
    this.#resources = resources;
    this.#factory = new SharedInformerFactory({
      clock: systemClock,
      random: systemRandom,
      probe: noProbe,
      gate: openGate,
      logger: silentLogger,
      listerWatcherFor: (resource, scope) => cluster.listerWatcher(resource, scope),
    });
    for (const resource of resources) this.#factory.informer(parseResource(resource)!, {}, choices).addEventHandler(this.#handler(resource), { name: 'test' });
    this.#factory.start();
  }

  /** Starts at once. Whoever starts one ends it. */
  static async start(options: OwnInformerOptions): Promise<OwnInformer> {
    return new OwnInformer(await openClusterAt(options.kubeconfig, { userAgent: options.userAgent }), options);
  }

  /** By resource `KEY UID VERSION` of each object, sorted. */
  get stores(): Readonly<Record<string, readonly string[]>> {
    return Object.fromEntries(this.#factory.informers.map(({ indexer }, index) => [this.#resources[index]!, indexer.list().map(stateOf).toSorted()]));
  }

  async end(): Promise<void> {
    await this.#factory.shutdown();
    await this.#cluster.close();
  }

  #handler(resource: string): ResourceEventHandler {
    return {
      onAdd: (object, isInInitialList) => void this.calls.push({ resource, call: 'added', ...identityOf(object), ...(isInInitialList && { initial: true }) }),
      onUpdate: (old, object) => {
        const { uid: oldUid, version: oldVersion } = identityOf(old);
        this.calls.push({ resource, call: 'updated', ...identityOf(object), oldUid, oldVersion });
      },
      onDelete: (deleted) => {
        const isTombstone = deleted instanceof DeletedFinalStateUnknown;
        const object = isTombstone ? deleted.object : deleted;
        if (!object) throw new Error(`a tombstone without an object: ${resource}`);
        this.calls.push({ resource, call: 'deleted', ...identityOf(object), ...(isTombstone && { tombstone: true }) });
      },
    };
  }
}

function identityOf(object: KubeObject): Pick<InformerCall, 'key' | 'uid' | 'version'> {
  const { uid = '', resourceVersion = '' } = object.metadata;
  return { key: metaNamespaceKey(object), uid, version: resourceVersion };
}
