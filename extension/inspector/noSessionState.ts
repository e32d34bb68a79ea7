import type { PanelState } from '../protocol/messages.ts';
import { limits } from '../protocol/checks.ts';
import { notStepped } from '../protocol/stepping.ts';
import { noTime } from '../protocol/time.ts';
import { noActivity } from './activityRing.ts';
import { parseSourceId } from './sessionSource.ts';

/** What a panel shows when its session is gone, or there never was one. */
export function noSessionState(sourceId: string, title: string): PanelState {
  const kind = parseSourceId(sourceId)?.kind;
  return {
    session: { id: '', title: title.slice(0, limits.text), source: kind ?? 'none', ended: kind !== undefined },
    informers: [],
    selected: null,
    time: noTime,
    stepper: notStepped,
    lints: { raised: 0, newest: null, ofKeys: [] },
    pipeline: {
      server: null,
      activity: { apiserver: noActivity, reflector: noActivity, queue: noActivity, store: noActivity },
      reflector: { informer: '', informers: 0, failing: 0, state: '', detail: '', lists: 0, events: 0, eventsPerSecond: 0, errors: 0, resourceVersion: '' },
      deltaQueue: { keys: 0, deltas: 0, added: 0, popped: 0 },
      indexer: { objects: 0, added: 0, updated: 0, deleted: 0, resourceVersion: '' },
      handlers: [],
      workQueue: { ready: 0, processing: 0, waiting: 0, added: 0, coalesced: 0, got: 0, done: 0, requeued: 0 },
      workers: { controllers: [] },
    },
    deltaQueues: [],
  };
}
