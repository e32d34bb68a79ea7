import type { Buffer } from 'node:buffer';
import type { UserInfo } from '../access/userInfo.ts';

/** What the API server is asked, free of sockets: the HTTPS server and the tests in process make these. */
export interface ApiRequest {
  /** Names the request wherever it is told of: in the answer, in the audit log, in what it led to. */
  readonly auditId: string;
  /** Who sends it, or whom the sender may be taken for. */
  readonly user: UserInfo;
  readonly method: string;
  /** As it came, percent-encoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Header values, empty where there is none. */
  readonly accept: string;
  readonly contentType: string;
  readonly userAgent: string;
  /** Empty when there is none. */
  readonly body: Uint8Array;
  /** Aborted when the client is gone or the server stops. */
  readonly signal: AbortSignal;
}

export interface ApiResponse {
  readonly status: number;
  readonly contentType: string;
  /** Remarks for the person who wrote the request; sent as `Warning` headers. */
  readonly warnings: readonly string[];
  /** Of a refusal that says when to come again. */
  readonly retryAfterSeconds?: number;
  /** What else is to be said in headers, by their names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | BodyStream;
}

/** A body that is made while it is sent. Nothing is made while nobody asks. */
export interface BodyStream {
  /** The next part; undefined at the end. One call at a time. */
  next(): Promise<string | Buffer | undefined>;
  /** Ends the stream; a pending `next` resolves to undefined. May be called again. */
  close(): void;
}

/** What was asked for, as it stood in the request line but for how its query is encoded. */
export function requestUri({ path, query }: Pick<ApiRequest, 'path' | 'query'>): string {
  return query.size > 0 ? `${path}?${query.toString()}` : path;
}

export const noBody = new Uint8Array();

export const jsonType = 'application/json';
/** What client-go's typed clients may send instead. Nothing is answered in it. */
export const yamlType = 'application/yaml';
export const protobufType = 'application/vnd.kubernetes.protobuf';

/** A body that is there already. */
export function bytesOf(bytes: Buffer): BodyStream {
  let rest: Buffer | undefined = bytes;
  const take = (): Buffer | undefined => {
    const taken = rest;
    rest = undefined;
    return taken;
  };
  return { next: () => Promise.resolve(take()), close: () => void take() };
}

export function jsonResponse(body: unknown, status = 200, warnings: readonly string[] = []): ApiResponse {
  return { status, contentType: jsonType, warnings, body: JSON.stringify(body) };
}
