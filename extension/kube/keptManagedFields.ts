/**
 * `managedFields` are a third of an object's bytes and more than half of its memory, and hardly ever read. They can be kept as the text
 * in which they came: `metadata.managedFields` is then an accessor that parses it anew each time. To whoever reads, spreads, copies or
 * writes the metadata as JSON it is a field like any other, in its place, enumerable, and may be set or deleted.
 */
export interface ManagedFieldsText {
  /** What it has in common with the texts of other objects, which share this very list: one part more than there are values. */
  readonly form: readonly string[];
  /** What stands between the parts, one after the other, each ended by a NUL: no JSON has that character. */
  readonly values: string;
}

/** Gives the object that it is given, so that a subclass can put private fields on it. */
const Given = function (object: object): object {
  return object;
} as unknown as new (object: object) => object;

class Kept extends Given {
  readonly #form: readonly string[];
  readonly #values: string;

  constructor(metadata: object, { form, values }: ManagedFieldsText) {
    super(metadata);
    this.#form = form;
    this.#values = values;
  }

  /** The same object, with the text put on it. */
  static on(metadata: object, text: ManagedFieldsText): object {
    return new Kept(metadata, text);
  }

  static textOf(metadata: object): string | undefined {
    if (!(#form in metadata)) return undefined;
    const values = (metadata as Kept).#values.split('\0');
    return (metadata as Kept).#form.map((part, index) => (index === 0 ? part : values[index - 1]! + part)).join('');
  }
}

/** The same for all, so that all metadata of one shape go on sharing it. */
const accessor: PropertyDescriptor & ThisType<object> = {
  enumerable: true,
  configurable: true,
  get(): unknown {
    const text = Kept.textOf(this);
    return text === undefined ? undefined : parsed(text);
  },
  set(value: unknown) {
    Object.defineProperty(this, 'managedFields', { value, enumerable: true, configurable: true, writable: true });
  },
};

/** A copy of the metadata, its fields in the same order, with the text in place of what stands in `managedFields` now. */
export function keepManagedFields(metadata: Readonly<Record<string, unknown>>, text: ManagedFieldsText): Record<string, unknown> {
  const { managedFields: _, ...others } = metadata;
  const names = Object.keys(metadata);
  if (names[names.length - 1] === 'managedFields') {
    // As in all that Go writes from types. Such a copy keeps the compact layout, which deleting or redefining the field would lose.
    define(others, text);
    return others;
  }
  const kept: Record<string, unknown> = {};
  for (const name of names) {
    if (name === 'managedFields') define(kept, text);
    else Object.defineProperty(kept, name, { value: metadata[name], enumerable: true, configurable: true, writable: true });
  }
  return kept;
}

/** False for an ordinary field, and for none. */
export function keepsManagedFieldsAsText(metadata: object): boolean {
  return Kept.textOf(metadata) !== undefined;
}

function define(metadata: object, text: ManagedFieldsText): void {
  Object.defineProperty(Kept.on(metadata, text), 'managedFields', accessor);
}

/** What is no JSON is shown as it came: nobody has looked at it until now. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return [text];
    throw error;
  }
}
