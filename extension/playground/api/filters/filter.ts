import type { UserInfo } from '../../access/userInfo.ts';
import type { ApiRequest, ApiResponse } from '../apiRequest.ts';
import { AttributedRequest } from '../attributedRequest.ts';
import type { RequestAttributes } from '../requestAttributes.ts';
import type { SocketRequest } from '../socketRequest.ts';

/** A request on its way to its handler. */
export interface FilteredRequest {
  /** Its body is empty until it has been read, which is last: nobody sends one for a refusal. */
  readonly request: ApiRequest;
  readonly attributes: RequestAttributes;
  readonly impersonation: SocketRequest['impersonation'];
  readonly readBody: SocketRequest['readBody'];
  readonly delivery: SocketRequest['delivery'];
  readonly notes: RequestNotes;
}

/** What is found out on the way, for the audit log: it stands before whoever finds it out. */
export interface RequestNotes {
  /** Whom the request was taken for afterwards. */
  impersonatedUser: UserInfo | undefined;
  /** Undefined: it did not get as far. */
  decision: 'allow' | 'forbid' | undefined;
  reason: string;
  /** Empty until it has been read. */
  body: Uint8Array;
}

export type Answer = ApiResponse | Promise<ApiResponse>;
export type Next = (filtered: FilteredRequest) => Answer;

/** Stands before the handler: lets a request pass, changes who sends it, makes it wait, or refuses it by an ApiError. */
export interface Filter {
  filter(filtered: FilteredRequest, next: Next): Answer;
}

/** The filters in that order, and the handler behind them. */
export function chain(filters: readonly Filter[], handler: Next): Next {
  return filters.reduceRight<Next>((next, filter) => (filtered) => filter.filter(filtered, next), handler);
}

/** The same request from somebody else, or with its body. */
export function changed(filtered: FilteredRequest, { user, body }: { readonly user?: UserInfo; readonly body?: Uint8Array }): FilteredRequest {
  const { request } = filtered;
  return { ...filtered, request: new AttributedRequest(request, user ?? request.user, body ?? request.body) };
}

export function newNotes(body: Uint8Array): RequestNotes {
  return { impersonatedUser: undefined, decision: undefined, reason: '', body };
}
