import type { Clock } from '../../base/clock.ts';
import type { ApiserverFact } from '../../introspection/apiserverFact.ts';
import { introspectionLimits } from '../../introspection/introspection.ts';
import { formatResource } from '../../kube/resource.ts';
import type { ApiObserver } from '../api/apiObserver.ts';
import type { InflightRequest } from '../api/inflightRequests.ts';
import type { Strike } from '../faults/faults.ts';
import { type ResourceDefinition, storagePrefix } from '../registry/resourceDefinition.ts';
import type { StorageEvent } from '../storage/storage.ts';
import type { CacheEvent, WatchFrame } from '../watchCache/cacheEvent.ts';
import type { CacheWatcher, Offered } from '../watchCache/cacheWatcher.ts';
import type { FanOut } from '../watchCache/fanOutLog.ts';
import type { CacheObserver } from '../watchCache/watchCache.ts';
import { FactBuffer } from './factBuffer.ts';

type Unstamped<Fact> = Fact extends unknown ? Omit<Fact, 'seq' | 'at'> : never;

/** Where a storage path belongs. */
export interface Place {
  readonly resource: string;
  readonly key: string;
}

/** Tells whoever follows what the API server does. While nobody does, it costs a look. */
export class Facts implements ApiObserver {
  readonly #clock: Clock;
  readonly #buffers = new Set<FactBuffer>();
  /** The wall time at `now` 0: told times rise with the clock, whatever somebody does to the wall's. */
  readonly #epoch: number;
  #seq = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#epoch = clock.wallTime() - clock.now();
  }

  /** Everything from now on; undefined when too many follow already. */
  follow(): FactBuffer | undefined {
    if (this.#buffers.size >= introspectionLimits.streams) return undefined;
    const buffer = new FactBuffer(() => this.#buffers.delete(buffer));
    this.#buffers.add(buffer);
    return buffer;
  }

  received(request: InflightRequest): void {
    this.#tellRequest('RequestReceived', request);
  }

  started(request: InflightRequest): void {
    this.#tellRequest('ResponseStarted', request);
  }

  completed(request: InflightRequest): void {
    this.#tellRequest('ResponseComplete', request);
  }

  committed({ type, key, revision, origin }: StorageEvent, placeOf: (path: string) => Place): void {
    if (this.#buffers.size > 0) this.#tell({ kind: 'apiserver.commit', ...placeOf(key), revision, type, auditId: origin });
  }

  struck({ fault: { id, spec }, subject: { auditId, resource }, revision }: Strike): void {
    if (this.#buffers.size > 0) this.#tell({ kind: 'apiserver.fault', fault: spec.kind, id, auditId, resource, revision, ms: spec.ms });
  }

  /** What sees the events of one resource. */
  cacheObserver(definition: ResourceDefinition): CacheObserver {
    const resource = formatResource(definition);
    const prefix = storagePrefix(definition);
    const of = ({ key, revision }: CacheEvent) => ({ resource, key: key.slice(prefix.length), revision });
    return {
      cached: (event, slot, capacity) => {
        if (this.#buffers.size > 0) this.#tell({ kind: 'apiserver.cached', ...of(event), slot, capacity });
      },
      dispatched: (event, fanOut) => {
        if (this.#buffers.size > 0) this.#tell({ kind: 'apiserver.dispatched', ...of(event), ...dispatch(fanOut) });
      },
    };
  }

  sent(definition: ResourceDefinition, { id, client }: CacheWatcher, frames: readonly WatchFrame[], length: number): void {
    if (this.#buffers.size === 0) return;
    const revisions = frames.flatMap((frame) => (frame.type === 'BOOKMARK' ? [] : [frame.stored.revision]));
    const bookmarks = frames.flatMap((frame) => (frame.type === 'BOOKMARK' ? [frame.version] : []));
    this.#tell({ kind: 'apiserver.sent', resource: formatResource(definition), watcher: id, auditId: client.auditId, revisions, bookmarks, length });
  }

  #tellRequest(stage: 'RequestReceived' | 'ResponseStarted' | 'ResponseComplete', inflight: InflightRequest): void {
    if (this.#buffers.size === 0) return;
    const { since, code = 0, ...request } = inflight;
    this.#tell({ kind: 'apiserver.request', stage, ...request, code, ms: this.#clock.now() - since });
  }

  #tell(fact: Unstamped<ApiserverFact>): void {
    const stamped: ApiserverFact = { seq: ++this.#seq, at: this.#epoch + this.#clock.now(), ...fact };
    for (const buffer of this.#buffers) buffer.push(stamped);
  }
}

function dispatch({ offers, watchers }: FanOut) {
  const sent = offers.flatMap(({ watcher, offered }) => (isSent(offered) ? [{ watcher: watcher.id, type: offered }] : []));
  return { watchers, asked: offers.length, sent: sent.slice(0, introspectionLimits.named) };
}

function isSent(offered: Offered): offered is 'ADDED' | 'MODIFIED' | 'DELETED' {
  return offered === 'ADDED' || offered === 'MODIFIED' || offered === 'DELETED';
}
