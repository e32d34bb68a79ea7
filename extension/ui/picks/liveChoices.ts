import type * as vscode from 'vscode';
import type { Event } from '../../base/emitter.ts';
import type { Choice } from './choice.ts';

/**
 * Choices that come and go while a person looks at them. A choice that stays is the same object from one time to the next, so that it stays the
 * active one.
 */
export interface LiveChoices<T> {
  /** Undefined: there are none yet. */
  current(): readonly Choice<T>[] | undefined;
  /** More may come. */
  isBusy(): boolean;
  /** Why there will be none; closes the pick and is passed on. */
  error(): unknown;
  readonly onChange: Event<void>;
}

export function isLive<T>(choices: readonly Choice<T>[] | Promise<readonly Choice<T>[]> | LiveChoices<T>): choices is LiveChoices<T> {
  return 'current' in choices;
}

/** What comes in quick succession is shown together: a list that is drawn anew each moment cannot be read. */
const followMs = 100;

/** Has the pick show what there is, now and whenever it changes. */
export function follow<T>(live: LiveChoices<T>, pick: vscode.QuickPick<Choice<T>>, fill: (choices: readonly Choice<T>[]) => void, reject: (error: unknown) => void): vscode.Disposable {
  let timer: NodeJS.Timeout | undefined;
  let shown: readonly Choice<T>[] | undefined;
  const show = (): void => {
    timer = undefined;
    pick.busy = live.isBusy();
    const choices = live.current();
    const error = choices ? undefined : live.error();
    if (choices) {
      // Given anew, choices move whoever has just moved on back to where they were.
      if (!shown || !areAlike(shown, choices)) fill(choices);
      shown = choices;
    } else if (error !== undefined) reject(error);
  };
  const listener = live.onChange(() => (timer ??= setTimeout(show, followMs)));
  // Otherwise a choice that comes would move the list under whoever reads it.
  pick.keepScrollPosition = true;
  show();
  return {
    dispose() {
      clearTimeout(timer);
      listener.dispose();
    },
  };
}

function areAlike<T>(some: readonly Choice<T>[], others: readonly Choice<T>[]): boolean {
  return some.length === others.length && some.every((one, index) => one === others[index] || tellsTheSame(one, others[index]!));
}

/** Of separators, and of what only tells something. */
function tellsTheSame<T>(one: Choice<T>, other: Choice<T>): boolean {
  return one.value === undefined && other.value === undefined && one.label === other.label && one.description === other.description;
}
