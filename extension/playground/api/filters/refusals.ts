import type { Logger } from '../../../base/logger.ts';
import { ApiError } from '../../../kube/status.ts';
import { internalError } from '../../statusErrors.ts';
import type { ApiResponse } from '../apiRequest.ts';
import { errorResponse } from '../errorResponse.ts';
import type { Filter, FilteredRequest, Next } from './filter.ts';

/** What goes wrong behind it becomes a Status, and what should not have gone wrong a line in the log too. */
export class Refusals implements Filter {
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Never throws. */
  async filter(filtered: FilteredRequest, next: Next): Promise<ApiResponse> {
    try {
      return await next(filtered);
    } catch (error) {
      const { method, path } = filtered.request;
      if (!ApiError.is(error)) this.#logger.error('apiserver', `${method} ${path} failed`, error);
      return errorResponse(ApiError.is(error) ? error : internalError());
    }
  }
}
