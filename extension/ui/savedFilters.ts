import type * as vscode from 'vscode';
import { Emitter, type Event } from '../base/emitter.ts';
import { isRecord } from '../kube/object.ts';
import { longestFilter, longestFilterName, mostSavedFilters, type SavedFilter } from '../protocol/filters.ts';

const filtersKey = 'savedFilters';

/** Filters of the stream that a person has kept under a name, for this workspace. By name; the same in every panel. */
export class SavedFilters implements vscode.Disposable {
  readonly #state: Pick<vscode.Memento, 'get' | 'update'>;
  readonly #onChange = new Emitter<void>();

  constructor(state: Pick<vscode.Memento, 'get' | 'update'>) {
    this.#state = state;
  }

  readonly onChange: Event<void> = this.#onChange.event;

  get all(): readonly SavedFilter[] {
    const kept: unknown = this.#state.get(filtersKey);
    return Array.isArray(kept) ? kept.filter(isSavedFilter).slice(0, mostSavedFilters) : [];
  }

  /** Replaces one of the same name; where there are too many the oldest goes. */
  save({ name, filter }: SavedFilter): void {
    const saved = { name: name.trim().slice(0, longestFilterName), filter: filter.trim().slice(0, longestFilter) };
    if (saved.name === '' || saved.filter === '') return;
    const others = this.all.filter((each) => each.name !== saved.name).slice(1 - mostSavedFilters);
    this.#keep([...others, saved]);
  }

  delete(name: string): void {
    this.#keep(this.all.filter((each) => each.name !== name));
  }

  dispose(): void {
    this.#onChange.dispose();
  }

  #keep(filters: readonly SavedFilter[]): void {
    void this.#state.update(filtersKey, filters);
    this.#onChange.fire();
  }
}

function isSavedFilter(value: unknown): value is SavedFilter {
  return isRecord(value) && typeof value['name'] === 'string' && value['name'].length <= longestFilterName && typeof value['filter'] === 'string' && value['filter'].length <= longestFilter;
}
