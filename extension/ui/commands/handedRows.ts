import { type Clock, sleep } from '../../base/clock.ts';
import type { CommandName } from '../contributions.ts';

/** How often it is looked whether VS Code has the rows again, and for how long. */
const lookMs = 50;
const patienceMs = 5000;

/** What is selected in a view: a `vscode.TreeView`. */
export interface Selectable {
  readonly selection: readonly unknown[];
}

/**
 * What VS Code hands to the command of a row, whole. It forgets the rows below one that is drawn again until it has asked for them anew, some hundred
 * milliseconds on a busy machine, and hands over `undefined` in their place: a command for two objects then meant one of them, or none. What is selected stays so, and
 * is there again with its rows; it is waited for. Where the clicked row alone was forgotten nobody knows which it was: {@link isForgotten}.
 * @param args the clicked row and, where several are selected, all of them
 */
export async function handedRows(args: readonly unknown[], views: readonly Selectable[], clock: Clock): Promise<readonly unknown[]> {
  const [clicked, selected] = args;
  if (!Array.isArray(selected) || selected.every(isThere)) return args;
  const known = [clicked, ...(selected as readonly unknown[])].filter(isThere);
  const until = clock.now() + patienceMs;
  while (clock.now() < until) {
    const whole = views.map(({ selection }) => selection).filter((selection) => selection.length === selected.length && known.every((row) => selection.includes(row)));
    // As many of two views may be selected: to guess would be to act upon others.
    if (whole.length === 1) return [clicked, whole[0], ...args.slice(2)];
    await sleep(clock, lookMs);
  }
  return args;
}

/** Commands of rows of objects, which mean the object in front where they are handed nothing. None is in the title of a view, where that is so, too, when no row has the focus. */
export const ofObjectRows: ReadonlySet<CommandName> = new Set<CommandName>(['compareWithFile', 'compareWithPrevious', 'compareWithServer', 'copyKey', 'copySecretValue', 'openObject', 'openOwner', 'revealSecretValue', 'showObjectHistory']);

/** A row was clicked, and nobody knows which: what is in front would be taken for it. From the palette, and by keys, nothing at all is handed over. */
export function isForgotten(name: CommandName, args: readonly unknown[]): boolean {
  const [clicked, selected] = args;
  return ofObjectRows.has(name) && args.length > 0 && clicked === undefined && !Array.isArray(selected);
}

function isThere(row: unknown): boolean {
  return row !== undefined && row !== null;
}
