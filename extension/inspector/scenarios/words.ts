/** A text in the languages that the panel has. */
export interface Words {
  readonly en: string;
  /** Simplified Chinese; terms of the trade stay English. */
  readonly zh: string;
}

export function words(en: string, zh: string): Words {
  return { en, zh };
}
