import type { Memento } from 'vscode';

/** What VS Code keeps of a workspace or of everything: JSON, and nothing of what is undefined. */
export function jsonMemento(kept: Record<string, unknown> = {}): Memento {
  const values = new Map(Object.entries(kept));
  return {
    keys: () => [...values.keys()],
    get: (key: string) => values.get(key),
    update: (key: string, value: unknown) => {
      if (value === undefined) values.delete(key);
      else values.set(key, JSON.parse(JSON.stringify(value)));
      return Promise.resolve();
    },
  } as Memento;
}
