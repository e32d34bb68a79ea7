import type { Clock } from '../base/clock.ts';
import { messageOf } from '../base/codedError.ts';
import { setDeadline } from '../base/deadline.ts';
import type { Logger } from '../base/logger.ts';
import { TimeSlice } from '../base/timeSlice.ts';
import type { ListPage, Watch } from '../informer/listerWatcher.ts';
import { ConnectionError } from '../kube/status.ts';
import { apiErrorOf } from './apiErrorOf.ts';
import type { HttpClient, HttpRequest, HttpResponse } from './httpClient.ts';
import { ListDecoder, ListError } from './listDecoder.ts';
import type { Decoder } from './objectDecoder.ts';
import { BodyTooLongError, bodyPatience, readText } from './readText.ts';
import type { RequestThrottle } from './requestThrottle.ts';
import type { RequestObserver } from './requestStats.ts';
import { StreamedWatch } from './streamedWatch.ts';

/** More than any object, or any group's discovery. */
const maxBodyBytes = 64 * 1024 * 1024;

export interface ApiClientOptions {
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Absent: every request is sent at once. */
  readonly throttle?: RequestThrottle;
  /** Told of what that holds back. */
  readonly observer?: Pick<RequestObserver, 'throttled'>;
}

/** A list or a watch. */
export type ReadRequest = Pick<HttpRequest, 'path' | 'accept' | 'auditId' | 'signal'>;

/** Something small. */
export interface JsonRequest extends HttpRequest {
  /** The whole answer must have come by then, counted from when it is sent; default: as long as any request may take. */
  readonly patienceMs?: number;
}

export interface JsonAnswer {
  /** Of a success: 200 to 299. */
  readonly code: number;
  readonly value: unknown;
}

/** What a server, or whatever stands before it, says about a refusal besides the Status: for the log. */
const tellingHeaders = ['audit-id', 'x-kubernetes-pf-flowschema-uid', 'x-kubernetes-pf-prioritylevel-uid', 'warning', 'www-authenticate', 'via', 'server'];

/**
 * Requests to an API server and their answers as JSON. Whatever is not a success is thrown: what the
 * server said as ApiError, its silence as ConnectionError. client-go sends a request again by itself, up
 * to ten times, when the answer carries `Retry-After` (T-01). This one does not: each refusal reaches the
 * caller, `retryAfterSeconds` included, so that it is traced and waited for where people can see it.
 */
export class ApiClient {
  readonly #http: HttpClient;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #throttle: RequestThrottle | undefined;
  readonly #observer: Pick<RequestObserver, 'throttled'> | undefined;

  constructor({ http, clock, logger, throttle, observer }: ApiClientOptions) {
    this.#http = http;
    this.#clock = clock;
    this.#logger = logger;
    this.#throttle = throttle;
    this.#observer = observer;
  }

  get server(): string {
    return this.#http.server;
  }

  /** @throws ApiError, ConnectionError, CredentialError; the signal's reason */
  async json(request: JsonRequest, parse?: (text: string) => unknown): Promise<unknown> {
    return (await this.answer(request, parse)).value;
  }

  /** With the code of the success. @throws as {@link json} */
  async answer({ patienceMs, ...request }: JsonRequest, parse: (text: string) => unknown = JSON.parse): Promise<JsonAnswer> {
    await this.#turn(request);
    if (patienceMs === undefined) return this.#answer(request, parse);
    const late = new AbortController();
    const timer = setDeadline(this.#clock, patienceMs, () => late.abort(new ConnectionError('timeout', `no answer came within ${patienceMs / 1000} s`, { server: this.server })));
    try {
      return await this.#answer({ ...request, signal: AbortSignal.any([request.signal, late.signal]) }, parse);
    } finally {
      timer.dispose();
    }
  }

  async #answer(request: HttpRequest, parse: (text: string) => unknown): Promise<JsonAnswer> {
    const { status, body, headers } = await this.#accepted(request);
    try {
      return { code: status, value: parse(await readText(body, maxBodyBytes)) };
    } catch (error) {
      throw this.#undecodable(error, headers['content-type'], request.signal);
    }
  }

  /**
   * @param onThrottled told for how long the rate limit holds it back, if it does
   * @param onAccepted told that it is not refused: its objects come
   * @throws as {@link json}
   */
  async list({ onThrottled, onAccepted, ...read }: ReadRequest & { readonly onThrottled?: (ms: number) => void; readonly onAccepted?: () => void }, decoder: Decoder): Promise<ListPage> {
    const { signal } = read;
    const request: HttpRequest = { method: 'GET', ...read };
    await this.#turn(request, onThrottled);
    const { body, headers } = await this.#accepted(request, decoder);
    onAccepted?.();
    const list = new ListDecoder(decoder);
    const slice = new TimeSlice(this.#clock, 'large');
    try {
      for (let chunk = await body.read(bodyPatience); chunk; chunk = await body.read(bodyPatience)) {
        slice.begin();
        if (slice.isSpent()) await slice.rest();
        for (const _item of list.push(chunk)) if (slice.isSpent()) await slice.rest();
      }
      signal.throwIfAborted();
      return list.end();
    } catch (error) {
      throw this.#undecodable(error, headers['content-type'], signal);
    } finally {
      body.close();
    }
  }

  /**
   * The rate limit does not hold for watches, as in client-go: one request is a stream of hours.
   * @param expectsBookmarks the server was asked to give a sign of life now and then
   * @throws as {@link json}, until the server has accepted the watch
   */
  async watch(request: ReadRequest, decoder: Decoder, expectsBookmarks: boolean): Promise<Watch> {
    const { body } = await this.#accepted({ method: 'GET', ...request }, decoder);
    return new StreamedWatch({ body, decoder, expectsBookmarks, signal: request.signal, clock: this.#clock, logger: this.#logger });
  }

  close(): void {
    this.#http.close();
  }

  async #turn(request: HttpRequest, onThrottled?: (ms: number) => void): Promise<void> {
    await this.#throttle?.wait(`${request.method} ${request.path}`, request.signal, (ms) => {
      this.#observer?.throttled(request.method, request.path, ms);
      onThrottled?.(ms);
    });
  }

  async #accepted(request: HttpRequest, decoder?: Decoder): Promise<HttpResponse> {
    this.#logger.trace('transport', `${request.method} ${request.path}`);
    const response = await this.#http.send(request);
    if (response.status >= 200 && response.status < 300) return response;
    const error = await apiErrorOf(response, this.#clock);
    request.signal.throwIfAborted();
    const told = tellingHeaders.flatMap((name) => (error.headers[name] === undefined ? [] : `${name}: ${error.headers[name]}`));
    this.#logger.info('transport', [`${request.method} ${request.path}: ${response.status} ${error.reason}`, ...told].join(', '));
    throw decoder?.refusal(error) ?? error;
  }

  #undecodable(error: unknown, contentType: string | undefined, signal: AbortSignal): unknown {
    if (signal.aborted) return signal.reason;
    const undecodable = error instanceof SyntaxError || error instanceof ListError || error instanceof BodyTooLongError;
    if (!undecodable) return error;
    const what = error instanceof SyntaxError ? 'it is not JSON' : messageOf(error);
    const type = contentType && !contentType.startsWith('application/json') ? ` (${contentType})` : '';
    return new ConnectionError('decode', `the answer cannot be read: ${what}${type}`, { server: this.server }, { cause: error });
  }
}
