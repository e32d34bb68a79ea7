import { ObjectForm } from './objectForm.ts';
import type { ObjectLayout } from './objectLayout.ts';
import type { TextMatch } from './textForm.ts';

/** Objects of several owners come by turns; those of one kind have few shapes. */
const remembered = 8;

/** Longer texts than this are rarely alike. */
const longest = 64 * 1024;

/** So many objects in a row that are like none before, and forms are looked for now and then only. */
const patience = 64;
const afterwardsOnceIn = 16;

/** The forms of the objects that were met, which learn from each new one. */
export class ObjectForms {
  /** The one that was met last comes first. */
  readonly #forms: ObjectForm[] = [];
  #unlike = 0;

  /** The form of the object that begins at `start`, when it is known. */
  find(bytes: Buffer, start: number, match: TextMatch): ObjectForm | undefined {
    for (let index = 0; index < this.#forms.length; index++) {
      const form = this.#forms[index]!;
      if (!form.matches(bytes, start, match)) continue;
      if (index > 0) this.#put(form, index);
      this.#unlike = 0;
      return form;
    }
    return undefined;
  }

  /** Learns from an object that is of no known form; gives the form that it is of then. */
  learn(object: Buffer, layout: ObjectLayout): ObjectForm | undefined {
    this.#unlike++;
    const isTried = this.#unlike < patience || this.#unlike % afterwardsOnceIn === 0;
    if (!isTried || object.length > longest) return undefined;
    const text = Buffer.from(object);
    for (const [index, form] of this.#forms.entries()) {
      const wider = form.widened(text, layout);
      if (wider) return this.#put(wider, index);
    }
    return this.#put(new ObjectForm(text, layout), this.#forms.length);
  }

  /** In front, in place of the one at `index`. */
  #put(form: ObjectForm, index: number): ObjectForm {
    this.#forms.splice(index, 1);
    this.#forms.unshift(form);
    this.#forms.length = Math.min(this.#forms.length, remembered);
    return form;
  }
}
