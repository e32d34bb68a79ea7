import { DeltaFifo } from './deltaFifo.ts';
import type { DeltaQueue, DeltaQueueOptions } from './deltaQueue.ts';
import type { DeltaQueueMetrics, InformerIdentifier } from './informerMetrics.ts';
import type { Profile, QueueKind } from './profile.ts';
import { RealFifo } from './realFifo.ts';

/** Only a RealFIFO reports figures. */
export interface CreateDeltaQueueOptions extends DeltaQueueOptions {
  readonly identifier?: InformerIdentifier;
  readonly metrics?: DeltaQueueMetrics;
}

/** The queue that an informer asked for, with the rules of its release (F-76). */
export function createDeltaQueue(kind: QueueKind, profile: Profile, options: CreateDeltaQueueOptions): DeltaQueue {
  switch (kind) {
    case 'DeltaFIFO':
      return new DeltaFifo({
        ...options,
        listed: profile.listed,
        mergeDeletions: profile.mergeDeletions,
        resyncsQueued: profile.resyncsQueued,
      });
    case 'RealFIFO':
      return new RealFifo({ ...options, atomic: false });
    case 'atomic': {
      const { knownObjects: _store, ...withoutStore } = options;
      return new RealFifo({ ...withoutStore, atomic: true, unlockWhileProcessing: profile.unlockWhileProcessing });
    }
  }
}
