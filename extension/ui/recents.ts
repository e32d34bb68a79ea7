import type * as vscode from 'vscode';

const resourcesKey = 'recentResources';
const scopesKey = 'lastScopes';
const contextKey = 'chosenContext';
const sourcesKey = 'lastInformers';
const choicesKey = 'lastChoices';
const recentLimit = 5;

/** What a person chose the last time, kept by VS Code for this workspace. Names only, nothing of their content. */
export class Recents {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  /** `v1/pods` …, the newest first. */
  get resources(): readonly string[] {
    return strings(this.#state.get(resourcesKey));
  }

  /** The scope that was chosen for a resource: a namespace, or '' for all of them. */
  scopeOf(resource: string): string | undefined {
    return record(this.#state.get(scopesKey))[resource];
  }

  noteInformer(resource: string, namespace: string | undefined): void {
    void this.#state.update(resourcesKey, [resource, ...this.resources.filter((each) => each !== resource)].slice(0, recentLimit));
    this.noteScope(resource, namespace ?? '');
  }

  /** @param namespace empty: all of them */
  noteScope(resource: string, namespace: string): void {
    void this.#state.update(scopesKey, { ...record(this.#state.get(scopesKey)), [resource]: namespace });
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

  /** Names of the informers of a source when it was last seen. */
  informersOf(sourceId: string): readonly string[] {
    return strings(record(this.#state.get(sourcesKey), isAnything)[sourceId]);
  }

  /** @param names as informers are named in the trace */
  noteInformers(sourceId: string, names: readonly string[]): void {
    void this.#state.update(sourcesKey, { ...record(this.#state.get(sourcesKey), isAnything), [sourceId]: names });
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
