import type { Move } from '../store/action.ts';

const moves: Readonly<Record<string, Move>> = {
  ArrowUp: 'newer',
  ArrowDown: 'older',
  PageUp: 'pageNewer',
  PageDown: 'pageOlder',
  Home: 'newest',
  End: 'oldest',
};

const turned: Readonly<Record<Move, Move>> = { newer: 'older', older: 'newer', pageNewer: 'pageOlder', pageOlder: 'pageNewer', newest: 'oldest', oldest: 'newest' };

/** Where a key takes the cursor; undefined for any other key, and with any modifier but Ctrl or Cmd with Home and End. */
export function moveFor({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent, newestFirst: boolean): Move | undefined {
  if (altKey || shiftKey) return undefined;
  if ((ctrlKey || metaKey) && key !== 'Home' && key !== 'End') return undefined;
  const move = Object.hasOwn(moves, key) ? moves[key] : undefined;
  return move && !newestFirst ? turned[move] : move;
}
