/** What a request asks, without naming any object: for figures. */
export interface RequestKind {
  /** `list`, `watch`, `get`, `create`, `update`, `patch`, `delete` */
  readonly verb: string;
  /** `v1/pods`, `apps/v1/deployments/status`; `discovery`, `version` or `other` where it asks for no resource. */
  readonly resource: string;
}

const writes: Readonly<Record<string, string>> = { POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: 'delete' };

/** A name in a path that is none of an object: of a group, a version, a resource. What is none is not kept. */
const wordPattern = /^[a-z0-9][a-z0-9.-]{0,100}$/;

/** Kinds are few, whatever is asked for: a path is cut to its resource, and one that nobody knows is `other`. */
export function requestKind(method: string, path: string): RequestKind {
  const [plain = '', query = ''] = path.split('?', 2);
  const [root, ...parts] = plain.split('/').filter(Boolean);
  const read = (resource: string): RequestKind => ({ verb: writes[method] ?? 'get', resource });
  if (root === 'version') return read('version');
  if (root !== 'api' && root !== 'apis') return read('other');
  const groupVersion = parts.splice(0, root === 'api' ? 1 : 2);
  if (parts.length === 0) return read('discovery');
  const [resource, isNamed, subresource] = resourceIn(parts);
  if (![...groupVersion, resource, ...(subresource ? [subresource] : [])].every((each) => wordPattern.test(each))) return read('other');
  const name = [...groupVersion, resource, ...(subresource ? [subresource] : [])].join('/');
  return { verb: writes[method] ?? (isNamed ? 'get' : /(?:^|&)watch=(?:true|1)(?:&|$)/.test(query) ? 'watch' : 'list'), resource: name };
}

/** The resource, whether one object of it is named, and what of that. */
function resourceIn(parts: readonly string[]): readonly [string, boolean, string | undefined] {
  // `namespaces/NAME/RESOURCE…` is a resource within; `namespaces/NAME` is a namespace itself, and so is what it is asked for by those two.
  const isNamespaced = parts[0] === 'namespaces' && parts.length > 2 && parts[2] !== 'status' && parts[2] !== 'finalize';
  const [resource = '', name, subresource] = isNamespaced ? parts.slice(2) : parts;
  return [resource, name !== undefined, subresource];
}
