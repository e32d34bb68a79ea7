import type { UserInfo } from '../access/userInfo.ts';
import type { ApiRequest } from './apiRequest.ts';

/** A request as it came, now that it is known whose it is, or what its body is. All are of one shape: each of its fields is read many times on the way. */
export class AttributedRequest implements ApiRequest {
  readonly auditId: string;
  readonly user: UserInfo;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly accept: string;
  readonly contentType: string;
  readonly userAgent: string;
  readonly body: Uint8Array;
  readonly #came: Pick<ApiRequest, 'signal'>;

  constructor(came: Omit<ApiRequest, 'user' | 'body'>, user: UserInfo, body: Uint8Array) {
    this.auditId = came.auditId;
    this.user = user;
    this.method = came.method;
    this.path = came.path;
    this.query = came.query;
    this.accept = came.accept;
    this.contentType = came.contentType;
    this.userAgent = came.userAgent;
    this.body = body;
    this.#came = came;
  }

  /** Asked for by few, and made only then. */
  get signal(): AbortSignal {
    return this.#came.signal;
  }
}
