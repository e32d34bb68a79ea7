import type * as vscode from 'vscode';
import type { Choice } from './choice.ts';

/** A choice is active for so long before more is asked about it: whoever runs through the list asks nothing. */
const restMs = 250;

/**
 * What is to stand behind the description of a choice once it is known; undefined: nothing. Called again after a failure.
 * The signal aborts as soon as the choice is no longer the active one.
 */
export type Describe<T> = (value: T, signal: AbortSignal) => Promise<string | undefined>;

/** Says more about the choice on which a person rests. Nothing waits for it: a choice can be taken at any time. */
export class ActiveDescription<T> implements vscode.Disposable {
  readonly #pick: vscode.QuickPick<Choice<T>>;
  readonly #describe: Describe<T>;
  readonly #listener: vscode.Disposable;
  /** Choices that say more now, with what they said before. */
  readonly #described = new Map<Choice<T>, string | undefined>();
  #active: Choice<T> | undefined;
  #asking: AbortController | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(pick: vscode.QuickPick<Choice<T>>, describe: Describe<T>) {
    this.#pick = pick;
    this.#describe = describe;
    // Otherwise a description that comes would move the list under whoever reads it.
    pick.keepScrollPosition = true;
    this.#listener = pick.onDidChangeActive(([active]) => this.#rest(active));
  }

  /** What was said no longer holds: it is taken back, and asked for anew. */
  reset(): void {
    for (const [choice, before] of this.#described) describeAs(choice, before);
    this.#described.clear();
    const active = this.#active;
    this.#active = undefined;
    this.#show(active);
    this.#rest(active);
  }

  dispose(): void {
    this.#stop();
    this.#listener.dispose();
  }

  #rest(active: Choice<T> | undefined): void {
    if (active === this.#active) return;
    this.#stop();
    this.#active = active;
    if (active?.value === undefined || this.#described.has(active)) return;
    this.#timer = setTimeout(() => void this.#ask(active), restMs);
  }

  async #ask(choice: Choice<T>): Promise<void> {
    const asking = new AbortController();
    this.#asking = asking;
    // A failure that has something to say is a description; all others are those of a session that has ended.
    const more = await this.#describe(choice.value!, asking.signal).catch(() => undefined);
    if (asking.signal.aborted || more === undefined) return;
    this.#described.set(choice, choice.description);
    describeAs(choice, [choice.description, more].filter(Boolean).join(' · '));
    this.#show(choice);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#asking?.abort();
  }

  /** A choice that has changed is shown when all are given anew. */
  #show(active: Choice<T> | undefined): void {
    this.#pick.items = [...this.#pick.items];
    if (active) this.#pick.activeItems = [active];
  }
}

function describeAs<T>(choice: Choice<T>, description: string | undefined): void {
  if (description === undefined) delete choice.description;
  else choice.description = description;
}
