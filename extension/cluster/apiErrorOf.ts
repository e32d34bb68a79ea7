import type { Clock } from '../base/clock.ts';
import { isRecord } from '../kube/object.ts';
import { ApiError, ConnectionError, readStatus, type Status } from '../kube/status.ts';
import type { HttpResponse } from './httpClient.ts';
import { BodyTooLongError, readText } from './readText.ts';

/** Reasons for answers that carry no Status (apimachinery `NewGenericServerResponse`). */
const reasons: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  406: 'NotAcceptable',
  409: 'Conflict',
  410: 'Gone',
  413: 'RequestEntityTooLarge',
  415: 'UnsupportedMediaType',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
};

const maxStatusBytes = 1024 * 1024;

/** A page of HTML says nothing that is worth more than this. */
const maxQuoted = 200;

/**
 * A refusal as an error, with everything that the server said: the Status of its body, `Retry-After` and the
 * other headers (T-04). Reads the body to its end, or closes it.
 */
export async function apiErrorOf(response: HttpResponse, clock: Clock): Promise<ApiError> {
  const body = await readText(response.body, maxStatusBytes).catch((error: unknown) => {
    // Without the body the status line still says most.
    if (ConnectionError.is(error) || error instanceof BodyTooLongError) return '';
    throw error;
  });
  const status = statusOf(body) ?? genericStatus(response, body);
  // A body that calls a refusal a success does not make it one.
  const code = status.code !== undefined && status.code >= 300 && status.code < 600 ? status.code : response.status;
  const retryAfter = retryAfterSeconds(response.headers['retry-after'], clock);
  const complete: Status = { ...status, code, reason: status.reason || reasons[code] || 'Unknown' };
  return new ApiError(complete, retryAfter, headersOf(response), response.refused);
}

/** All but what would let somebody else go on with a session. */
function headersOf({ headers }: HttpResponse): Record<string, string> {
  const told = Object.entries(headers).filter(([name]) => name !== 'set-cookie');
  return Object.fromEntries(told.map(([name, value]) => [name, String(value)]));
}

function statusOf(body: string): Status | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    // A proxy's page, or plain text: the status line decides.
    return undefined;
  }
  return isRecord(parsed) && parsed['kind'] === 'Status' ? readStatus(parsed) : undefined;
}

function genericStatus({ status, headers }: HttpResponse, body: string): Status {
  if (status >= 300 && status < 400) {
    return { code: status, reason: 'Redirect', message: `the server redirects to ${hostOf(headers.location)}; neither the request nor the credentials are sent there` };
  }
  // A page of HTML says nothing, and JSON that is no Status may be an object with anything in it, a Secret too.
  const isText = !/html|json/i.test(headers['content-type'] ?? '') && !/^\s*[<{["]/.test(body);
  const said = isText ? body.trim().replace(/\s+/g, ' ').slice(0, maxQuoted) : '';
  return { code: status, message: said === '' ? `the server answered ${status} ${reasons[status] ?? ''}`.trim() : said };
}

function hostOf(location: string | undefined): string {
  return location !== undefined && URL.canParse(location) ? new URL(location).host : 'another address';
}

/** Seconds, or a date. */
function retryAfterSeconds(header: string | undefined, clock: Clock): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header)) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - clock.wallTime()) / 1000));
}
