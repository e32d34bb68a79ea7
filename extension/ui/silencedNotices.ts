import type * as vscode from 'vscode';
import type { Logger } from '../base/logger.ts';

const key = 'silencedNotices';
/** What was silenced longest ago is said again first. */
const most = 200;

/** What a notification is about: the crashes of a reconciler, by its name; the kubeconfig entry of a source, by its id. */
export type NoticeName = `crash ${string}` | `outdated ${string}`;

/** Of what a person wants to hear nothing more: kept with the workspace. What is not said is a line in the log. */
export class SilencedNotices {
  readonly #state: Pick<vscode.Memento, 'get' | 'update'>;
  readonly #logger: Logger;

  constructor(state: Pick<vscode.Memento, 'get' | 'update'>, logger: Logger) {
    this.#state = state;
    this.#logger = logger;
  }

  /** Asked when it would be said. @param text what would be said, for the log */
  isSilent(name: NoticeName, text: string): boolean {
    const isSilent = this.#names.includes(name);
    if (isSilent) this.#logger.info('notices', `not shown, as asked for before (${name}): ${text}`);
    return isSilent;
  }

  silence(...names: readonly NoticeName[]): void {
    void this.#state.update(key, [...new Set([...names, ...this.#names])].slice(0, most));
  }

  /** Written by some version of this extension: it is checked like anything that arrives. */
  get #names(): readonly string[] {
    const kept: unknown = this.#state.get(key);
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : [];
  }
}
