import type { Choice } from './choice.ts';

/** What a quick pick shows while something is typed. */
export interface ShownChoices<T> {
  readonly items: readonly Choice<T>[];
  /** The one that Enter takes. Undefined: as VS Code has it, the first that fits. */
  readonly active?: Choice<T>;
}

/**
 * The choices, and as what the typed text can be taken beside them. One reading stands there unless a choice is called so; of several each that is none of the choices, and Enter takes
 * the choice that the text names exactly, else one that has the text in its name, else the likeliest reading: VS Code sorts by letters, and a text that is still being typed is not meant.
 */
export function withTyped<T>(choices: readonly Choice<T>[], typed: Choice<T> | readonly Choice<T>[] | undefined, text: string): ShownChoices<T> {
  if (!isSeveral(typed)) return { items: typed && !choices.some(({ label }) => label === text) ? [...choices, alwaysShown(typed)] : choices };
  const isMeant = (reading: Choice<T>) => (choice: Choice<T>): boolean => choice.value !== undefined && choice.value === reading.value;
  const added = typed.filter((reading) => !choices.some(isMeant(reading))).map(alwaysShown);
  const named = typed.map((reading) => choices.find(isMeant(reading))).find((choice) => choice !== undefined);
  const active = named ?? choices.find(({ label, value }) => value !== undefined && label.toLowerCase().includes(text.toLowerCase())) ?? added[0];
  return { items: [...choices, ...added], ...(active && { active }) };
}

function isSeveral<T>(typed: Choice<T> | readonly Choice<T>[] | undefined): typed is readonly Choice<T>[] {
  return Array.isArray(typed);
}

/** Also where the text is not in its name. */
function alwaysShown<T>(choice: Choice<T>): Choice<T> {
  return { ...choice, alwaysShow: true };
}
