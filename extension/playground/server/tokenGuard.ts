import { TokenAuthenticator, type UserToken } from '../access/tokenAuthenticator.ts';
import { type ApiRequest, type ApiResponse, noBody } from '../api/apiRequest.ts';
import { AttributedRequest } from '../api/attributedRequest.ts';
import { errorResponse } from '../api/errorResponse.ts';
import type { SocketRequest } from '../api/socketRequest.ts';
import { ApiError } from '../../kube/status.ts';
import { unauthorized } from '../statusErrors.ts';

/** Lets one token in, before anything else is looked at, and whoever has it does what `handle` lets it do: there are no other rules. */
export function tokenGuard(token: UserToken, handle: (request: ApiRequest) => Promise<ApiResponse>): (request: SocketRequest) => Promise<ApiResponse> {
  const authenticator = new TokenAuthenticator([token]);
  return async (request) => {
    const user = authenticator.authenticate(request.authorization);
    if (!user) return errorResponse(unauthorized());
    try {
      const body = (await request.readBody?.()) ?? noBody;
      return await handle(new AttributedRequest(request, user, body));
    } catch (error) {
      if (!ApiError.is(error)) throw error;
      return errorResponse(error);
    }
  };
}
