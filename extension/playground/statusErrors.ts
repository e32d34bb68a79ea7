import { type ApiResource, formatGroupResource } from '../kube/resource.ts';
import { ApiError, type Status } from '../kube/status.ts';

/** The refusals of the API server, with the codes and reasons that clients act on (apimachinery `api/errors`). */

type Details = NonNullable<Status['details']>;
type NamedResource = Pick<ApiResource, 'group' | 'resource'>;

/** One wrong field, as `field.Error`. */
export interface FieldError {
  readonly reason: 'FieldValueInvalid' | 'FieldValueRequired' | 'FieldValueTooMany' | 'FieldValueTooLong' | 'FieldValueNotFound' | 'FieldValueForbidden' | 'FieldValueNotSupported' | 'FieldValueDuplicate';
  /** `spec.template.spec.containers[0].name` */
  readonly field: string;
  readonly message: string;
}

function failure(code: number, reason: string, message: string, details?: Details): ApiError {
  return new ApiError({ kind: 'Status', status: 'Failure', message, ...(reason && { reason }), ...(details && { details }), code });
}

function of(resource: NamedResource, name: string): Details {
  return { name, ...(resource.group && { group: resource.group }), kind: resource.resource };
}

export function badRequest(message: string): ApiError {
  return failure(400, 'BadRequest', message);
}

/** What replaces an object does not say what it is called. @param name as the path has it */
export function namelessObject(name: string): ApiError {
  return badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);
}

export function unauthorized(): ApiError {
  return failure(401, 'Unauthorized', 'Unauthorized');
}

/** Somebody may not do what they asked for. @param resource with an empty name for a path that is no resource */
export function notAuthorized(resource: NamedResource, name: string, why: string): ApiError {
  const subject = resource.resource ? `${formatGroupResource(resource)}${name ? ` ${JSON.stringify(name)}` : ''} is ` : '';
  const { group, resource: kind } = resource;
  return failure(403, 'Forbidden', `${subject}forbidden: ${why}`, { ...(name && { name }), ...(group && { group }), ...(kind && { kind }) });
}

export function forbidden(resource: NamedResource, name: string, why: string, cause?: string): ApiError {
  return failure(403, 'Forbidden', `${formatGroupResource(resource)} "${name}" is forbidden: ${why}`, {
    ...of(resource, name),
    ...(cause && { causes: [{ reason: cause, message: why, field: 'metadata.namespace' }] }),
  });
}

export function notFound(resource: NamedResource, name: string): ApiError {
  return failure(404, 'NotFound', `${formatGroupResource(resource)} "${name}" not found`, of(resource, name));
}

/** No such path, or a resource that is not served. */
export function pathNotFound(): ApiError {
  return failure(404, 'NotFound', 'the server could not find the requested resource', {});
}

/** What would have to run in a container. */
export function nothingRunsThere(subresource: string): ApiError {
  return failure(404, 'NotFound', `the pods of this server are simulated: nothing runs in their containers, so there is no ${subresource}`, {});
}

/** @param why where that is not plain */
export function methodNotAllowed(why = ''): ApiError {
  return failure(405, 'MethodNotAllowed', `the server does not allow this method on the requested resource${why && `: ${why}`}`, {});
}

/** @param details those of a kube-apiserver, which has none where it could serve the type, but not as that */
export function notAcceptable(types: readonly string[], details?: Details): ApiError {
  return failure(406, 'NotAcceptable', `only these media types are served: ${types.join(', ')}`, details);
}

/** @param why stands before the sentence */
export function alreadyExists(resource: NamedResource, name: string, why = ''): ApiError {
  return failure(409, 'AlreadyExists', `${why}${formatGroupResource(resource)} "${name}" already exists`, of(resource, name));
}

/** The end of a name was drawn, and it was another one's already: whoever asks again gets another. */
export function nameDrawnTwice(resource: NamedResource, name: string): ApiError {
  const message = `${formatGroupResource(resource)} "${name}" already exists, the server was not able to generate a unique name for the object`;
  return failure(409, 'AlreadyExists', message, { ...of(resource, name), retryAfterSeconds: 1 });
}

export function conflict(resource: NamedResource, name: string, why: string): ApiError {
  return failure(409, 'Conflict', `Operation cannot be fulfilled on ${formatGroupResource(resource)} "${name}": ${why}`, of(resource, name));
}

/** Optimistic concurrency: the writer read a version that is no longer the latest. */
export function modified(resource: NamedResource, name: string): ApiError {
  return conflict(resource, name, 'the object has been modified; please apply your changes to the latest version and try again');
}

/** A field that an apply would change, and who owns it. */
export interface ApplyConflict {
  /** `"kubectl" using apps/v1` */
  readonly who: string;
  /** `.spec.replicas` */
  readonly field: string;
}

/** Server-side apply would change what others own. */
export function applyConflict(conflicts: readonly ApplyConflict[]): ApiError {
  const [first] = conflicts;
  const byOwner = Array.from(Map.groupBy(conflicts, ({ who }) => who), ([who, fields]) => `conflicts with ${who}:\n${fields.map(({ field }) => `- ${field}`).join('\n')}`);
  const text = conflicts.length === 1 ? `1 conflict: conflict with ${first!.who}: ${first!.field}` : `${conflicts.length} conflicts: ${byOwner.join('\n')}`;
  const causes = conflicts.map(({ who, field }) => ({ reason: 'FieldManagerConflict', message: `conflict with ${who}`, field }));
  return failure(409, 'Conflict', `Apply failed with ${text}`, { causes });
}

/** The version is older than what is kept. */
export function expired(message: string): ApiError {
  return failure(410, 'Expired', message);
}

export function bodyTooLarge(limit: number): ApiError {
  return failure(413, 'RequestEntityTooLarge', `the request body is larger than ${limit} bytes`);
}

/** @param details those of a kube-apiserver: empty for a patch, none for an object */
export function unsupportedMediaType(type: string, supported: readonly string[], details?: Details): ApiError {
  return failure(
    415,
    'UnsupportedMediaType',
    `the body of the request was in an unknown format (${type || 'no Content-Type'}); accepted media types: ${supported.join(', ')}`,
    details,
  );
}

export function invalid(kind: { readonly group: string; readonly kind: string }, name: string, errors: readonly FieldError[]): ApiError {
  const subject = kind.group ? `${kind.kind}.${kind.group}` : kind.kind;
  const causes = errors.map(({ reason, field, message }) => ({ reason, message, field }));
  const text = causes.map(({ field, message }) => `${field}: ${message}`);
  return failure(422, 'Invalid', `${subject} "${name}" is invalid: ${text.length === 1 ? text[0] : `[${text.join(', ')}]`}`, {
    ...(name && { name }),
    ...(kind.group && { group: kind.group }),
    ...(kind.kind && { kind: kind.kind }),
    causes,
  });
}

/** Operations of a patch do not fit the object: no field of it is wrong, so none is named. */
export function misfittingPatch(why: string): ApiError {
  return failure(422, 'Invalid', `the server rejected our request due to an error in our request: ${why}`, {});
}

/** Come again, not before so many seconds have passed. */
export function tooManyRequests(message: string, retryAfterSeconds: number): ApiError {
  return failure(429, 'TooManyRequests', message, { retryAfterSeconds });
}

/** What is applied does not have the type of the kind. The server has no reason for this one. */
export function untypedPatch(which: 'patch' | 'live', object: string, why: string): ApiError {
  return failure(500, '', `failed to create typed ${which} object (${object}): ${why}`);
}

/** What a server has no reason for, though a client has made the mistake. */
export function unexplained(message: string): ApiError {
  return failure(500, '', message);
}

export function internalError(): ApiError {
  return failure(500, 'InternalError', 'Internal error occurred: see the log of the playground');
}

/** The asked version is not there yet, and did not come in time (A-27). */
export function tooLargeResourceVersion(asked: number, current: number): ApiError {
  return failure(504, 'Timeout', `Too large resource version: ${asked}, current: ${current}`, {
    causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
    retryAfterSeconds: 1,
  });
}
