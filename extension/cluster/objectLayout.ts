import { openBrace, openBracket } from './jsonBytes.ts';
import type { JsonWalker } from './jsonWalker.ts';

/** A field of an object, or of its metadata. */
export interface LayoutField {
  readonly name: string;
  readonly inMetadata: boolean;
  /** It is not parsed. */
  readonly isKept: boolean;
}

/** Which fields an object has, in their order, and where in its text the values are. */
export interface ObjectLayout {
  readonly fields: readonly LayoutField[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** No escape in it, no place of its own among the fields of an object (as numbers have), no meaning for the language (as `__proto__`). */
const plainName = /^[A-Za-z][A-Za-z0-9_.-]{0,62}$/;

/**
 * Walks through the object that begins where the walk stands. Undefined for what is unusual: no metadata, an odd name, or one name twice.
 * Of the object itself `kind` and `apiVersion` are parsed, of its metadata all that is neither object nor list.
 * @throws SyntaxError
 */
export function readLayout(walker: JsonWalker, bytes: Buffer): ObjectLayout | undefined {
  const start = walker.position;
  const fields: LayoutField[] = [];
  const starts: number[] = [];
  const ends: number[] = [];

  const add = (name: string, inMetadata: boolean): void => {
    const byte = bytes[walker.position];
    const isKept = inMetadata ? byte === openBrace || byte === openBracket : name !== 'kind' && name !== 'apiVersion';
    fields.push({ name, inMetadata, isKept });
    starts.push(walker.position - start);
    walker.skip();
    ends.push(walker.position - start);
  };

  const read = (inMetadata: boolean): boolean => {
    const names = new Set<string>();
    walker.enter();
    while (walker.next()) {
      const name = bytes.toString('latin1', walker.nameStart, walker.nameEnd);
      if (!plainName.test(name) || names.has(name)) return false;
      names.add(name);
      if (inMetadata || name !== 'metadata') add(name, inMetadata);
      else if (bytes[walker.position] !== openBrace || !read(true)) return false;
    }
    return names.size > 0;
  };

  return read(false) && fields.some(({ inMetadata }) => inMetadata) ? { fields, starts, ends } : undefined;
}
