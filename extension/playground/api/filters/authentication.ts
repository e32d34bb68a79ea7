import type { Authenticator } from '../../access/authenticator.ts';
import { allUnauthenticated, anonymous, unknownUser, userInfo, type UserInfo } from '../../access/userInfo.ts';
import { noBody } from '../apiRequest.ts';
import { AttributedRequest } from '../attributedRequest.ts';
import { requestAttributes } from '../requestAttributes.ts';
import type { SocketRequest } from '../socketRequest.ts';
import { type Answer, type Next, newNotes } from './filter.ts';

/** Where somebody without credentials is let in, as `system:anonymous`: probes, and who asks what this is. */
const anonymousPaths: ReadonlySet<string> = new Set(['/healthz', '/livez', '/readyz', '/version', '/version/']);

const nobody: UserInfo = userInfo(anonymous, [allUnauthenticated]);

/**
 * First of all: whose request it is. Nobody is anonymous but where a kube-apiserver whose anonymous users are bound to these paths
 * (`AuthenticationConfiguration`, `anonymous.conditions`) lets them be; what they may there is up to their roles (`system:public-info-viewer`).
 * @param failed what becomes of a request that is nobody's; audited like any other
 */
export function authentication(authenticator: Authenticator, next: Next, failed: Next): (request: SocketRequest) => Answer {
  return (socketRequest) => {
    const { authorization, path } = socketRequest;
    const user = authorization === '' && anonymousPaths.has(path) ? nobody : authenticator.authenticate(authorization);
    const { impersonation, readBody, delivery } = socketRequest;
    const request = new AttributedRequest(socketRequest, user ?? unknownUser, noBody);
    const filtered = { request, attributes: requestAttributes(socketRequest), impersonation, readBody, delivery, notes: newNotes(noBody) };
    return user ? next(filtered) : failed(filtered);
  };
}
