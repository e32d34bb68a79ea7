/**
 * A set of fields as `managedFields` writes it (`fieldsV1`): `f:NAME` for a field, `k:{…}` for an element of a
 * list by its keys, `v:VALUE` for a plain value in a set, `.` for the thing itself. An empty one is a leaf.
 */
export interface FieldSet {
  readonly [path: string]: FieldSet;
}

export const leaf: FieldSet = {};
export const itself: FieldSet = { '.': leaf };

export function isLeaf(set: FieldSet): boolean {
  return Object.keys(set).length === 0;
}

export function union(one: FieldSet, other: FieldSet): FieldSet {
  if (isLeaf(one)) return other;
  const merged = new Map(Object.entries(one));
  for (const [path, set] of Object.entries(other)) {
    const there = merged.get(path);
    merged.set(path, there && isLeaf(there) !== isLeaf(set) ? { ...itself, ...there, ...set } : union(there ?? leaf, set));
  }
  return Object.fromEntries(merged);
}

/** What is in the first and not in the other. */
export function difference(one: FieldSet, other: FieldSet): FieldSet {
  if (isLeaf(other)) return one;
  return filterPaths(one, (path, set) => {
    const counterpart = at(other, path);
    if (!counterpart) return set;
    if (isLeaf(counterpart)) return undefined;
    if (isLeaf(set)) return at(counterpart, '.') ? undefined : set;
    return nonEmpty(difference(set, counterpart));
  });
}

/** As it is written: what has nothing but itself is a leaf. */
export function canonical(set: FieldSet): FieldSet {
  if (isLeaf(set)) return leaf;
  const members = Object.entries(set).filter(([path]) => path !== '.');
  return members.length === 0 ? leaf : { ...(set['.'] && itself), ...Object.fromEntries(members.map(([path, inner]) => [path, canonical(inner)])) };
}

/** What is there in the first and not in the other: what was in a thing that is empty now is gone, and the thing itself is not. */
export function vanished(before: FieldSet, after: FieldSet): FieldSet {
  return filterPaths(before, (path, set) => {
    const left = at(after, path);
    if (!left) return set;
    return isLeaf(set) ? undefined : nonEmpty(vanished(set, { ...itself, ...left }));
  });
}

/** What of the first the other is about: its leaves, and everything below a leaf of the other. */
export function touched(one: FieldSet, other: FieldSet): FieldSet {
  return filterPaths(one, (path, set) => {
    const counterpart = path === '.' ? undefined : at(other, path);
    if (!counterpart) return undefined;
    return isLeaf(counterpart) ? set : nonEmpty(touched(set, counterpart));
  });
}

/**
 * What of the first nobody holds any more. An element of a list goes as a whole when nobody holds the element itself, whoever
 * holds a field of it; everything else goes leaf by leaf, so that what was never in the first stays.
 */
export function abandoned(one: FieldSet, held: FieldSet): FieldSet {
  return filterPaths(one, (path, set) => {
    if (path === '.') return undefined;
    const holding = at(held, path);
    if (path.startsWith('k:') && isItself(set) && !(holding && isItself(holding))) return leaf;
    if (holding) return isLeaf(holding) ? undefined : nonEmpty(abandoned(set, holding));
    return isLeaf(set) ? leaf : nonEmpty(abandoned(set, leaf));
  });
}

function isItself(set: FieldSet): boolean {
  return isLeaf(set) || at(set, '.') !== undefined;
}

/** `.spec.template.spec.containers[name="web"].image`: each leaf, as the API server writes paths. */
export function leafPaths(set: FieldSet, prefix = ''): string[] {
  return Object.entries(set).flatMap(([path, inner]) => {
    const name = `${prefix}${pathText(path)}`;
    return isLeaf(inner) ? [name] : leafPaths(inner, name);
  });
}

function pathText(path: string): string {
  if (path === '.') return '';
  const [kind, rest] = [path.slice(0, 2), path.slice(2)];
  if (kind === 'v:') return `[=${rest}]`;
  if (kind !== 'k:') return `.${rest}`;
  const keys = Object.entries(JSON.parse(rest) as Readonly<Record<string, unknown>>);
  return `[${keys.map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(',')}]`;
}

function at(set: FieldSet, path: string): FieldSet | undefined {
  return Object.hasOwn(set, path) ? set[path] : undefined;
}

function nonEmpty(set: FieldSet): FieldSet | undefined {
  return isLeaf(set) ? undefined : set;
}

function filterPaths(set: FieldSet, keep: (path: string, inner: FieldSet) => FieldSet | undefined): FieldSet {
  const kept: [string, FieldSet][] = [];
  for (const [path, inner] of Object.entries(set)) {
    const left = keep(path, inner);
    if (left) kept.push([path, left]);
  }
  return Object.fromEntries(kept);
}
