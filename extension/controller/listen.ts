import type { Clock } from '../base/clock.ts';
import { type Disposable, toDisposable } from '../base/disposable.ts';
import type { Logger } from '../base/logger.ts';
import type { ResourceEventHandler } from '../informer/eventHandler.ts';
import type { SharedInformer } from '../informer/sharedInformer.ts';
import type { Probe } from '../trace/probe.ts';
import { type Enqueue, enqueueObject, enqueueOwner } from './enqueue.ts';
import { enqueueMapped } from './enqueueMapped.ts';
import { HandlerResync, resyncsOften } from './handlerResync.ts';
import { predicated } from './predicates.ts';
import type { WatchedKind } from './watchedKind.ts';
import type { WatchSource } from './watchSources.ts';

export interface ListenOptions {
  /** The kind whose keys are asked for. */
  readonly own: WatchedKind;
  readonly enqueue: Enqueue;
  /** Aborts when nothing is to be enqueued any more. */
  readonly signal: AbortSignal;
  /** Names the handler in the trace. */
  readonly controller: string;
  /** 0: never. */
  readonly resyncPeriodMs: number;
  readonly clock: Clock;
  readonly probe: Probe;
  readonly logger: Logger;
}

/** Has changes of one source ask for reconciles, until it is disposed of. */
export function listen(source: WatchSource, informer: SharedInformer, options: ListenOptions): Disposable {
  const { controller, resyncPeriodMs, clock, probe, logger } = options;
  const handler = predicated({ handler: enqueuing(source, options), judges: source.judges, controller, informer: informer.name, probe, logger });
  const resyncs = resyncPeriodMs > 0 && resyncsOften(informer, resyncPeriodMs);
  const registration = informer.addEventHandler(handler, { name: controller, resyncPeriodMs: resyncs ? resyncPeriodMs : 0 });
  const resync = resyncPeriodMs > 0 && !resyncs ? new HandlerResync({ informer, handler, name: controller, periodMs: resyncPeriodMs, clock, probe }) : undefined;
  return toDisposable(() => {
    resync?.dispose();
    informer.removeEventHandler(registration);
  });
}

function enqueuing({ asksFor }: WatchSource, { own, enqueue, signal }: ListenOptions): ResourceEventHandler {
  if (asksFor === 'itself') return enqueueObject(enqueue);
  return asksFor === 'owner' ? enqueueOwner(own, enqueue) : enqueueMapped(asksFor, own, enqueue, signal);
}
