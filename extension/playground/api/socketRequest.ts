import type { ImpersonationHeaders } from '../access/impersonate.ts';
import type { ApiRequest } from './apiRequest.ts';

/** The way of an answer to its client. */
export interface Delivery {
  /** Calls back once when the answer has been written, or its client is gone; at once where that is so already. */
  onEnd(callback: () => void): void;
}

/** A request as it comes: nobody knows yet who sends it, and its body has not been read. */
export interface SocketRequest extends Omit<ApiRequest, 'user' | 'body'> {
  /** Empty where there is none. */
  readonly authorization: string;
  /** Undefined where none of them is there. */
  readonly impersonation: ImpersonationHeaders | undefined;
  /** Undefined: it has none. To be called once. @throws ApiError 413 */
  readonly readBody: (() => Promise<Uint8Array>) | undefined;
  /** Undefined where nobody says how the answer is written. */
  readonly delivery: Delivery | undefined;
}
