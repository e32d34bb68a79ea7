import type { Authorizer } from '../../access/authorizer.ts';
import { escapeMarkup } from '../../access/forbiddenMessage.ts';
import { impersonate, withoutUser } from '../../access/impersonate.ts';
import { type ApiRequest, type ApiResponse, requestUri } from '../apiRequest.ts';
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
    if (!impersonation.user) return badHeaders(request, withoutUser(impersonation));
    const user = impersonate(request.user, impersonation, this.#authorizer);
    notes.impersonatedUser = user;
    return next(changed(filtered, { user }));
  }
}

/** No Status: the API server takes it for a mistake of its own, and says so in plain text. */
function badHeaders(request: ApiRequest, why: string): ApiResponse {
  return { status: 500, contentType: 'text/plain; charset=utf-8', warnings: [], body: `${escapeMarkup(`Internal Server Error: ${JSON.stringify(requestUri(request))}: ${why}`)}\n` };
}
