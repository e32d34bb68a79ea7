import { TokenAuthenticator, type UserToken } from '../access/tokenAuthenticator.ts';
import type { ApiRequest, ApiResponse } from '../api/apiRequest.ts';
import { errorResponse } from '../api/errorResponse.ts';
import type { SocketRequest } from '../api/socketRequest.ts';
import { ApiError } from '../../kube/status.ts';
import { unauthorized } from '../statusErrors.ts';

const noBody = new Uint8Array();

/** Lets one token in, before anything else is looked at, and whoever has it does what `handle` lets it do: there are no other rules. */
export function tokenGuard(token: UserToken, handle: (request: ApiRequest) => Promise<ApiResponse>): (request: SocketRequest) => Promise<ApiResponse> {
  const authenticator = new TokenAuthenticator([token]);
  return async (request) => {
    const user = authenticator.authenticate(request.authorization);
    if (!user) return errorResponse(unauthorized());
    const { auditId, method, path, query, accept, contentType, userAgent, readBody } = request;
    try {
      const body = (await readBody?.()) ?? noBody;
      return await handle({
        auditId,
        user,
        method,
        path,
        query,
        accept,
        contentType,
        userAgent,
        body,
        get signal() {
          return request.signal;
        },
      });
    } catch (error) {
      if (!ApiError.is(error)) throw error;
      return errorResponse(error);
    }
  };
}
