import { type Clock, sleep } from '../../../base/clock.ts';
import type { Logger } from '../../../base/logger.ts';
import type { Random } from '../../../base/random.ts';
import { sum } from '../../../base/sum.ts';
import { SharedInformer } from '../../../informer/sharedInformer.ts';
import { openGate } from '../../../trace/gate.ts';
import { noProbe } from '../../../trace/probe.ts';
import { sessionIndexers } from '../../indexers.ts';
import type { Measured } from '../condition.ts';
import type { ActionOf } from '../scenarioAction.ts';
import { heldMemory } from './heldMemory.ts';
import { requestsOf } from './measure.ts';
import { resourceOf } from './resourceOf.ts';
import type { ScenarioClient } from './scenarioClient.ts';

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
export async function informersApart({ resource, namespace, count }: ActionOf<'informersApart'>, { client, clock, random, logger, onSynced }: ApartPorts, signal: AbortSignal): Promise<Measured> {
  const asked = () => requestsOf(client.requests?.figures());
  const before = { memory: await heldMemory(clock, signal), ...asked() };
  const informers = Array.from({ length: count }, () => {
    const gvr = resourceOf(resource);
    const scope = { namespace };
    return new SharedInformer({ resource: gvr, scope, settings: {}, listerWatcher: client.listerWatcher(gvr, scope), indexers: sessionIndexers, clock, random, probe: noProbe, gate: openGate, logger });
  });
  const over = new AbortController();
  const stop = AbortSignal.any([signal, over.signal]);
  const running = informers.map((informer) => informer.run(stop));
  try {
    await Promise.all(informers.map(({ whenSynced }) => whenSynced));
    // Of those that have synced each opens its watch in a moment.
    while (informers.some(({ watchSigns }) => watchSigns === undefined)) if (!(await sleep(clock, lookMs, stop))) break;
    signal.throwIfAborted();
    await onSynced();
    const { lists, watches, bytes } = asked();
    const objects = sum(informers, ({ indexer }) => indexer.size);
    return { informers: count, lists: lists - before.lists, watches: watches - before.watches, bytes: bytes - before.bytes, objects, memory: Math.max(0, (await heldMemory(clock, signal)) - before.memory) };
  } finally {
    over.abort();
    await Promise.all(running);
  }
}
