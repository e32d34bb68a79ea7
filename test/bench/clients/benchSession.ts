import { systemRandom } from '../../../extension/base/random.ts';
import { systemClock } from '../../../extension/base/systemClock.ts';
import type { InformerChoices } from '../../../extension/informer/sharedInformerFactory.ts';
import { Session } from '../../../extension/inspector/session.ts';
import type { SessionCluster } from '../../../extension/inspector/sessionCluster.ts';
import { logger } from './openEngine.ts';

/** A session as the product composes it. */
export function benchSession(cluster: SessionCluster, choices: InformerChoices = {}): Session {
  return new Session({
    source: { kind: 'context', context: 'bench' },
    cluster,
    clock: systemClock,
    random: systemRandom,
    logger,
    launchReconciler: () => {
      throw new Error('no reconciler runs in this bench');
    },
    informerSettings: () => choices,
  });
}
