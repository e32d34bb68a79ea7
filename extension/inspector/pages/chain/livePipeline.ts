import type { LiveController, LiveInformer, LivePipeline, QueuePlace } from '../../../debugger/chain/livePipeline.ts';
import type { PicturedController, PicturedInformer, SessionPicture } from '../../sessionPicture.ts';

/** So far a queue is looked through for one key: ten times a second, however long it is. */
const lookedThrough = 10_000;

/** What of a session tells why something has not gone on. Each queue is looked at when it is asked about. */
export function livePipelineOf(session: SessionPicture): LivePipeline {
  return {
    now: session.now(),
    held: session.stepper.held,
    informer(name) {
      const found = session.informers.all.find((each) => each.name === name);
      return found && liveInformer(found);
    },
    controllers: session.controllers.running.map((each) => liveController(each, session.informers.all)),
  };
}

function liveInformer({ informer }: PicturedInformer): LiveInformer {
  const handlers = new Map<string, number>();
  for (const { name, backlog } of informer.handlers) handlers.set(name, (handlers.get(name) ?? 0) + backlog);
  return {
    ahead(key) {
      const found = informer.queueSnapshot(lookedThrough).items.findIndex((each) => each.key === key);
      return found < 0 ? undefined : found;
    },
    handlers,
  };
}

function liveController({ name, state = 'running', workers, busy, queue }: PicturedController, informers: readonly PicturedInformer[]): LiveController {
  const unsynced = informers.filter(({ controllers, informer }) => controllers.includes(name) && !informer.hasSynced()).map((each) => each.name);
  return { name, works: state === 'running', unsynced, workers, busy, placeOf: (key) => placeOf(queue, key) };
}

/** Where a key stands in a WorkQueue, as far as was looked. */
export function placeOf(queue: PicturedController['queue'], key: string): QueuePlace {
  const { queue: ready, processing, dirty, waiting, failures } = queue.snapshot(lookedThrough);
  const ahead = ready.indexOf(key);
  return {
    ahead: ahead < 0 ? undefined : ahead,
    processing: processing.includes(key),
    dirty: dirty.includes(key),
    dueInMs: waiting.find((each) => each.key === key)?.dueInMs,
    failures: failures.find((each) => each.key === key)?.count ?? 0,
  };
}
