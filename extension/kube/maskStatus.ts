import { type KeyedHash, maskText, utf8Bytes } from './mask.ts';
import { isRecord } from './object.ts';

/**
 * A server's words about Secrets may quote one. Whole phrases of which it is known that they do not are shown; of any
 * other message, how long it is.
 */

/** `metav1.StatusReason` and the types of causes: words of the API. */
const reasons =
  'Unknown|Unauthorized|Forbidden|NotFound|AlreadyExists|Conflict|Gone|Invalid|ServerTimeout|StoreReadError|Timeout|TooManyRequests|BadRequest|MethodNotAllowed|NotAcceptable|' +
  'RequestEntityTooLarge|UnsupportedMediaType|InternalError|Expired|ServiceUnavailable|Redirect|ClientError|UnexpectedServerResponse|ResourceVersionTooLarge|ResourceVersionTooOld';

const asked = '(?: \\((?:get|list|watch) secrets\\))?';
const where = '(?:at the cluster scope|in the namespace "[a-z0-9-]{1,63}")';
const rbac = '(?:: RBAC: (?:cluster)?role\\.rbac\\.authorization\\.k8s\\.io "[\\w:.-]{1,253}" not found)?';

/** What API servers, etcd, client-go and this product say of lists and watches. */
const phrases = [
  'too old resource version: \\d+ \\(\\d+\\)',
  'The resourceVersion for the provided (?:list|watch) is too old\\.?',
  'Too large resource version(?:: \\d+, current: \\d+)?',
  `secrets(?: "[a-z0-9.-]{1,253}")? is forbidden: User "[^"]{0,253}" cannot (?:get|list|watch) resource "secrets" in API group "" ${where}${rbac}`,
  '(?:sendInitialEvents: Forbidden: )?sendInitialEvents is forbidden for (?:list|watch unless the WatchList feature gate is enabled)',
  'the server has asked for the client to provide credentials',
  `the server (?:could not find the requested resource|is currently unable to handle the request|rejected our request for an unknown reason)${asked}`,
  `the server was unable to return a response in the time allotted, but may still be processing the request${asked}`,
  `the server has received too many requests and has asked us to try again later${asked}`,
  `the server answered (?:with an error|\\d{3}(?: (?:${reasons}))?)`,
  'the server redirects to [\\w.:[\\]-]{1,255}; neither the request nor the credentials are sent there',
  'Too many requests, please try again later\\.',
  'storage is \\(re\\)initializing|apiserver is shutting down',
  '(?:etcdserver: )?(?:mvcc: required revision (?:has been compacted|is a future revision)|leader changed|no leader|too many requests|request timed out(?:, possibly due to (?:previous leader failure|connection lost))?)',
  'context (?:canceled|deadline exceeded)',
  'unexpected object in an ERROR event',
  'metadata\\.(?:name|namespace|uid|resourceVersion) is an? (?:number|boolean|list|object), not a text',
  'a frame (?:is not valid JSON|is not a watch event|does not begin with a JSON object|is longer than \\d+ bytes)',
  reasons,
];

/** Said before something else, which may say more. */
const beginnings = [
  'Internal error occurred: ',
  'Timeout: ',
  'unable to decode an event from the watch stream: ',
  'watch chan error: ',
  'rpc error: code = [A-Z]\\w{1,20} desc = ',
  'ListOptions\\.meta\\.k8s\\.io "" is invalid: ',
  'The provided continue parameter is too old to display a consistent list result\\. ?',
];

const beginning = new RegExp(`^(?:${beginnings.join('|')})+`);
const known = new RegExp(`^(?:${beginnings.join('|')})*(?:${phrases.join('|')})?$`);
const word = new RegExp(`^(?:${reasons}|FieldValue(?:Required|Invalid|NotFound|Duplicate|NotSupported|Forbidden|TooLong|TooMany))?$`);

/** The Status with everything masked in it that might quote a Secret. The same reference when nothing is. */
export function maskStatus<T extends object>(status: T, hash: KeyedHash): T {
  const { message, reason, details } = status as Readonly<Record<string, unknown>>;
  const changes = {
    ...(typeof message === 'string' && !known.test(message) && { message: masked(message, hash) }),
    ...(typeof reason === 'string' && !word.test(reason) && { reason: masked(reason, hash) }),
    ...(isRecord(details) && Array.isArray(details['causes']) && { details: { ...details, causes: details['causes'].filter(isRecord).map((cause) => maskStatus(cause, hash)) } }),
  };
  return Object.keys(changes).length > 0 ? { ...status, ...changes } : status;
}

/** What comes before what is hidden is shown, as far as it is known. */
function masked(message: string, hash: KeyedHash): string {
  const [begun = ''] = beginning.exec(message) ?? [];
  const rest = message.slice(begun.length);
  return begun + maskText(rest, utf8Bytes(rest), hash);
}
