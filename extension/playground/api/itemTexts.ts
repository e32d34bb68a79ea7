import type { ObjectMeta } from '../../kube/object.ts';

/** What of an object stands in a list: not what the list says already. */
export interface ListedObject {
  readonly metadata: ObjectMeta;
  readonly [field: string]: unknown;
}

/**
 * Items of lists as JSON. Whoever owns the fields of a pod is half of its text, and where pods of one owner came into being alike it is one object that they share: of those
 * that follow one another, as they do in a list, it is written once.
 */
export class ItemTexts {
  #shared: unknown;
  #sharedText: string | undefined;

  /** @param item as it is stored: with a name and a version */
  of(item: ListedObject): string {
    const { managedFields, resourceVersion, ...named } = item.metadata;
    if (managedFields === undefined || managedFields !== this.#shared) {
      this.#shared = managedFields;
      this.#sharedText = undefined;
      return JSON.stringify(item);
    }
    this.#sharedText ??= JSON.stringify(managedFields);
    const { metadata: _, ...content } = item;
    const rest = JSON.stringify(content);
    const metadata = `${JSON.stringify(named).slice(0, -1)},"managedFields":${this.#sharedText},"resourceVersion":"${resourceVersion}"}`;
    return rest === '{}' ? `{"metadata":${metadata}}` : `{"metadata":${metadata},${rest.slice(1)}`;
  }
}
