import type * as vscode from 'vscode';
import { isRecord } from '../kube/object.ts';

type Memory = Pick<vscode.Memento, 'get' | 'update'>;

const prefix = 'workspace ';
/** So many workspaces are remembered; the one that was changed longest ago is forgotten first. */
const mostWorkspaces = 50;

interface Kept {
  readonly at: number;
  readonly values: Readonly<Record<string, unknown>>;
}

export interface WorkspaceMemoryOptions {
  readonly workspaceState: Memory;
  readonly globalState: Memory & Pick<vscode.Memento, 'keys'>;
  /** Which workspace it is; undefined: none is open. */
  readonly workspace: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * What is kept of a workspace, where several windows may have it open at once: in a browser, which opens a folder twice. VS Code reads `workspaceState` once for each
 * window and writes it as a whole, so that one window would undo what another has kept since. `globalState` is told to all windows, so it is kept there.
 */
export class WorkspaceMemory implements Memory {
  readonly #options: WorkspaceMemoryOptions;

  constructor(options: WorkspaceMemoryOptions) {
    this.#options = options;
  }

  get<T>(key: string, otherwise?: T): T | undefined {
    const { workspaceState, workspace } = this.#options;
    const values: Kept['values'] = workspace === undefined ? {} : this.#kept(prefix + workspace).values;
    return Object.hasOwn(values, key) ? (values[key] as T) : (workspaceState.get<T>(key) ?? otherwise);
  }

  async update(key: string, value: unknown): Promise<void> {
    const { workspaceState, globalState, workspace, now } = this.#options;
    if (workspace === undefined) return workspaceState.update(key, value);
    const name = prefix + workspace;
    await globalState.update(name, { at: now(), values: { ...this.#kept(name).values, [key]: value } } satisfies Kept);
    const others = globalState.keys().filter((each) => each.startsWith(prefix) && each !== name);
    const oldest = others.toSorted((one, other) => this.#kept(other).at - this.#kept(one).at).slice(mostWorkspaces - 1);
    for (const each of oldest) await globalState.update(each, undefined);
  }

  /** Written by some version of this extension: it is checked like anything that arrives. */
  #kept(name: string): Kept {
    const kept: unknown = this.#options.globalState.get(name);
    const { at, values } = isRecord(kept) ? kept : {};
    return { at: typeof at === 'number' ? at : 0, values: isRecord(values) ? values : {} };
  }
}
