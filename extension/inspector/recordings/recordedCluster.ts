import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import type { Discovered } from '../../cluster/discovery.ts';
import type { ListerWatcher } from '../../informer/listerWatcher.ts';
import type { InformerChoices, InformerScope } from '../../informer/sharedInformerFactory.ts';
import { clientGos, queueKinds } from '../../informer/profile.ts';
import { type KeyedHash, maskObject } from '../../kube/mask.ts';
import { isRecord } from '../../kube/object.ts';
import { type ApiResource, type GroupVersionResource, parseInformerName, parseResource, scopedInformerName } from '../../kube/resource.ts';
import type { RecordedInformer } from '../../trace/recording.ts';
import type { SessionCluster } from '../sessionCluster.ts';
import { NoClusterError } from './noClusterError.ts';
import { playableInput, playStart } from './playableInput.ts';
import type { RecordedInput, Recording } from './recording.ts';
import { RecordedServer } from './recordedServer.ts';

export interface RecordedClusterOptions {
  readonly recording: Recording;
  readonly title: string;
  readonly hash: KeyedHash;
}

/** The cluster of a recording: informers that were recorded are answered, everything else is refused. */
export class RecordedCluster implements SessionCluster {
  readonly context: string;
  readonly namespace = undefined;
  readonly server: string;
  readonly objects: SessionCluster['objects'];
  readonly #recording: Recording;
  readonly #servers = new Map<string, RecordedServer>();
  readonly #onTold = new Emitter<void>();
  #timer: Disposable | undefined;
  #told = 0;
  #lines: readonly RecordedInput[] = [];

  constructor({ recording, title, hash }: RecordedClusterOptions) {
    this.#recording = recording;
    this.context = title;
    this.server = recording.header.server ?? title;
    this.objects = {
      get: () => Promise.reject(new NoClusterError('Reading an object of the server')),
      write: () => Promise.reject(new NoClusterError('Writing')),
      masked: ({ resource, body }) => maskObject(body, hash, resource.resource === 'secrets'),
    };
    const withInput = new Set(recording.input.map(({ informer }) => informer));
    for (const informer of recording.informers) {
      if (withInput.has(informer.name)) this.#servers.set(informer.name, new RecordedServer({ address: this.server, kind: kindOf(informer, recording) }));
    }
  }

  /** Fires after each line that was told; the last time at the end of the recording. */
  readonly onTold: Event<void> = this.#onTold.event;

  /** How much of the input has been told. */
  get progress(): { readonly told: number; readonly of: number } {
    return { told: this.#told, of: this.#lines.length };
  }

  /** Informers that can be started, with their settings as they were. */
  get replayed(): readonly ReplayedInformer[] {
    return this.#recording.informers.flatMap((informer) => (this.#servers.has(informer.name) ? (replayedInformer(informer) ?? []) : []));
  }

  /** Tells what was recorded at its time on this clock. @returns the time at which all has been told */
  play(clock: Clock, startedAt = clock.now()): number {
    const offset = playStart(this.#recording);
    const lines = playableInput(this.#recording);
    this.#lines = lines;
    const next = (): void => {
      const line = lines[this.#told];
      if (!line) return;
      this.#timer = clock.setTimer(startedAt + line.t - offset - clock.now(), () => {
        this.tell(line);
        this.#told++;
        next();
        this.#onTold.fire();
      });
    };
    next();
    return startedAt + (lines.at(-1)?.t ?? offset) - offset;
  }

  tell(line: RecordedInput): void {
    this.#servers.get(line.informer)?.tell(line);
  }

  version(): Promise<{ readonly gitVersion: string }> {
    return Promise.resolve({ gitVersion: '' });
  }

  discover(): Promise<Discovered> {
    const kinds = new Map<string, ApiResource>();
    for (const informer of this.#recording.informers) {
      const resource = parseResource(informer.resource);
      if (!resource || !this.#servers.has(informer.name)) continue;
      const kind = kindOf(informer, this.#recording);
      kinds.set(informer.resource, { ...resource, kind, namespaced: true, verbs: ['list', 'watch'], shortNames: [], singularName: kind.toLowerCase() });
    }
    return Promise.resolve({ resources: [...kinds.values()], failures: [], requests: 0 });
  }

  listerWatcher(resource: GroupVersionResource, scope: InformerScope): ListerWatcher {
    const name = scopedInformerName(resource, scope);
    const refuse = (): Promise<never> => Promise.reject(new NoClusterError(`Watching ${name}, which was not recorded,`));
    return this.#servers.get(name) ?? { list: refuse, watch: refuse };
  }

  close(): Promise<void> {
    this.#timer?.dispose();
    this.#onTold.dispose();
    return Promise.resolve();
  }
}

/** How an informer of a recording is started again. */
export interface ReplayedInformer {
  readonly name: string;
  readonly resource: GroupVersionResource;
  readonly scope: InformerScope;
  readonly settings: InformerChoices;
}

/** Undefined where what was recorded names no resource. Settings that this version does not know are those of the standard. */
export function replayedInformer(informer: RecordedInformer): ReplayedInformer | undefined {
  const { name, namespace, labelSelector, fieldSelector, metadataOnly, clientGo, queue, resyncPeriodMs, featureGates } = informer;
  const resource = parseResource(informer.resource);
  // The recorder selects, and names the informer without: then all that was recorded is what was selected.
  const named = parseInformerName(name)?.scope ?? {};
  return (
    resource && {
      name,
      resource,
      scope: {
        ...(namespace !== undefined && { namespace }),
        ...(labelSelector !== undefined && named.labelSelector !== undefined && { labelSelector }),
        ...(fieldSelector !== undefined && named.fieldSelector !== undefined && { fieldSelector }),
        ...(metadataOnly && { metadataOnly }),
      },
      settings: {
        clientGo: clientGos.find((each) => each === clientGo) ?? '1.32',
        queue: queueKinds.find((each) => each === queue) ?? 'DeltaFIFO',
        ...(resyncPeriodMs !== undefined && resyncPeriodMs >= 0 && { resyncPeriodMs }),
        ...(featureGates && { featureGates }),
      },
    }
  );
}

/** `Pod`: as the recording says, or as its lists and objects have it. */
function kindOf({ name, objectKind, metadataOnly }: RecordedInformer, { input }: Recording): string {
  if (metadataOnly) return 'PartialObjectMetadata';
  if (objectKind !== undefined) return objectKind;
  for (const line of input) {
    if (line.informer !== name) continue;
    if (line.kind === 'input.list' && line.page?.kind.endsWith('List')) return line.page.kind.slice(0, -'List'.length);
    const object = line.kind === 'input.watch' ? line.events?.[0]?.object : undefined;
    if (isRecord(object) && typeof object['kind'] === 'string' && object['kind'] !== 'Status') return object['kind'];
  }
  return 'Object';
}
