import type { Disposable } from '../../base/disposable.ts';
import { SaidError } from '../../base/saying.ts';

/** What a server may be made to answer to one request. */
export const whatIfAnswers = [410, 429, 500] as const;
export type WhatIfAnswer = (typeof whatIfAnswers)[number];

/** It cannot be done: `noInformer`, `noWatch`, `noController`. The message is a sentence. */
export class WhatIfError extends SaidError<'noInformer' | 'noWatch' | 'noController'> {
  override readonly name = 'WhatIfError';

  static is(error: unknown): error is WhatIfError {
    return error instanceof WhatIfError;
  }
}

/**
 * What may be done to a session in which nothing real comes to harm, besides what is decided on held steps (`Stepper.step`, `Stepper.decideNext`). Each is told in the trace
 * (`whatif.applied`), when it takes effect.
 */
export interface SessionWhatIf {
  /** All that is cached is delivered again to all handlers, now. @throws WhatIfError */
  resync(informer: string): void;
  /** The open watch ends, as watches do: the Reflector opens the next from where it was. @throws WhatIfError */
  dropWatch(informer: string): void;
  /** The next list or watch that the informer asks for is answered so, once. Disposing takes it back. @throws WhatIfError */
  answerNext(informer: string, request: 'list' | 'watch', code: WhatIfAnswer): Disposable;
  /** The next reconcile fails before it has begun; of this key, or of any. Disposing takes it back. @throws WhatIfError */
  failNextReconcile(controller: string, key?: string): Disposable;
}
