import type { ResourceEventHandler } from '../../../extension/informer/eventHandler.ts';
import type { SharedInformer } from '../../../extension/informer/sharedInformer.ts';
import { type ClientOptions, requestEvents } from './clientOptions.ts';
import type { Meter } from './meter.ts';
import { untilWatching } from './openEngine.ts';

export interface MeteredRun {
  /** Of the handler whose calls are counted. */
  readonly handler: Partial<ResourceEventHandler>;
  /** From the start of an informer, which `start` sees to, until that handler was told of the last event. */
  untilToldAll(informer: SharedInformer, start?: () => void): Promise<void>;
}

export function meteredRun(meter: Meter, { pods, events, port }: ClientOptions): MeteredRun {
  const all = Promise.withResolvers<void>();
  const added = Promise.withResolvers<void>();
  let adds = 0;
  return {
    handler: {
      onAdd: () => {
        if (++adds === pods) added.resolve();
      },
      onUpdate: () => {
        meter.event();
        if (meter.events === events) all.resolve();
      },
    },
    async untilToldAll(informer, start) {
      meter.start();
      start?.();
      await informer.whenSynced;
      meter.synced();
      await added.promise;
      await untilWatching(informer);
      if (events === 0) return;
      await requestEvents(port);
      await all.promise;
    },
  };
}
