import type { Clock } from '../../../extension/base/clock.ts';
import { silentLogger } from '../../../extension/base/logger.ts';
import { type Random, seededRandomFor } from '../../../extension/base/random.ts';
import { systemClock } from '../../../extension/base/systemClock.ts';
import type { Cluster } from '../../../extension/cluster/cluster.ts';
import type { InformerScope, SharedInformer } from '../../../extension/informer/sharedInformer.ts';
import { type InformerChoices, SharedInformerFactory } from '../../../extension/informer/sharedInformerFactory.ts';
import { formatResource, type GroupVersionResource } from '../../../extension/kube/resource.ts';
import type { EntryOf, TraceKind } from '../../../extension/trace/entry.ts';
import { type Gate, openGate } from '../../../extension/trace/gate.ts';
import { Tracer } from '../../../extension/trace/tracer.ts';
import { describeObject } from '../../support/believer.ts';
import { hastyClock } from '../../support/hastyClock.ts';
import { openClusterAt } from '../../support/openCluster.ts';
import { RequestLog } from '../../support/requestLog.ts';
import type { Changes } from './changes.ts';
import { Witness } from './witness.ts';

export interface TrialOptions {
  readonly name: string;
  /** Path of the file; its current context is taken. */
  readonly kubeconfig: string;
  readonly resource: GroupVersionResource;
  readonly changes: Changes;
  readonly scope?: InformerScope;
  readonly settings: InformerChoices;
  readonly seed: number;
  /** By which its delays are drawn; default: of the seed. */
  readonly random?: Random;
  /** How many times as fast as the machine's the clock of the informer runs: its delays, not its rules. Default 1. */
  readonly factor?: number;
  /** The same for the connection: how long silence is borne. Default 1. */
  readonly connectionFactor?: number;
  readonly gate?: Gate;
}

/** A real informer over a connection of its own to a real API server, with two handlers that hold every call to what happened, and each request written down. */
export class Trial {
  readonly name: string;
  readonly scope: InformerScope;
  readonly resource: GroupVersionResource;
  readonly informer: SharedInformer;
  readonly log: RequestLog;
  readonly trace: Tracer;
  readonly clock: Clock;
  readonly witnesses: Witness[];
  readonly #factory: SharedInformerFactory;
  readonly #cluster: Cluster;
  readonly #options: TrialOptions;

  private constructor(cluster: Cluster, options: TrialOptions) {
    const { name, scope = {}, resource, settings, seed, random = seededRandomFor(seed, name), factor = 1, gate = openGate } = options;
    this.name = name;
    this.scope = scope;
    this.resource = resource;
    this.#options = options;
    this.#cluster = cluster;
    this.clock = factor === 1 ? systemClock : hastyClock(factor);
    this.trace = new Tracer(this.clock, 200_000);
    this.log = new RequestLog(this.clock);
    this.#factory = new SharedInformerFactory({
      clock: this.clock,
      random,
      probe: this.trace,
      gate,
      logger: silentLogger,
      listerWatcherFor: (what, where) => this.log.observe(cluster.listerWatcher(what, where)),
    });
    this.informer = this.#factory.informer(resource, scope, settings);
    this.witnesses = [];
    this.addWitness();
    this.addWitness();
  }

  /** Starts at once. Whoever opens it stops it. */
  static async open(options: TrialOptions): Promise<Trial> {
    const { connectionFactor = 1, kubeconfig } = options;
    const clock = connectionFactor === 1 ? systemClock : hastyClock(connectionFactor);
    const cluster = await openClusterAt(kubeconfig, { clock });
    const trial = new Trial(cluster, options);
    trial.#factory.start();
    return trial;
  }

  /** One more handler, from now on: it is told of everything that is cached. */
  addWitness(): Witness {
    const [label, value] = this.scope.labelSelector?.split('=') ?? [];
    const witness = new Witness(this.#options.changes, label === undefined ? undefined : (labels) => labels[label] === value);
    this.witnesses.push(witness);
    this.informer.addEventHandler(witness, { name: `witness-${this.witnesses.length}` });
    return witness;
  }

  /** `namespace/name uid resourceVersion`, sorted. */
  get cached(): string[] {
    return this.informer.indexer.list().map((object) => `${describeObject(object).id} ${describeObject(object).value}`).toSorted();
  }

  /** The keys by the index, sorted. */
  get indexed(): string[] {
    const { indexer } = this.informer;
    return indexer.listIndexFuncValues('namespace').flatMap((value) => indexer.indexKeys('namespace', value)).toSorted();
  }

  entries<Kind extends TraceKind>(kind: Kind, since = 0): EntryOf<Kind>[] {
    return [...this.trace.entries(since)].filter((entry): entry is EntryOf<Kind> & { readonly seq: number; readonly t: number } => entry.kind === kind);
  }

  /** Requests that came sooner than the contract lets them; and how many were sent beside those that are written down. */
  get violations(): string[] {
    const { settings, resource } = this.informer;
    const sent = this.#cluster.requests.figures().kinds.filter((kind) => kind.resource === formatResource(resource) && (kind.verb === 'list' || kind.verb === 'watch')).reduce((sum, { requests }) => sum + requests, 0);
    const beside = sent === this.log.requests.length ? [] : [`${sent} requests were sent, of which ${this.log.requests.length} are the Reflector's`];
    return [...this.log.violations(settings.clientGo, this.#options.factor ?? 1), ...beside];
  }

  async stop(): Promise<void> {
    await this.#factory.shutdown();
    await this.#cluster.close();
  }
}
