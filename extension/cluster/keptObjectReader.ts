import { keepFields } from '../kube/keptFields.ts';
import type { KubeObject } from '../kube/object.ts';
import { openBracket, quote } from './jsonBytes.ts';
import { JsonWalker } from './jsonWalker.ts';
import { TextForms } from './textForms.ts';

/** What the items of a list are. */
export interface TypeMeta {
  readonly kind: string;
  readonly apiVersion: string;
}

type Fields = Record<string, unknown>;

const nothing = Buffer.alloc(0);

const kind = Buffer.from('kind');
const apiVersion = Buffer.from('apiVersion');
const metadata = Buffer.from('metadata');
const managedFields = Buffer.from('managedFields');
const type = Buffer.from('type');
const object = Buffer.from('object');

/** No escape in it, no place of its own among the fields of an object (as numbers have), no meaning for the language (as `__proto__`). */
const plainName = /^[A-Za-z][A-Za-z0-9_.-]{0,62}$/;

/** What is to be parsed. */
const eager = new Set(['kind', 'apiVersion', 'metadata']);

/**
 * Reads objects of which only `kind`, `apiVersion` and metadata are parsed: what follows them, and the `managedFields`, is found to be
 * valid and kept as text. Gives undefined for what is unusual, and for what is no JSON: a parser has the last word.
 */
export class KeptObjectReader {
  readonly #walker = new JsonWalker();
  readonly #bodies = new TextForms(['{', '']);
  readonly #managedFields = new TextForms(['{"managedFields":', '}']);
  #bytes: Buffer = nothing;
  /** Of the last object: nearly all are of one kind, and share these texts. */
  #kind = '';
  #apiVersion = '';

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
    if (!walker.next() || !this.#isNamed(type)) return undefined;
    const said = this.#string();
    if (said === undefined || !walker.next() || !this.#isNamed(object)) return undefined;
    const read = this.#object(undefined);
    return read && !walker.next() ? { type: said, object: read } : undefined;
  }

  #object(typeMeta: TypeMeta | undefined): KubeObject | undefined {
    const walker = this.#walker;
    const read: Fields = {};
    walker.enter();
    let more = walker.next();
    if (typeMeta && !this.#isNamed(kind) && !this.#isNamed(apiVersion)) {
      read['kind'] = typeMeta.kind;
      read['apiVersion'] = typeMeta.apiVersion;
    }
    for (; more; more = walker.next()) {
      if (this.#isNamed(metadata)) {
        if (!(read['metadata'] = this.#metadata())) return undefined;
      } else if (this.#isNamed(kind)) {
        if (!(read['kind'] = this.#kind = this.#same(this.#kind))) return undefined;
      } else if (this.#isNamed(apiVersion)) {
        if (!(read['apiVersion'] = this.#apiVersion = this.#same(this.#apiVersion))) return undefined;
      } else {
        break;
      }
    }
    if (!read['metadata'] || (more && !this.#keepBody(read))) return undefined;
    return read as unknown as KubeObject;
  }

  /** All that follows, from the field that was come to. */
  #keepBody(read: Fields): boolean {
    const walker = this.#walker;
    const start = walker.nameStart - 1;
    const known = this.#bodies.match(this.#bytes, start);
    if (known) {
      walker.position = known.end;
      keepFields(read, known.names, known.text);
      return true;
    }
    const names: string[] = [];
    do {
      const name = this.#bytes.toString('latin1', walker.nameStart, walker.nameEnd);
      if (!plainName.test(name) || eager.has(name)) return false;
      names.push(name);
      walker.skip();
    } while (walker.next());
    keepFields(read, names, this.#bodies.keep(this.#bytes.subarray(start, walker.position), names));
    return true;
  }

  #metadata(): Fields | undefined {
    const walker = this.#walker;
    const start = walker.position;
    let end = start + 1;
    walker.enter();
    while (walker.next()) {
      if (this.#isNamed(managedFields) && this.#bytes[walker.position] === openBracket) {
        const read = JSON.parse(`${this.#bytes.toString('utf8', start, end)}}`) as Fields;
        this.#keepManagedFields(read);
        return this.#addRest(read);
      }
      walker.skip();
      end = walker.position;
    }
    return JSON.parse(this.#bytes.toString('utf8', start, walker.position)) as Fields;
  }

  #keepManagedFields(read: Fields): void {
    const walker = this.#walker;
    const start = walker.position;
    const known = this.#managedFields.match(this.#bytes, start);
    if (known) {
      walker.position = known.end;
      keepFields(read, known.names, known.text);
    } else {
      walker.skip();
      const names = ['managedFields'];
      keepFields(read, names, this.#managedFields.keep(this.#bytes.subarray(start, walker.position), names));
    }
  }

  /** What follows the `managedFields`: nothing in what Go writes from types. */
  #addRest(read: Fields): Fields | undefined {
    const walker = this.#walker;
    if (!walker.next()) return read;
    const start = walker.nameStart - 1;
    do walker.skip();
    while (walker.next());
    const rest = JSON.parse(`{${this.#bytes.toString('utf8', start, walker.position)}`) as Fields;
    // Defined, not assigned: a field named `__proto__` stays a field.
    for (const name of Object.keys(rest)) Object.defineProperty(read, name, { value: rest[name], enumerable: true, configurable: true, writable: true });
    return read;
  }

  #isNamed(name: Buffer): boolean {
    const { nameStart, nameEnd } = this.#walker;
    if (nameEnd - nameStart !== name.length) return false;
    for (let index = 0; index < name.length; index++) if (this.#bytes[nameStart + index] !== name[index]) return false;
    return true;
  }

  /** The string that is the value; the known text when it is that. */
  #same(known: string): string {
    const text = this.#string();
    return text === known ? known : (text ?? '');
  }

  /** Undefined for any other value, and for one with escapes. */
  #string(): string | undefined {
    const walker = this.#walker;
    const start = walker.position;
    walker.skip();
    if (this.#bytes[start] !== quote) return undefined;
    const text = this.#bytes.toString('utf8', start + 1, walker.position - 1);
    return text.includes('\\') ? undefined : text;
  }
}
