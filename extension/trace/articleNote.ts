/** What the real client does where the article tells it otherwise (contract, section 16). */
export interface ArticleNote {
  /** Of section 16. */
  readonly row: number;
  readonly article: string;
  readonly source: string;
  /** The rules that tell it at length. */
  readonly rules: readonly string[];
}
