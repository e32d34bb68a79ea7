import type * as vscode from 'vscode';
import type { InformerEntry } from '../inspector/informerSet/informerEntry.ts';

const resourcesKey = 'recentResources';
const placesKey = 'lastScopesByPlace';
const contextKey = 'chosenContext';
const sourcesKey = 'lastInformers';
const choicesKey = 'lastChoices';
const groupingsKey = 'groupings';
const recentLimit = 5;
/** Of a place. */
const namespaceLimit = 10;
const placeLimit = 30;
const groupingLimit = 100;

/** What was chosen on one cluster: see `placeOf`. */
interface Place {
  /** Scopes by resource: a namespace, or '' for all of them. */
  readonly scopes: Readonly<Record<string, string>>;
  /** The newest first. */
  readonly namespaces: readonly string[];
}

/** What a person chose the last time, kept by VS Code for this workspace. Names only, nothing of their content. */
export class Recents {
  readonly #state: Pick<vscode.Memento, 'get' | 'update'>;

  constructor(state: Pick<vscode.Memento, 'get' | 'update'>) {
    this.#state = state;
  }

  /** `v1/pods` …, the newest first. */
  get resources(): readonly string[] {
    return strings(this.#state.get(resourcesKey));
  }

  /** The scope that was chosen for a resource of a place: a namespace, or '' for all of them. */
  scopeOf(place: string, resource: string): string | undefined {
    return this.#place(place).scopes[resource];
  }

  /** Namespaces that were chosen or typed, for whatever resource of a place, the newest first. */
  namespacesOf(place: string): readonly string[] {
    return this.#place(place).namespaces;
  }

  noteInformer(place: string, resource: string, namespace: string | undefined): void {
    void this.#state.update(resourcesKey, [resource, ...this.resources.filter((each) => each !== resource)].slice(0, recentLimit));
    this.noteScope(place, resource, namespace ?? '');
  }

  /** @param namespace empty: all of them */
  noteScope(place: string, resource: string, namespace: string): void {
    const { scopes, namespaces } = this.#place(place);
    const next: Place = {
      scopes: { ...scopes, [resource]: namespace },
      namespaces: (namespace ? [namespace, ...namespaces.filter((each) => each !== namespace)] : namespaces).slice(0, namespaceLimit),
    };
    const { [place]: _, ...others } = record(this.#state.get(placesKey), isAnything);
    void this.#state.update(placesKey, Object.fromEntries(Object.entries({ [place]: next, ...others }).slice(0, placeLimit)));
  }

  get context(): string | undefined {
    const context = this.#state.get(contextKey);
    return typeof context === 'string' ? context : undefined;
  }

  chooseContext(context: string): void {
    void this.#state.update(contextKey, context);
  }

  /** What was chosen in a pick of that name. */
  choiceOf(pick: string): string | undefined {
    return record(this.#state.get(choicesKey))[pick];
  }

  noteChoice(pick: string, choice: string): void {
    void this.#state.update(choicesKey, { ...record(this.#state.get(choicesKey)), [pick]: choice });
  }

  /** Name of the index by which the objects of an informer were grouped. */
  groupingOf(informer: string): string | undefined {
    return record(this.#state.get(groupingsKey))[informer];
  }

  noteGrouping(informer: string, index: string): void {
    const { [informer]: _, ...others } = record(this.#state.get(groupingsKey));
    void this.#state.update(groupingsKey, Object.fromEntries(Object.entries({ [informer]: index, ...others }).slice(0, groupingLimit)));
  }

  /** Ids of the sources of which that is known. */
  get sources(): readonly string[] {
    return Object.keys(record(this.#state.get(sourcesKey), isAnything));
  }

  /** The informers of a source when it was last seen: whoever reads them checks them. */
  informersOf(sourceId: string): readonly unknown[] {
    const kept = record(this.#state.get(sourcesKey), isAnything)[sourceId];
    return Array.isArray(kept) ? kept : [];
  }

  noteInformers(sourceId: string, informers: readonly InformerEntry[]): void {
    void this.#state.update(sourcesKey, { ...record(this.#state.get(sourcesKey), isAnything), [sourceId]: informers });
  }

  #place(place: string): Place {
    const kept = record(record(this.#state.get(placesKey), isAnything)[place], isAnything);
    return { scopes: record(kept['scopes']), namespaces: strings(kept['namespaces']) };
  }
}

/** What is kept was written by some version of this extension: it is checked like anything that arrives. */
function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

function record<T = string>(value: unknown, accepts: (value: unknown) => value is T = isString as (value: unknown) => value is T): Record<string, T> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, T] => accepts(entry[1])));
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function isAnything(_value: unknown): _value is unknown {
  return true;
}
