import type { Clock } from '../base/clock.ts';
import { DisposableStore } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import type { Logger } from '../base/logger.ts';
import { OrderedClock } from '../base/orderedClock.ts';
import { seededRandom, seededRandomFor } from '../base/random.ts';
import { ClusterAccess } from './access/clusterAccess.ts';
import { bootstrapAccess } from './access/defaults/bootstrapAccess.ts';
import type { UserToken } from './access/tokenAuthenticator.ts';
import { auditEndpoints } from './audit/auditEndpoints.ts';
import { AuditFilter } from './audit/auditFilter.ts';
import { AuditLog, type AuditSink } from './audit/auditLog.ts';
import type { AuditPolicy } from './audit/auditPolicy.ts';
import type { ApiRequest, ApiResponse } from './api/apiRequest.ts';
import { ApiServer } from './api/apiServer.ts';
import { defaultFeatureGates, type FeatureGates } from './api/featureGates.ts';
import type { SocketRequest } from './api/socketRequest.ts';
import { allControllers, type ControllerSelection, runsAny } from './controllers/controllerSelection.ts';
import { CustomResources } from './customResources/customResources.ts';
import { faultEndpoints } from './faults/faultEndpoints.ts';
import { Faults } from './faults/faults.ts';
import { RequestFaults } from './faults/requestFaults.ts';
import { ServerFaults } from './faults/serverFaults.ts';
import type { InflightLimits } from '../introspection/flowControl.ts';
import type { ChurnRate } from '../introspection/world.ts';
import { bootstrapFlowControl, flowControlUids } from './flowControl/bootstrapFlowControl.ts';
import { FlowControl } from './flowControl/flowControl.ts';
import { flowControlEndpoints } from './flowControl/flowControlEndpoints.ts';
import { FlowControlFilter } from './flowControl/flowControlFilter.ts';
import { Facts } from './introspection/facts.ts';
import { IntrospectionApi } from './introspection/introspectionApi.ts';
import { keyedHash } from './introspection/keyedHash.ts';
import { placeFinder } from './introspection/placeFinder.ts';
import { bootstrapPriorities } from './registry/priorityAdmission.ts';
import { Registry } from './registry/registry.ts';
import { storagePrefix } from './registry/resourceDefinition.ts';
import { builtInResources } from './registry/resources.ts';
import { Compactor, defaultCompactionMs } from './storage/compactor.ts';
import { writeSnapshot } from './storage/snapshotFile.ts';
import { type Snapshot, snapshotOf } from './storage/snapshotFormat.ts';
import { Storage } from './storage/storage.ts';
import { Pollers } from './traffic/pollers.ts';
import type { OwnAddress } from './traffic/pollingClient.ts';
import { Traffic } from './traffic/traffic.ts';
import { trafficEndpoints } from './traffic/trafficEndpoints.ts';
import { TrafficFilter } from './traffic/trafficFilter.ts';
import { trafficObserver } from './traffic/trafficObserver.ts';
import { currentProfile, type WatchCacheProfile } from './watchCache/watchCacheProfile.ts';
import { createWorld, type WorldSize } from './world/createWorld.ts';
import { World } from './world/world.ts';
import { worldEndpoints } from './world/worldEndpoints.ts';

export interface PlaygroundOptions {
  readonly size: WorldSize;
  readonly seed: number;
  readonly churn: ChurnRate;
  /** Which of those run that make it live; default all that usually do. None: nobody runs pods, keeps ReplicaSets filled or collects garbage. */
  readonly controllers?: ControllerSelection;
  /** Whether deletions wait for a garbage collector, though it may be a client's; default: where any of them runs. */
  readonly collectsGarbage?: boolean;
  /** False: nothing of that begins before {@link World.start}, so that clients are served first. Default true. */
  readonly startsWorld?: boolean;
  /** How fast all that goes; default 1, as time passes. */
  readonly speed?: number;
  /** What an earlier one held, in the place of a new world. */
  readonly restored?: Snapshot | undefined;
  /** How long a write takes to be committed. Default 0. */
  readonly commitLatencyMs?: number;
  /** How often old versions are compacted; 0: on command only. Default five minutes. */
  readonly compactionMs?: number;
  readonly profile?: WatchCacheProfile;
  readonly gates?: FeatureGates;
  /** Resources that are served without a watch cache: `pods`, `deployments.apps`. */
  readonly uncached?: ReadonlySet<string>;
  /** Who is let in from a socket; default nobody. */
  readonly tokens?: readonly UserToken[];
  /** How many requests are answered at a time; default as kube-apiserver. */
  readonly inflight?: InflightLimits;
  /** What is told of requests, and where it is written. Default: nothing, nowhere. */
  readonly audit?: { readonly policy?: AuditPolicy | undefined; readonly sink?: AuditSink | undefined };
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A whole cluster without sockets: what the program serves over HTTPS, and tests ask directly. */
export interface Playground {
  readonly registry: Registry;
  readonly storage: Storage;
  /** All that happens by itself. */
  readonly world: World;
  /** What is broken on purpose. */
  readonly faults: Faults;
  /** Whoever has sockets breaks those of its clients, as if the process had died. */
  readonly onConnectionsBroken: Event<void>;
  /** Tells where it is served: pollers of its own can ask there. */
  servedAt(address: OwnAddress): void;
  /** Answers one request as it comes from a socket; never throws. */
  serve(request: SocketRequest): Promise<ApiResponse>;
  /** Answers one of somebody who is known; never throws. */
  handle(request: ApiRequest): Promise<ApiResponse>;
  /** Answers one that is about the inside: for who started it, and not for users of the cluster. Never throws. */
  introspect(request: ApiRequest): Promise<ApiResponse>;
  /** Ends every stream; resolves when nothing of it runs any more. */
  close(): Promise<void>;
}

export function createPlayground(options: PlaygroundOptions): Playground {
  const { size, churn, controllers = allControllers, collectsGarbage = runsAny(controllers), restored, commitLatencyMs = 0, compactionMs = defaultCompactionMs, clock, logger } = options;
  const { profile = currentProfile(), gates = defaultFeatureGates, uncached = new Set(), tokens = [] } = options;
  const owned = new DisposableStore();
  // What happens by itself happens in one order, whatever else the machine does, as fast as it can.
  const ordered = new OrderedClock(clock);
  // Clients have time as it passes. What is on its way to those who live here belongs to that order all the same, and so do times that are written down.
  const served: Clock = { now: () => clock.now(), setTimer: (ms, callback) => clock.setTimer(ms, callback), defer: (callback) => ordered.defer(callback), wallTime: () => ordered.wallTime() };
  const storage = new Storage({ clock: served });
  if (restored) storage.restore(restored.versions, restored.revision, restored.compacted);
  else fillWithWorld(storage, size, options.seed, ordered);
  const seed = seedAfter(options.seed, restored);
  bootstrapAccess(storage, seededRandomFor(seed, 'access'), ordered.wallTime());
  bootstrapFlowControl(storage, seededRandomFor(seed, 'flow-control'), ordered.wallTime());
  bootstrapPriorities(storage, seededRandomFor(seed, 'priorities'), ordered.wallTime());
  storage.commitLatencyMs = commitLatencyMs;
  const access = owned.add(new ClusterAccess(storage, clock, tokens));
  const facts = new Facts(clock);
  const faults = owned.add(new Faults({ clock, revision: () => storage.revision, onStrike: (strike) => facts.struck(strike) }));
  const broken = owned.add(new Emitter<void>());
  // First of all who are told of a commit: what comes of it is told after it.
  owned.add(storage.onCommit((event) => facts.committed(event, (path) => placeOf(path))));
  // Streams of chance of their own, so that what a client does changes nothing of what else is drawn.
  const registry = owned.add(
    new Registry({
      definitions: builtInResources,
      storage,
      clock: served,
      seed: seed + 1,
      collectsGarbage,
      admission: access.admission,
      profile,
      uncached,
      observerFor: (definition) => facts.cacheObserver(definition),
    }),
  );
  const placeOf = placeFinder(registry);
  owned.add(new CustomResources({ registry, storage, clock: served, logger }));
  owned.add(new Compactor(storage, served, compactionMs));
  owned.add(new ServerFaults({ faults, storage, registry, breakConnections: () => broken.fire() }));
  const { speed = 1, startsWorld = true } = options;
  const world = new World({ registry, clock: ordered, seed: seed + 2, givenSeed: options.seed, size, churn, speed, selection: controllers, authorizer: access.authorizer, onRewind: storage.onRewind, logger });
  if (startsWorld) world.start();
  const flowControl = new FlowControl({ limits: options.inflight, clock, uid: flowControlUids(storage), objectsOf: (resource) => registry.find(resource)?.cache.size ?? 0 });
  const auditLog = new AuditLog(clock, options.audit?.policy, options.audit?.sink);
  const traffic = owned.add(new Traffic({ registry, storage, clock }));
  const pollers = new Pollers(storage, clock);
  let ownAddress: OwnAddress | undefined;
  const api = new ApiServer({
    registry,
    storage,
    clock,
    random: seededRandom(seed + 4),
    logger,
    access,
    gates,
    observer: trafficObserver(facts, traffic),
    faults,
    beforeHandler: [new RequestFaults(faults, clock), new TrafficFilter(traffic, registry)],
    audit: new AuditFilter(auditLog, clock, keyedHash()),
    flowControl: new FlowControlFilter(flowControl),
  });
  const saveSnapshot = async (file: string) => {
    const snapshot = snapshotOf(storage);
    await writeSnapshot(file, snapshot);
    return { revision: snapshot.revision, records: snapshot.versions.length };
  };
  const watching = (): number => Array.from(api.inflight).filter(({ verb }) => verb === 'watch').length;
  const parts = [
    faultEndpoints(faults),
    flowControlEndpoints(flowControl, watching),
    auditEndpoints(auditLog),
    worldEndpoints(world),
    trafficEndpoints({ traffic, pollers, registry, address: () => ownAddress }),
  ];
  const introspection = new IntrospectionApi({ registry, storage, inflight: api.inflight, facts, clock, logger, saveSnapshot, parts });
  return {
    registry,
    storage,
    world,
    faults,
    onConnectionsBroken: broken.event,
    servedAt: (address) => void (ownAddress = address),
    serve: (request) => api.serve(request),
    handle: (request) => api.handle(request),
    introspect: (request) => introspection.handle(request),
    close: async () => {
      await pollers.close();
      await world.stop();
      flowControl.close();
      owned.dispose();
      // Whoever still writes has an answer at once.
      storage.commitLatencyMs = 0;
      storage.flush();
    },
  };
}

/** Names and uids are drawn from the seed; what goes on where it stopped must not draw those again that it has given away. */
function seedAfter(seed: number, restored: Snapshot | undefined): number {
  return restored ? (seed ^ Math.imul(restored.revision, 0x9e3779b1)) >>> 0 : seed;
}

/** A storage holds the world already when the watch caches begin. */
function fillWithWorld(storage: Storage, size: WorldSize, seed: number, clock: Clock): void {
  const prefixes = new Map(builtInResources.map((definition) => [definition.kind, storagePrefix(definition)]));
  for (const object of createWorld(size, seed, clock.wallTime())) {
    const { namespace, name } = object.metadata;
    storage.put(`${prefixes.get(object.kind!)!}${namespace ? `${namespace}/` : ''}${name}`, object);
  }
}
