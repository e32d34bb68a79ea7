import { CodedError } from '../base/codedError.ts';
import { isRecord } from './object.ts';

/** `metav1.Status`: how the API server says no. */
export interface Status {
  readonly kind?: 'Status';
  readonly status?: string;
  readonly message?: string;
  readonly reason?: string;
  readonly code?: number;
  readonly details?: {
    readonly name?: string;
    readonly group?: string;
    readonly kind?: string;
    readonly retryAfterSeconds?: number;
    readonly causes?: readonly { readonly reason?: string; readonly message?: string; readonly field?: string }[];
  };
}

/** What is known here of credentials to which the server said 401. */
export interface RefusedCredentials {
  /** `expired`: it has taken them before, or others of the same origin; `refused`: it never has. */
  readonly how: 'expired' | 'refused';
  /** Where they come from. */
  readonly from: 'token' | 'tokenFile' | 'password' | 'certificate' | 'plugin' | 'authProvider' | 'nobody';
  /** Of a client certificate that is over: when it was, as wall time in milliseconds. */
  readonly notAfter?: number;
  /** Of one that does not hold yet. */
  readonly notBefore?: number;
}

/** The API server answered, and the answer is a failure. `data` is its Status. */
export class ApiError extends CodedError<'ApiError', Status> {
  override readonly name = 'ApiError';
  /** HTTP status code; 0 when none is known. */
  readonly status: number;
  readonly reason: string;
  /** From the `Retry-After` header or the Status; undefined when the server gave none. */
  readonly retryAfterSeconds: number | undefined;
  /** Those of the answer, names in lower case; none for what came as an event of a watch. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of a 401. */
  readonly credentials: RefusedCredentials | undefined;

  constructor(status: Status, retryAfterSeconds = status.details?.retryAfterSeconds, headers: Readonly<Record<string, string>> = {}, credentials?: RefusedCredentials) {
    super('ApiError', status.message ?? `the server answered ${status.code ?? 'with an error'}`, status);
    this.status = status.code ?? 0;
    this.reason = status.reason ?? '';
    this.retryAfterSeconds = retryAfterSeconds;
    this.headers = headers;
    this.credentials = credentials;
  }

  static is(error: unknown, code?: number): error is ApiError {
    return error instanceof ApiError && (code === undefined || error.status === code);
  }

  /** An ERROR event's object as an error: a Status becomes itself, anything else an unexpected object. */
  static fromObject(object: unknown): ApiError {
    if (isRecord(object) && (object['kind'] === 'Status' || typeof object['code'] === 'number')) {
      return new ApiError(readStatus(object));
    }
    return new ApiError({ code: 500, reason: 'InternalError', message: 'unexpected object in an ERROR event' });
  }
}

/** Only what has the type that it should have: a server may send anything. */
export function readStatus(status: Readonly<Record<string, unknown>>): Status {
  const { message, reason, code, details } = status;
  return {
    kind: 'Status',
    ...(typeof message === 'string' && { message }),
    ...(typeof reason === 'string' && { reason }),
    ...(typeof code === 'number' && { code }),
    ...(isRecord(details) && { details: readDetails(details) }),
  };
}

function readDetails(details: Readonly<Record<string, unknown>>): NonNullable<Status['details']> {
  const { retryAfterSeconds: retryAfter, causes } = details;
  const texts = ['name', 'group', 'kind'].filter((field) => typeof details[field] === 'string');
  return {
    ...Object.fromEntries(texts.map((field) => [field, details[field]])),
    ...(typeof retryAfter === 'number' && { retryAfterSeconds: retryAfter }),
    ...(Array.isArray(causes) && { causes: causes.filter(isRecord).map(readCause) }),
  };
}

function readCause(cause: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts = Object.entries(cause).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts);
}

/** Reasons for which no answer came, told apart because each has its own cure. */
export type ConnectionErrorCode =
  | 'refused' // nobody listens there
  | 'unresolved' // no such host name
  | 'certificate' // nobody who is trusted has signed the server's certificate
  | 'certificateExpired' // it, or that of who signed it, holds no longer, or does not hold yet
  | 'certificateName' // it is for another name
  | 'timeout'
  | 'reset' // the connection broke
  | 'silent' // no byte for longer than bookmarks allow
  | 'decode' // the answer is not what was asked for
  | 'other';

/** The server cannot prove who it is. No patience mends that. */
export function isCertificateFault(code: string): boolean {
  return code === 'certificate' || code === 'certificateExpired' || code === 'certificateName';
}

export interface ConnectionPlace {
  /** The base URL that was asked. */
  readonly server: string;
  /** The proxy through which, without its password. */
  readonly proxy?: string;
}

/** No answer, or one that broke off. */
export class ConnectionError extends CodedError<ConnectionErrorCode, ConnectionPlace> {
  override readonly name = 'ConnectionError';

  static is(error: unknown, code?: ConnectionErrorCode): error is ConnectionError {
    return error instanceof ConnectionError && (code === undefined || error.code === code);
  }
}

/** `apierrors.IsResourceExpired || IsGone`. */
export function isExpired(error: unknown): boolean {
  return ApiError.is(error) && (error.reason === 'Expired' || error.reason === 'Gone');
}

/** The asked version is newer than any that the server has. */
export function isTooLargeResourceVersion(error: unknown): boolean {
  if (!ApiError.is(error)) return false;
  const tooLarge = 'Too large resource version';
  const causes = error.data.details?.causes ?? [];
  if (causes.some((cause) => cause.reason === 'ResourceVersionTooLarge')) return true;
  if (error.reason !== 'Timeout') return false;
  return causes.some((cause) => cause.message === tooLarge) || error.message.includes(tooLarge);
}

export function isTooManyRequests(error: unknown): boolean {
  return ApiError.is(error) && (error.reason === 'TooManyRequests' || error.status === 429);
}

export function isInternalError(error: unknown): boolean {
  return ApiError.is(error) && error.reason === 'InternalError';
}
