/**
 * The decoded segments of a path; undefined for one that is not plain: an empty segment, `.` or `..`, a slash
 * or control character in a segment, broken percent-encoding. A single slash at the end is allowed.
 */
export function pathSegments(path: string): readonly string[] | undefined {
  if (!path.startsWith('/')) return undefined;
  const parts = path.slice(1).split('/');
  if (parts.at(-1) === '') parts.pop();
  const segments = parts.map(decode);
  return segments.every((segment) => segment !== undefined) ? segments : undefined;
}

/** Most segments: nothing in them is encoded, or refused. */
const plain = /^[\w:-][\w.:-]*$/;

function decode(part: string): string | undefined {
  if (plain.test(part)) return part;
  let segment: string;
  try {
    segment = decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
  return segment === '' || segment === '.' || segment === '..' || /[\p{Cc}/\\%]/u.test(segment) ? undefined : segment;
}

/** What a resource path names, not yet checked against what is served. */
export interface ResourcePath {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** Empty where the path has none. */
  readonly namespace: string;
  readonly name: string;
  readonly subresource: string;
}

/** `/api/v1/namespaces/default/pods/web-1/status` and the like; undefined when it is no resource path. */
export function parseResourcePath([root, ...rest]: readonly string[]): ResourcePath | undefined {
  if (root !== 'api' && root !== 'apis') return undefined;
  const group = root === 'apis' ? rest.shift() : '';
  const version = rest.shift();
  if (group === undefined || version === undefined || rest.length === 0) return undefined;
  // `namespaces` is a resource itself, but before another one it is the scope of that.
  const scoped = rest[0] === 'namespaces' && rest.length > 2 && !isNamespaceSubresource(rest[2]!);
  const namespace = scoped ? rest[1]! : '';
  const [resource, name = '', subresource = '', ...more] = scoped ? rest.slice(2) : rest;
  return resource === undefined || more.length > 0 ? undefined : { group, version, resource, namespace, name, subresource };
}

function isNamespaceSubresource(segment: string): boolean {
  return segment === 'status' || segment === 'finalize';
}
