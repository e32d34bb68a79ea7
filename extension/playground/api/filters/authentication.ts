import type { Authenticator } from '../../access/authenticator.ts';
import { unknownUser } from '../../access/userInfo.ts';
import { noBody } from '../apiRequest.ts';
import { AttributedRequest } from '../attributedRequest.ts';
import { requestAttributes } from '../requestAttributes.ts';
import type { SocketRequest } from '../socketRequest.ts';
import { type Answer, type Next, newNotes } from './filter.ts';

/**
 * First of all: whose request it is. There is no access without credentials, so nobody is anonymous here.
 * @param failed what becomes of a request that is nobody's; audited like any other
 */
export function authentication(authenticator: Authenticator, next: Next, failed: Next): (request: SocketRequest) => Answer {
  return (socketRequest) => {
    const user = authenticator.authenticate(socketRequest.authorization);
    const { impersonation, readBody, delivery } = socketRequest;
    const request = new AttributedRequest(socketRequest, user ?? unknownUser, noBody);
    const filtered = { request, attributes: requestAttributes(socketRequest), impersonation, readBody, delivery, notes: newNotes(noBody) };
    return user ? next(filtered) : failed(filtered);
  };
}
