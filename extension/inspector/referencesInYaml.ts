import { type ObjectReference, referencesOf } from './objectReferences.ts';

/** Texts that are longer have no links: to find the places takes as long as to read all of it. In characters. */
export const longestLinked = 500_000;

/** A reference, and where its name stands in a text: offsets, the end not included. */
export interface PlacedReference {
  readonly reference: ObjectReference;
  readonly start: number;
  readonly end: number;
}

/** The references in the YAML text of an object; none in what is no YAML, or too long. */
export async function referencesInYaml(text: string): Promise<readonly PlacedReference[]> {
  if (text.length > longestLinked) return [];
  const { isScalar, parseDocument } = await import('yaml');
  const document = parseDocument(text, { logLevel: 'silent' });
  if (document.errors.length > 0) return [];
  return referencesOf(document.toJS({ maxAliasCount: 0 })).flatMap((reference) => {
    const name = document.getIn(reference.path, true);
    const [start, end] = (isScalar(name) ? name.range : undefined) ?? [];
    return start === undefined || end === undefined ? [] : [{ reference, start, end }];
  });
}
