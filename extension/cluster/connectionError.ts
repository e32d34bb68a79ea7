import { messageOf } from '../base/codedError.ts';
import { ConnectionError, type ConnectionErrorCode, type ConnectionPlace } from '../kube/status.ts';
import { ProxyError } from './proxyTunnel.ts';

const codes: Readonly<Record<string, ConnectionErrorCode>> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'unresolved',
  EAI_AGAIN: 'unresolved',
  EAI_NODATA: 'unresolved',
  ETIMEDOUT: 'timeout',
  ESOCKETTIMEDOUT: 'timeout',
  ECONNRESET: 'reset',
  ECONNABORTED: 'reset',
  EPIPE: 'reset',
  ERR_STREAM_PREMATURE_CLOSE: 'reset',
  Z_BUF_ERROR: 'reset',
  Z_DATA_ERROR: 'decode',
};

/** What OpenSSL says when the server's certificate does not hold. */
const certificateCode = /^(CERT_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|ERR_TLS_CERT_ALTNAME)/;

/** What Node advises whoever starts it; what the machine trusts is asked already. */
const advice = /; if the root CA is installed locally.*$/;

/** Of these the kinds that have a cure of their own. */
const certificateKinds: Readonly<Record<string, ConnectionErrorCode>> = {
  CERT_HAS_EXPIRED: 'certificateExpired',
  CERT_NOT_YET_VALID: 'certificateExpired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificateName',
  HOSTNAME_MISMATCH: 'certificateName',
};

/** The other end of a connection that goes through a proxy is the proxy: of the server they say nothing. */
const ofOtherEnd: ReadonlySet<ConnectionErrorCode> = new Set(['refused', 'unresolved', 'timeout', 'reset']);

/** Whatever Node threw while a request was under way, as the kind of failure that it is (T-14). */
export function connectionErrorOf(error: unknown, place: ConnectionPlace): ConnectionError {
  if (error instanceof ConnectionError) return error;
  if (error instanceof ProxyError) return ofProxy(error.message, error, place);
  const first = error instanceof AggregateError && error.errors.length > 0 ? error.errors[0] : error;
  const code = errorCode(error) ?? errorCode(first);
  const kind = classify(code);
  const what = sentence(code, first);
  if (place.proxy === undefined || !ofOtherEnd.has(kind)) return new ConnectionError(kind, what, place, { cause: error });
  return ofProxy(what, error, place);
}

function ofProxy(what: string, error: unknown, place: ConnectionPlace): ConnectionError {
  return new ConnectionError('other', `the proxy ${place.proxy}: ${what}`, place, { cause: error });
}

function classify(code: string | undefined): ConnectionErrorCode {
  if (code === undefined) return 'other';
  if (certificateCode.test(code)) return certificateKinds[code] ?? 'certificate';
  if (code.startsWith('HPE_')) return 'decode';
  return codes[code] ?? 'other';
}

function sentence(code: string | undefined, error: unknown): string {
  const message = messageOf(error).replace(advice, '');
  if (message !== '') return message;
  return code ?? 'the connection failed';
}

function errorCode(error: unknown): string | undefined {
  const code = (error as { readonly code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}
