import * as vscode from 'vscode';
import { ActiveDescription, type Describe } from './activeDescription.ts';
import type { Choice } from './choice.ts';
import { follow, isLive, type LiveChoices } from './liveChoices.ts';
import { withTyped } from './typedChoices.ts';

/** The person went back to the step before. */
export const back = Symbol('back');

/** A button that changes what the choices mean, whichever is made. */
export interface PickToggle {
  readonly button: vscode.QuickInputButton;
  title(title: string): string;
  flip(): void;
}

export interface QuickPickOptions<T> {
  readonly title: string;
  readonly placeholder: string;
  /** Said instead when there turns out to be nothing to choose. */
  readonly none: string;
  /** Shown as busy until they are there. A rejection closes the pick and is passed on. */
  readonly choices: readonly Choice<T>[] | Promise<readonly Choice<T>[]> | LiveChoices<T>;
  /** Place in a sequence of steps. */
  readonly step?: { readonly number: number; readonly of: number };
  readonly canGoBack?: boolean;
  /** The choice that is active until the person moves to another. */
  readonly active?: (value: T) => boolean;
  /** What was typed and is none of the choices, made into one; or into several where it can be taken as more than one thing, the likelier first. */
  readonly typed?: (text: string) => Choice<T> | readonly Choice<T>[] | undefined;
  /** More about the choice on which a person rests. */
  readonly describe?: Describe<T>;
  readonly toggle?: PickToggle;
  /** The button beside a choice was pressed. The pick stays. */
  readonly onItemButton?: (value: T) => void;
  /** Aborts when the pick is closed, so that whatever makes the choices can stop. */
  readonly onClose?: () => void;
}

/** Asks for one of several. Undefined: dismissed. */
export async function quickPick<T>(options: QuickPickOptions<T>): Promise<T | typeof back | undefined> {
  const { toggle } = options;
  const pick = vscode.window.createQuickPick<Choice<T>>();
  pick.placeholder = options.placeholder;
  pick.matchOnDescription = true;
  pick.ignoreFocusOut = false;
  pick.step = options.step?.number;
  pick.totalSteps = options.step?.of;
  const description = options.describe && new ActiveDescription(pick, options.describe);
  const showToggle = (): void => {
    pick.title = toggle?.title(options.title) ?? options.title;
    pick.buttons = [...(options.canGoBack ? [vscode.QuickInputButtons.Back] : []), ...(toggle ? [toggle.button] : [])];
  };
  showToggle();
  const { promise, resolve, reject } = Promise.withResolvers<T | typeof back | undefined>();
  let all: readonly Choice<T>[] = [];
  const showTyped = (): void => {
    const text = pick.value.trim();
    if (!options.typed) return;
    const { items, active } = withTyped(all, text ? options.typed(text) : undefined, text);
    pick.items = items;
    if (active) pick.activeItems = [active];
  };
  pick.onDidChangeValue(showTyped);
  /** The choice that was made active here: as long as it is, the person has not moved. */
  let meant: Choice<T> | undefined;
  pick.onDidAccept(() => {
    // One that was filled anew between Enter and here is of another list: then what is active in this one is meant.
    const [selected = pick.activeItems[0] ?? (pick.value === '' ? meant : undefined)] = pick.selectedItems;
    if (selected?.value !== undefined) resolve(selected.value);
    else selected?.run?.();
  });
  pick.onDidTriggerButton((button) => {
    if (button === vscode.QuickInputButtons.Back) return resolve(back);
    toggle?.flip();
    showToggle();
    description?.reset();
  });
  pick.onDidTriggerItemButton(({ item }) => item.value !== undefined && options.onItemButton?.(item.value));
  pick.onDidHide(() => resolve(undefined));
  const fill = (choices: readonly Choice<T>[]): void => {
    const [active] = pick.activeItems;
    const hasMoved = active !== undefined && active !== meant && all.length > 0;
    all = choices;
    pick.placeholder = all.length === 0 ? options.none : options.placeholder;
    pick.items = all;
    if (pick.value) showTyped();
    const isKept = hasMoved || pick.value !== '';
    // One that says something else now is another object with the same value.
    const next = all.find((choice) => choice.value !== undefined && (isKept ? choice.value === active?.value : options.active?.(choice.value)));
    if (!isKept) meant = next ?? all.find(({ value }) => value !== undefined);
    if (next) pick.activeItems = [next];
  };
  const following = isLive(options.choices) ? follow(options.choices, pick, fill, reject) : undefined;
  if (!isLive(options.choices)) {
    const fillOnce = async (choices: readonly Choice<T>[] | Promise<readonly Choice<T>[]>): Promise<void> => {
      fill(await choices);
      pick.busy = false;
    };
    pick.busy = true;
    fillOnce(options.choices).catch(reject);
  }
  pick.show();
  try {
    return await promise;
  } finally {
    options.onClose?.();
    following?.dispose();
    description?.dispose();
    pick.dispose();
  }
}

/** Runs steps one after the other; Back in one leads to the one before it that asked something: a step that returns the state that it was given has asked nothing. Undefined: dismissed. */
export async function steps<State>(
  first: State,
  run: readonly ((state: State) => Promise<State | typeof back | undefined>)[],
): Promise<State | undefined> {
  const states: State[] = [first];
  while (states.length <= run.length) {
    const next = await run[states.length - 1]!(states.at(-1)!);
    if (next === undefined) return undefined;
    if (next === back) {
      let left: State | undefined;
      do left = states.pop();
      while (states.length > 0 && states.at(-1) === left);
    } else states.push(next);
    if (states.length === 0) return undefined;
  }
  return states.at(-1);
}
