import { Disagreement } from './disagreement.ts';
import { HandlerBacklog } from './handlerBacklog.ts';
import { HotLoop } from './hotLoop.ts';
import type { Lint } from './lint.ts';
import { MutatedCache } from './mutatedCache.ts';
import { NotIdempotent } from './notIdempotent.ts';
import { RelistStorm } from './relistStorm.ts';
import { RetryStorm } from './retryStorm.ts';
import { RewatchStorm } from './rewatchStorm.ts';
import { SilentWatch } from './silentWatch.ts';
import { SlowHandler } from './slowHandler.ts';
import { Starvation } from './starvation.ts';
import { UnseenWrite } from './unseenWrite.ts';

/** Every lint, each new. */
export function allLints(): readonly Lint[] {
  return [
    new HotLoop(),
    new RelistStorm(),
    new RewatchStorm(),
    new SilentWatch(),
    new HandlerBacklog(),
    new SlowHandler(),
    new Starvation(),
    new RetryStorm(),
    new UnseenWrite(),
    new Disagreement(),
    new MutatedCache(),
    new NotIdempotent(),
  ];
}
