import type { KeptText } from '../kube/keptFields.ts';
import type { LayoutField, ObjectLayout } from './objectLayout.ts';
import { TextForm, type TextMatch, type TextPlace } from './textForm.ts';

/** What the texts of several objects have in common, and where their fields are in it. */
export class ObjectForm {
  readonly layout: ObjectLayout;
  readonly #form: TextForm;
  readonly #starts: readonly TextPlace[];
  readonly #ends: readonly TextPlace[];
  readonly #constants: unknown[] = [];

  /** @param text of one of the objects, with its layout; kept */
  constructor(text: Buffer, layout: ObjectLayout, form = new TextForm(text)) {
    this.layout = layout;
    this.#form = form;
    this.#starts = layout.starts.map((start) => form.placeOf(start));
    this.#ends = layout.ends.map((end) => form.placeOf(end));
  }

  /** Whether the text that begins at `start` is that of such an object; then `match` says what it has of its own. */
  matches(bytes: Buffer, start: number, match: TextMatch): boolean {
    return this.#form.matches(bytes, start, match);
  }

  /** Where the value of a field is. */
  startOf(field: number, match: TextMatch): number {
    return match.positionOf(this.#starts[field]!);
  }

  endOf(field: number, match: TextMatch): number {
    return match.positionOf(this.#ends[field]!);
  }

  /** The value that all of these objects have there, and share; undefined where they differ. */
  constantOf(field: number): unknown {
    if (this.#starts[field]!.part !== this.#ends[field]!.part) return undefined;
    return (this.#constants[field] ??= JSON.parse(this.textOf(field, '')));
  }

  textOf(field: number, values: string): string {
    return this.#form.between(values, this.#starts[field]!, this.#ends[field]!);
  }

  /** A form of which this one's objects are and the other one is, too; undefined when they have too little in common. */
  widened(text: Buffer, layout: ObjectLayout): ObjectForm | undefined {
    const form = this.#form.widened(text);
    return form && new ObjectForm(text, layout, form);
  }
}

/** The fields of an object, or of its metadata, as its form and what it has of its own. */
export class FormedFields implements KeptText {
  readonly #form: ObjectForm;
  readonly #values: string;
  readonly #inMetadata: boolean;

  constructor(form: ObjectForm, values: string, inMetadata: boolean) {
    this.#form = form;
    this.#values = values;
    this.#inMetadata = inMetadata;
  }

  /** The object's and its metadata's fields are of one text. */
  get length(): number {
    return this.#inMetadata ? 0 : this.#values.length;
  }

  get names(): readonly string[] {
    return this.#form.layout.fields.filter((field) => this.#has(field)).map(({ name }) => name);
  }

  textOf(name: string): string {
    return this.#form.textOf(this.#form.layout.fields.findIndex((field) => field.name === name && this.#has(field)), this.#values);
  }

  #has({ inMetadata, isKept }: LayoutField): boolean {
    return isKept && inMetadata === this.#inMetadata;
  }
}
