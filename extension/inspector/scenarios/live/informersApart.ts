import { type Clock, sleep } from '../../../base/clock.ts';
import type { Logger } from '../../../base/logger.ts';
import type { Random } from '../../../base/random.ts';
import { SharedInformer } from '../../../informer/sharedInformer.ts';
import { openGate } from '../../../trace/gate.ts';
import { noProbe } from '../../../trace/probe.ts';
import { sessionIndexers } from '../../indexers.ts';
import type { Measured } from '../condition.ts';
import type { ScenarioAction } from '../scenarioAction.ts';
import { heldMemory } from './heldMemory.ts';
import { resourceOf } from './kubectlWriter.ts';
import type { ScenarioClient } from './scenarioClient.ts';

type InformersApart = Extract<ScenarioAction, { readonly do: 'informersApart' }>;

const lookMs = 20;

export interface ApartPorts {
  readonly client: ScenarioClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** While all of them watch: what the server says of it. */
  readonly onSynced: () => Promise<void>;
}

/**
 * Informers as they are when nobody shares one: each lists, watches and keeps everything for itself. They run until they have synced, are measured
 * together, and stop.
 * @returns `informers`, `lists`, `watches`, `bytes`, `objects` (kept, in all) and `memory` in bytes
 */
export async function informersApart({ resource, namespace, count }: InformersApart, { client, clock, random, logger, onSynced }: ApartPorts, signal: AbortSignal): Promise<Measured> {
  const stop = new AbortController();
  const before = { memory: await heldMemory(clock, signal), ...asked(client) };
  const informers = Array.from({ length: count }, () => {
    const gvr = resourceOf(resource);
    const scope = { namespace };
    return new SharedInformer({ resource: gvr, scope, settings: {}, listerWatcher: client.listerWatcher(gvr, scope), indexers: sessionIndexers, clock, random, probe: noProbe, gate: openGate, logger });
  });
  const onAbort = (): void => stop.abort();
  signal.addEventListener('abort', onAbort, { once: true });
  const running = informers.map((informer) => informer.run(stop.signal));
  try {
    await Promise.all(informers.map(({ whenSynced }) => whenSynced));
    // Of those that have synced each opens its watch in a moment.
    while (informers.some(({ watchSigns }) => watchSigns === undefined)) if (!(await sleep(clock, lookMs, stop.signal))) break;
    signal.throwIfAborted();
    await onSynced();
    const { lists, watches, bytes } = asked(client);
    const objects = informers.reduce((sum, { indexer }) => sum + indexer.size, 0);
    return { informers: count, lists: lists - before.lists, watches: watches - before.watches, bytes: bytes - before.bytes, objects, memory: Math.max(0, (await heldMemory(clock, signal)) - before.memory) };
  } finally {
    signal.removeEventListener('abort', onAbort);
    stop.abort();
    await Promise.all(running);
  }
}

function asked({ requests }: ScenarioClient): { readonly lists: number; readonly watches: number; readonly bytes: number } {
  const kinds = requests?.figures().kinds ?? [];
  const of = (verb: string): number => kinds.reduce((sum, kind) => sum + (kind.verb === verb ? kind.requests : 0), 0);
  return { lists: of('list'), watches: of('watch'), bytes: kinds.reduce((sum, { bytes }) => sum + bytes, 0) };
}
