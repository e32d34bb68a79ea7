/**
 * The shape of the served kinds, in one notation for all that needs it: decoding (what is unknown, what is
 * of the wrong type), strategic merge patch (which lists merge, by which key) and the OpenAPI documents.
 */
export type Schema =
  | { readonly type: 'string'; readonly format?: 'date-time' | 'micro-time' | 'byte' }
  | { readonly type: 'integer' | 'boolean' | 'intOrString' | 'quantity' }
  /** Any JSON; what is inside is not looked at, and is owned as a whole. */
  | { readonly type: 'any' }
  /** Any JSON, each field of which may have an owner of its own; lists are owned as a whole. */
  | { readonly type: 'deduced' }
  /** `atomic`: owned as a whole, by whoever wrote any of it last (`x-kubernetes-map-type: atomic`). */
  | { readonly type: 'map'; readonly values: Schema; readonly atomic?: boolean }
  | { readonly type: 'list'; readonly items: Schema; readonly merge?: ListMerge }
  /** `retainKeys`: the fields of a union, of which a patch names all that stay. */
  | { readonly type: 'object'; readonly definition: DefinitionRef; readonly retainKeys?: boolean };

/** A name among those that Kubernetes itself brings, or the definition of somebody's own kind. */
export type DefinitionRef = string | Definition;

/** How a strategic merge patch treats a list; without it the list is replaced as a whole. */
export interface ListMerge {
  /** The field that tells elements apart; absent for a list of plain values, which is merged as a set. */
  readonly key?: string;
  /** Where ownership of fields tells elements apart by more than `key`. */
  readonly keys?: readonly string[];
  /** What stands for a key that an element leaves out. */
  readonly keyDefaults?: Readonly<Record<string, unknown>>;
  readonly retainKeys?: boolean;
}

export interface Definition {
  /** `io.k8s.api.core.v1.Pod` */
  readonly name: string;
  readonly fields: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
  /** What fields are that are not named. */
  readonly others?: Schema;
  /** Owned as a whole, by whoever wrote any of it last (`x-kubernetes-map-type: atomic`). */
  readonly atomic?: boolean;
  /** What of it must be there is asked for by the rules of its kind, together with all else that is wrong. */
  readonly askedForByRules?: boolean;
}

/** Definitions by the last part of their name, which is unique among the served kinds. */
export type Definitions = ReadonlyMap<string, Definition>;

export const string: Schema = { type: 'string' };
export const time: Schema = { type: 'string', format: 'date-time' };
/** `metav1.MicroTime`: six digits after the seconds, no more and no less. */
export const microTime: Schema = { type: 'string', format: 'micro-time' };
export const bytes: Schema = { type: 'string', format: 'byte' };
export const integer: Schema = { type: 'integer' };
export const boolean: Schema = { type: 'boolean' };
export const intOrString: Schema = { type: 'intOrString' };
export const quantity: Schema = { type: 'quantity' };
export const any: Schema = { type: 'any' };

export function map(values: Schema): Schema {
  return { type: 'map', values };
}

/** Whoever names one of its entries names all of them. */
export function atomicMap(values: Schema): Schema {
  return { type: 'map', values, atomic: true };
}

export function list(items: Schema, merge?: ListMerge): Schema {
  return { type: 'list', items, ...(merge && { merge }) };
}

export function ref(definition: string, options: { readonly retainKeys?: boolean } = {}): Schema {
  return { type: 'object', definition, ...options };
}

/** A list of objects that a strategic merge patch merges by `key`. */
export function mergeList(definition: string, key: string): Schema {
  return list(ref(definition), { key });
}

/**
 * The definitions of one API group. A field whose name ends with `!` must be there.
 * @param prefix `io.k8s.api.apps.v1`
 */
export function define(prefix: string, shapes: Readonly<Record<string, Readonly<Record<string, Schema>>>>): [string, Definition][] {
  return Object.entries(shapes).map(([shortName, shape]) => {
    const names = Object.keys(shape);
    return [
      shortName,
      {
        name: `${prefix}.${shortName}`,
        fields: Object.fromEntries(names.map((name) => [name.replace('!', ''), shape[name]!])),
        required: names.filter((name) => name.endsWith('!')).map((name) => name.slice(0, -1)),
      },
    ];
  });
}

/** The shape of a kind itself: every one of them has these three besides its own. */
export function kindShape(own: Readonly<Record<string, Schema>>): Readonly<Record<string, Schema>> {
  return { apiVersion: string, kind: string, metadata: ref('ObjectMeta'), ...own };
}
