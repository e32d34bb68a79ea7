import type { Authorizer } from '../../access/authorizer.ts';
import { mayNot } from '../../access/forbiddenMessage.ts';
import type { Answer, Filter, FilteredRequest, Next } from './filter.ts';

/** Lets pass what its sender may do. */
export class Authorization implements Filter {
  readonly #authorizer: Authorizer;

  constructor(authorizer: Authorizer) {
    this.#authorizer = authorizer;
  }

  /** @throws ApiError 403 */
  filter(filtered: FilteredRequest, next: Next): Answer {
    const { request, attributes, notes } = filtered;
    const { allowed, reason } = this.#authorizer.authorize(request.user, attributes);
    notes.decision = allowed ? 'allow' : 'forbid';
    notes.reason = reason;
    if (!allowed) throw mayNot(request.user, attributes, reason);
    return next(filtered);
  }
}
