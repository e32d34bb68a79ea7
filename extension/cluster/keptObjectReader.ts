import { addKeptField, type KeptText, keepText } from '../kube/keptFields.ts';
import type { KubeObject } from '../kube/object.ts';
import { quote } from './jsonBytes.ts';
import { JsonWalker } from './jsonWalker.ts';
import { FormedFields, type ObjectForm } from './objectForm.ts';
import { ObjectForms } from './objectForms.ts';
import { type LayoutField, type ObjectLayout, readLayout } from './objectLayout.ts';
import { TextMatch } from './textForm.ts';

/** What the items of a list are. */
export interface TypeMeta {
  readonly kind: string;
  readonly apiVersion: string;
}

type Fields = Record<string, unknown>;

const nothing = Buffer.alloc(0);
const typeName = Buffer.from('type');
const objectName = Buffer.from('object');

/** One for all: nothing is read while something is being read. */
const match = new TextMatch();

/**
 * Reads objects without parsing more of them than `kind`, `apiVersion` and what is simple in the metadata: everything else is found to be
 * valid and kept as text. Gives undefined for what is unusual, and for what is no JSON: a parser has the last word.
 */
export class KeptObjectReader {
  readonly #walker = new JsonWalker();
  readonly #forms = new ObjectForms();
  #bytes: Buffer = nothing;

  /** @param typeMeta what it gets, unless it begins with what it is */
  object(bytes: Buffer, typeMeta: TypeMeta | undefined): KubeObject | undefined {
    return this.#attempt(bytes, () => this.#object(typeMeta));
  }

  frame(bytes: Buffer): { readonly type: string; readonly object: KubeObject } | undefined {
    return this.#attempt(bytes, () => this.#frame());
  }

  #attempt<T>(bytes: Buffer, read: () => T | undefined): T | undefined {
    this.#bytes = bytes;
    this.#walker.begin(bytes);
    try {
      const value = read();
      if (value !== undefined) this.#walker.end();
      return value;
    } catch (error) {
      if (error instanceof SyntaxError) return undefined;
      throw error;
    } finally {
      // They are a part of what was read from the socket, which is not to be held.
      this.#bytes = nothing;
      this.#walker.begin(nothing);
    }
  }

  #frame(): { readonly type: string; readonly object: KubeObject } | undefined {
    const walker = this.#walker;
    walker.enter();
    if (!walker.next() || !this.#isNamed(typeName)) return undefined;
    const start = walker.position;
    walker.skip();
    const type = this.#simpleValue(start, walker.position);
    if (typeof type !== 'string' || !walker.next() || !this.#isNamed(objectName)) return undefined;
    const object = this.#object(undefined);
    return object && !walker.next() ? { type, object } : undefined;
  }

  #object(typeMeta: TypeMeta | undefined): KubeObject | undefined {
    const walker = this.#walker;
    const start = walker.position;
    const known = this.#forms.find(this.#bytes, start, match);
    if (known) {
      walker.position = match.end;
      return this.#formed(known, typeMeta);
    }
    const layout = readLayout(walker, this.#bytes);
    if (!layout) return undefined;
    const learned = this.#forms.learn(this.#bytes.subarray(start, walker.position), layout);
    return learned?.matches(this.#bytes, start, match) ? this.#formed(learned, typeMeta) : this.#plain(layout, start, typeMeta);
  }

  #formed(form: ObjectForm, typeMeta: TypeMeta | undefined): KubeObject {
    const { values } = match;
    const valueOf = (field: number): unknown => form.constantOf(field) ?? this.#simpleValue(form.startOf(field, match), form.endOf(field, match));
    return build(form.layout.fields, typeMeta, valueOf, new FormedFields(form, values, false), new FormedFields(form, values, true));
  }

  #plain({ fields, starts, ends }: ObjectLayout, start: number, typeMeta: TypeMeta | undefined): KubeObject {
    const valueOf = (field: number): unknown => this.#simpleValue(start + starts[field]!, start + ends[field]!);
    const kept = (inMetadata: boolean): KeptText => {
      const texts = new Map<string, string>();
      for (const [index, field] of fields.entries()) {
        if (field.isKept && field.inMetadata === inMetadata) texts.set(field.name, this.#bytes.toString('utf8', start + starts[index]!, start + ends[index]!));
      }
      let length = 0;
      for (const text of texts.values()) length += text.length;
      return { names: [...texts.keys()], length, textOf: (name) => texts.get(name)! };
    };
    return build(fields, typeMeta, valueOf, kept(false), kept(true));
  }

  /** What is neither object nor list. */
  #simpleValue(start: number, end: number): unknown {
    const isText = this.#bytes[start] === quote;
    const text = isText ? this.#bytes.toString('utf8', start + 1, end - 1) : this.#bytes.toString('utf8', start, end);
    if (isText && !text.includes('\\')) return text;
    return JSON.parse(isText ? `"${text}"` : text);
  }

  #isNamed(name: Buffer): boolean {
    const { nameStart, nameEnd } = this.#walker;
    return nameEnd - nameStart === name.length && this.#bytes.compare(name, 0, name.length, nameStart, nameEnd) === 0;
  }
}

function build(fields: readonly LayoutField[], typeMeta: TypeMeta | undefined, valueOf: (field: number) => unknown, ofObject: KeptText, ofMetadata: KeptText): KubeObject {
  const object: Fields = {};
  let metadata: Fields | undefined;
  const [first] = fields;
  if (typeMeta && (first!.inMetadata || first!.isKept)) {
    object['kind'] = typeMeta.kind;
    object['apiVersion'] = typeMeta.apiVersion;
  }
  for (let index = 0; index < fields.length; index++) {
    const { name, inMetadata, isKept } = fields[index]!;
    if (inMetadata && !metadata) object['metadata'] = metadata = {};
    const record = inMetadata ? metadata! : object;
    if (isKept) addKeptField(record, name);
    else record[name] = valueOf(index);
  }
  keepText(object, ofObject);
  keepText(metadata!, ofMetadata);
  return object as unknown as KubeObject;
}
