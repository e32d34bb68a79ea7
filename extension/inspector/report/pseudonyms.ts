import { isPublicWord } from './publicWords.ts';

/** What a name was the name of, where it was met first: it begins the name that stands for it. */
export type PseudonymKind = 'namespace' | 'name' | 'label' | 'field' | 'resource' | 'kind' | 'user' | 'context' | 'host' | 'uid' | 'version' | 'value' | 'text';

/**
 * Names that stand for others, the same for the same one throughout a report: what belongs together still does, and nobody can tell what it was called.
 * Numbered in the order of meeting, so that nothing of the original, not even a hash that could be guessed at, is in them.
 */
export class Pseudonyms {
  readonly #byOriginal = new Map<string, string>();
  /** What was met as something else than a field, too. */
  readonly #names = new Set<string>();
  readonly #counts = new Map<PseudonymKind, number>();

  /** Nothing stays nothing. */
  of(original: string, kind: PseudonymKind): string {
    if (original === '') return '';
    if (kind !== 'field') this.#names.add(original);
    const known = this.#byOriginal.get(original);
    if (known !== undefined) return known;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const pseudonym = `${kind}-${count}`;
    this.#byOriginal.set(original, pseudonym);
    return pseudonym;
  }

  /** Undefined for what has none. */
  get(original: string): string | undefined {
    return this.#byOriginal.get(original);
  }

  /**
   * The same for a word of a text. Fields are called by words of plain English (`started`), and so are contexts that everybody has: in a text these say nothing of a cluster,
   * and to replace them would make it unreadable.
   */
  inText(word: string): string | undefined {
    const isPlain = isPublicWord(word) || (!this.#names.has(word) && /^[a-z][A-Za-z]+$/.test(word));
    return isPlain ? undefined : this.#byOriginal.get(word);
  }

  /** Everything that has one. */
  originals(): IterableIterator<string> {
    return this.#byOriginal.keys();
  }
}
