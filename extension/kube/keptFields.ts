import { isRecord } from './object.ts';

/**
 * Most of an object is hardly ever read, and as text it takes a fraction of the memory and none of the time. Its fields can be kept as
 * the text in which they came: they are accessors then, which parse it when one of them is read. To whoever reads, spreads, copies or
 * writes the record as JSON they are fields like any other, in their place, enumerable, and may be set or deleted. What was parsed is
 * forgotten in the end, so that the record is as small again.
 */
export interface KeptText {
  /** JSON of an object with these fields and no others; called each time it is needed. */
  toString(): string;
}

type Fields = Readonly<Record<string, unknown>>;

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

  static put(record: object, text: KeptText): void {
    new Kept(record, text);
  }

  /** Undefined for any other object, one that inherits from a record with kept fields, say. */
  static fieldsOf(record: object): Fields | undefined {
    if (!(#text in record)) return undefined;
    const kept = record as Kept;
    const text = kept.#text;
    if (!(text instanceof ParsedText)) {
      const parsed = new ParsedText(text);
      kept.#text = parsed;
      return parsed.fields;
    }
    return text.fields;
  }

  static has(record: object): boolean {
    return #text in record;
  }
}

/** A text that has been read. The same fields are given until they are forgotten, which is never before the next turn. */
class ParsedText {
  readonly #text: KeptText;
  #fields: WeakRef<Fields> | undefined;

  constructor(text: KeptText) {
    this.#text = text;
  }

  get fields(): Fields {
    const known = this.#fields?.deref();
    if (known) return known;
    const fields: unknown = JSON.parse(this.#text.toString());
    if (!isRecord(fields)) throw new TypeError('kept fields are those of an object');
    this.#fields = new WeakRef(fields);
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
        return Kept.fieldsOf(this)?.[name];
      },
      set(value: unknown) {
        Object.defineProperty(this, name, { value, enumerable: true, configurable: true, writable: true });
      },
    };
    if (accessors.size < maxAccessors) accessors.set(name, accessor);
  }
  return accessor;
}

/** Adds fields behind those that the record has, once for each record. They are parsed from the text when one of them is read. */
export function keepFields(record: object, names: readonly string[], text: KeptText): void {
  for (const name of names) Object.defineProperty(record, name, accessorOf(name));
  Kept.put(record, text);
}

/** The kept fields of a record: whoever holds them sees to it that they are not forgotten. Undefined when it has none. */
export function parsedFields(record: object): object | undefined {
  return Kept.fieldsOf(record);
}

/** False for a record all of whose fields are ordinary. */
export function hasKeptFields(record: object): boolean {
  return Kept.has(record);
}
