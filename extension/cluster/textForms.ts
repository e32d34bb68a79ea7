import type { KeptText } from '../kube/keptFields.ts';
import { TextForm } from './textForm.ts';

/** Objects of several owners come by turns; those of one kind have few shapes. */
const remembered = 8;

/** Longer texts than this are rarely alike. */
const longest = 64 * 1024;

/** So many texts in a row that are like none before, and it is tried now and then only. */
const patience = 64;
const afterwardsOnceIn = 16;

/** Keeps texts that are alike by what they differ in. Learns what that is from the texts themselves. */
export class TextForms {
  readonly #around: readonly [string, string];
  /** The one that was met last comes first. */
  readonly #forms: TextForm[] = [];
  #unlike = 0;

  /** @param around what the kept texts begin and end with besides */
  constructor(around: readonly [string, string]) {
    this.#around = around;
  }

  /** The text that begins at `start`, when it is of a form that is known. */
  match(bytes: Buffer, start: number): { readonly text: KeptText; readonly end: number; readonly names: readonly string[] } | undefined {
    for (const [index, form] of this.#forms.entries()) {
      const text = form.match(bytes, start);
      if (!text) continue;
      if (index > 0) this.#put(form, index);
      this.#unlike = 0;
      return { text, end: form.end, names: form.names };
    }
    return undefined;
  }

  /** Keeps a text that `match` does not know, and learns from it. */
  keep(text: Buffer, names: readonly string[]): KeptText {
    this.#unlike++;
    const isTried = this.#unlike < patience || this.#unlike % afterwardsOnceIn === 0;
    if (isTried && text.length <= longest) {
      const copy = Buffer.from(text);
      for (const [index, form] of this.#forms.entries()) {
        const wider = form.widened(copy);
        const kept = wider?.match(copy, 0);
        if (!wider || !kept) continue;
        this.#put(wider, index);
        return kept;
      }
      this.#put(new TextForm(copy, names, this.#around), this.#forms.length);
    }
    return this.#around[0] + text.toString() + this.#around[1];
  }

  /** In front, in place of the one at `index`. */
  #put(form: TextForm, index: number): void {
    this.#forms.splice(index, 1);
    this.#forms.unshift(form);
    this.#forms.length = Math.min(this.#forms.length, remembered);
  }
}
