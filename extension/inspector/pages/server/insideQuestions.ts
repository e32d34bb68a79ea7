import type { AuditView } from '../../../introspection/audit.ts';
import type { FlowControlView } from '../../../introspection/flowControl.ts';
import type { FanOutView, RequestView, ResourceView, RingPage, StorageView, StoreObject, StorePage, WatcherView } from '../../../introspection/introspection.ts';
import type { TrafficView } from '../../../introspection/traffic.ts';
import type { WorldView } from '../../../introspection/world.ts';
import { insideLimits, type InsideLook, type InsidePart } from '../../../protocol/pages/server/insideLook.ts';
import type { IntrospectionClient } from '../../introspection/introspectionClient.ts';
import { IntrospectionError } from '../../introspection/introspectionError.ts';
import type { Question } from './partReader.ts';

/** A page of a ring, and where the ring begins and ends. */
export interface RingAnswer extends RingPage {
  readonly start: number;
  readonly end: number;
}

export interface StoreAnswer extends StorePage {
  readonly object: StoreObject | undefined;
}

export interface WatchersAnswer {
  readonly resource: string;
  readonly watchers: readonly WatcherView[];
}

/** What the playground answers about each part. */
export interface Asked {
  readonly storage: StorageView;
  readonly caches: readonly ResourceView[];
  readonly ring: RingAnswer;
  readonly store: StoreAnswer;
  readonly watchers: WatchersAnswer;
  readonly fanOut: FanOutView;
  readonly inflight: readonly RequestView[];
  readonly flow: FlowControlView;
  readonly audit: AuditView;
  readonly traffic: TrafficView;
  readonly world: WorldView;
}

/** What is asked of each part, for what is looked at. */
export const questions: { readonly [Part in InsidePart]: (look: InsideLook) => Question<Asked[Part]> } = {
  storage: () => ({ key: '', ask: (client) => client.storage() }),
  caches: () => ({ key: '', ask: (client) => client.resources() }),
  ring: ({ resource, from }) => ({ key: JSON.stringify([resource, from]), ask: (client) => askRing(client, resource, from) }),
  store: ({ resource, after, object }) => ({ key: JSON.stringify([resource, after, object]), ask: (client) => askStore(client, resource, after, object) }),
  watchers: ({ resource }) => ({ key: resource, ask: async (client) => ({ resource, watchers: await client.watchers(resource) }) }),
  fanOut: ({ event: { resource, revision } }) => ({ key: JSON.stringify([resource, revision]), ask: (client) => askFanOut(client, resource, revision) }),
  inflight: () => ({ key: '', ask: (client) => client.requests() }),
  flow: () => ({ key: '', ask: (client) => client.flowControl() }),
  audit: () => ({ key: '', ask: (client) => client.audit() }),
  traffic: () => ({ key: '', ask: (client) => client.traffic() }),
  world: () => ({ key: '', ask: (client) => client.world() }),
};

/** A page of the ring; its end, where no position is asked for. */
async function askRing(client: IntrospectionClient, resource: string, from: number): Promise<RingAnswer> {
  const { slots, ring } = await client.ring(resource, { limit: 1 });
  const start = slots[0]?.position ?? 0;
  const end = start + ring.length;
  const page = await client.ring(resource, { from: from < 0 ? Math.max(start, end - insideLimits.rows) : from, limit: insideLimits.rows });
  return { ...page, start, end };
}

async function askStore(client: IntrospectionClient, resource: string, after: string, object: string): Promise<StoreAnswer> {
  const [page, shown] = await Promise.all([client.store(resource, { after, limit: insideLimits.rows }), object === '' ? undefined : askObject(client, resource, object)]);
  return { ...page, object: shown };
}

/** Undefined for one that is gone. */
async function askObject(client: IntrospectionClient, resource: string, key: string): Promise<StoreObject | undefined> {
  try {
    return await client.object(resource, key);
  } catch (error) {
    if (IntrospectionError.is(error, 'refused') && error.data.status === 404) return undefined;
    throw error;
  }
}

async function askFanOut(client: IntrospectionClient, resource: string, revision: number): Promise<FanOutView> {
  const fanOut = await client.fanOut(resource, revision);
  if (!fanOut) throw new IntrospectionError('refused', 'no such event is remembered', { status: 404 });
  return fanOut;
}
