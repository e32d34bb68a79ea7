import type { Authorizer } from '../../access/authorizer.ts';
import { impersonate } from '../../access/impersonate.ts';
import { type Answer, changed, type Filter, type FilteredRequest, type Next } from './filter.ts';

/** From here on the request is that of whom its sender wants to be taken for, where the sender may. */
export class Impersonation implements Filter {
  readonly #authorizer: Authorizer;

  constructor(authorizer: Authorizer) {
    this.#authorizer = authorizer;
  }

  /** @throws ApiError 403 */
  filter(filtered: FilteredRequest, next: Next): Answer {
    const { request, impersonation, notes } = filtered;
    if (!impersonation) return next(filtered);
    const user = impersonate(request.user, impersonation, this.#authorizer);
    notes.impersonatedUser = user;
    return next(changed(filtered, { user }));
  }
}
