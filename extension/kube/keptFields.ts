/**
 * Most of an object is hardly ever read, and as text it takes a fraction of the memory and none of the time. Its fields can be kept as
 * the text in which they came: they are accessors then, which parse it when they are read. To whoever reads, spreads, copies or writes
 * the record as JSON they are fields like any other, in their place, enumerable, and may be set or deleted. What was parsed is
 * forgotten in the end, so that the record is as small again.
 */
export interface KeptText {
  readonly names: readonly string[];
  /** Characters that are kept for it; what it shares with others is not counted, nor is what does not say. */
  readonly length?: number;
  /** The JSON of one of these fields; asked for each time that it has to be parsed. */
  textOf(name: string): string;
}

type Fields = Record<string, unknown>;

/** Gives the object that it is given, so that a subclass can put private fields on it. */
const Given = function (object: object): object {
  return object;
} as unknown as new (object: object) => object;

class Kept extends Given {
  #text: KeptText | ParsedText;

  private constructor(record: object, text: KeptText) {
    super(record);
    this.#text = text;
  }

  /** The record itself. */
  static on(record: object, text: KeptText): object {
    return new Kept(record, text);
  }

  /** Undefined for any other object, one that inherits from a record with kept fields, say. */
  static textOf(record: object): ParsedText | undefined {
    if (!(#text in record)) return undefined;
    const kept = record as Kept;
    if (!(kept.#text instanceof ParsedText)) kept.#text = new ParsedText(kept.#text);
    return kept.#text as ParsedText;
  }

  static lengthOf(record: object): number | undefined {
    return #text in record ? ((record as Kept).#text.length ?? 0) : undefined;
  }

  static has(record: object): boolean {
    return #text in record;
  }
}

/** A text of which something has been read. Its fields are the same until they are forgotten, which is never before the next turn. */
class ParsedText {
  readonly #text: KeptText;
  #parsed: WeakRef<Fields> | undefined;

  constructor(text: KeptText) {
    this.#text = text;
  }

  get length(): number {
    return this.#text.length ?? 0;
  }

  get(name: string): unknown {
    const fields = this.#fields;
    if (!Object.hasOwn(fields, name)) fields[name] = JSON.parse(this.#text.textOf(name));
    return fields[name];
  }

  all(): object {
    for (const name of this.#text.names) this.get(name);
    return this.#fields;
  }

  get #fields(): Fields {
    let fields = this.#parsed?.deref();
    if (!fields) this.#parsed = new WeakRef((fields = {}));
    return fields;
  }
}

/** More names than any cluster has. */
const maxAccessors = 10_000;

/** The same for all records, so that those of one shape go on sharing it. */
const accessors = new Map<string, PropertyDescriptor & ThisType<object>>();

function accessorOf(name: string): PropertyDescriptor & ThisType<object> {
  let accessor = accessors.get(name);
  if (!accessor) {
    accessor = {
      enumerable: true,
      configurable: true,
      get(): unknown {
        return Kept.textOf(this)?.get(name);
      },
      set(value: unknown) {
        Object.defineProperty(this, name, { value, enumerable: true, configurable: true, writable: true });
      },
    };
    if (accessors.size < maxAccessors) accessors.set(name, accessor);
  }
  return accessor;
}

/** Adds a field behind those that the record has; `keepText` is to give it its text. */
export function addKeptField(record: object, name: string): void {
  Object.defineProperty(record, name, accessorOf(name));
}

/** Once for each record: the text of its kept fields. */
export function keepText(record: object, text: KeptText): void {
  Kept.on(record, text);
}

/** The kept fields of a record: whoever holds them sees to it that they are not forgotten. Undefined when it has none. */
export function parsedFields(record: object): object | undefined {
  return Kept.textOf(record)?.all();
}

/** Characters that are kept for a record; undefined for one all of whose fields are ordinary. */
export function keptLength(record: object): number | undefined {
  return Kept.lengthOf(record);
}

/** False for a record all of whose fields are ordinary. */
export function hasKeptFields(record: object): boolean {
  return Kept.has(record);
}
