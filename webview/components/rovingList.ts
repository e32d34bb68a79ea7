const moves: Readonly<Record<string, (at: number, length: number) => number>> = {
  ArrowDown: (at, length) => Math.min(at + 1, length - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, length) => length - 1,
};

/**
 * Keys of a list whose rows are buttons with one tab stop: the arrow keys, Home and End go from row to row, and the tab stop with them.
 * To be the `keydown` of the list; the first row has `tabindex` 0, the others -1.
 */
export function rovingList(event: KeyboardEvent): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const move = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined;
  const rows = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('[tabindex]')];
  const at = rows.findIndex((row) => row.contains(event.target as Node));
  if (!move || at < 0) return;
  event.preventDefault();
  const to = rows[move(at, rows.length)]!;
  for (const row of rows) row.tabIndex = row === to ? 0 : -1;
  to.focus();
}
