import { type ChangedField, changedFields, type ChangedFieldsOptions } from '../kube/changedFields.ts';
import type { KubeObject } from '../kube/object.ts';
import type { FieldChange, FieldChanges } from '../trace/fieldChanges.ts';

/** They change with every update and say nothing of what it was: the entry has the version, and the server keeps the others. */
const bookkeeping = new Set(['resourceVersion', 'generation', 'managedFields']);

const options: ChangedFieldsOptions = { limit: 20, budget: 10_000, skips: (field) => bookkeeping.has(field) };

/** Characters of a value that are shown. */
const longestValue = 40;

/** What one update changed, found out when it is asked for. */
export class UpdateChanges implements FieldChanges {
  #before: KubeObject | undefined;
  #after: KubeObject | undefined;
  #fields: readonly FieldChange[] | undefined;
  #more = false;

  constructor(before: KubeObject, after: KubeObject) {
    this.#before = before;
    this.#after = after;
  }

  get fields(): readonly FieldChange[] | undefined {
    this.settle();
    return this.#fields;
  }

  get more(): boolean {
    this.settle();
    return this.#more;
  }

  settle(): void {
    if (!this.#before) return;
    const { fields, more } = changedFields(this.#before, this.#after, options);
    this.giveUp();
    this.#fields = fields.map(inShort);
    this.#more = more;
  }

  giveUp(): void {
    this.#before = this.#after = undefined;
  }

  toJSON(): readonly string[] | undefined {
    const paths = this.fields?.map(({ path }) => path);
    return paths && this.#more ? [...paths, '…'] : paths;
  }
}

function inShort({ path, before, after }: ChangedField): FieldChange {
  return { path, before: shown(before), after: shown(after) };
}

/** A new text, never a part of the value: that would keep the whole of it. */
function shown(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[…]' : '{…}';
  const text = typeof value === 'string' ? value || '""' : String(value);
  if (text.length <= longestValue) return text;
  // By characters, not by halves of them.
  return `${Array.from(text.slice(0, 2 * longestValue)).slice(0, longestValue - 1).join('')}…`;
}
