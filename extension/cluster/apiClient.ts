import type { Clock } from '../base/clock.ts';
import { messageOf } from '../base/codedError.ts';
import type { Logger } from '../base/logger.ts';
import type { ListPage, Watch } from '../informer/listerWatcher.ts';
import { ConnectionError } from '../kube/status.ts';
import { apiErrorOf } from './apiErrorOf.ts';
import type { HttpClient, HttpRequest, HttpResponse } from './httpClient.ts';
import { ListDecoder, ListError } from './listDecoder.ts';
import type { ObjectDecoder } from './objectDecoder.ts';
import { BodyTooLongError, bodyPatience, readText } from './readText.ts';
import { StreamedWatch } from './streamedWatch.ts';

/** More than any object, or any group's discovery. */
const maxBodyBytes = 64 * 1024 * 1024;

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

  constructor(options: { readonly http: HttpClient; readonly clock: Clock; readonly logger: Logger }) {
    this.#http = options.http;
    this.#clock = options.clock;
    this.#logger = options.logger;
  }

  get server(): string {
    return this.#http.server;
  }

  /** @throws ApiError, ConnectionError, CredentialError; the signal's reason */
  async json(request: HttpRequest, parse: (text: string) => unknown = JSON.parse): Promise<unknown> {
    const { body, headers } = await this.#accepted(request);
    try {
      return parse(await readText(body, maxBodyBytes));
    } catch (error) {
      throw this.#undecodable(error, headers['content-type'], request.signal);
    }
  }

  /** @throws as {@link json} */
  async list(path: string, decoder: ObjectDecoder, signal: AbortSignal): Promise<ListPage> {
    const { body, headers } = await this.#accepted({ method: 'GET', path, signal });
    const list = new ListDecoder(decoder);
    try {
      for (let chunk = await body.read(bodyPatience); chunk; chunk = await body.read(bodyPatience)) list.push(chunk);
      signal.throwIfAborted();
      return list.end();
    } catch (error) {
      throw this.#undecodable(error, headers['content-type'], signal);
    } finally {
      body.close();
    }
  }

  /**
   * @param expectsBookmarks the server was asked to give a sign of life now and then
   * @throws as {@link json}, until the server has accepted the watch
   */
  async watch(path: string, decoder: ObjectDecoder, expectsBookmarks: boolean, signal: AbortSignal): Promise<Watch> {
    const { body } = await this.#accepted({ method: 'GET', path, signal });
    return new StreamedWatch({ body, decoder, expectsBookmarks, signal, logger: this.#logger });
  }

  close(): void {
    this.#http.close();
  }

  async #accepted(request: HttpRequest): Promise<HttpResponse> {
    this.#logger.trace('transport', `${request.method} ${request.path}`);
    const response = await this.#http.send(request);
    if (response.status >= 200 && response.status < 300) return response;
    const error = await apiErrorOf(response, this.#clock);
    request.signal.throwIfAborted();
    throw error;
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
