import type { Session } from './session.ts';

export interface InFront {
  /** The panel that is the active editor; its session is undefined when that is gone. */
  readonly panel: { readonly session: Session | undefined } | undefined;
  /** The session of what is selected in the tree. */
  readonly selected: Session | undefined;
  readonly all: readonly Session[];
}

/**
 * The sessions that a command without an argument may mean: that of the panel in front, else the selected one, else all, among which the person
 * is asked. A panel whose session has ended means none: no other may be stepped from it.
 */
export function sessionsInFront({ panel, selected, all }: InFront): readonly Session[] {
  if (panel) return panel.session && !panel.session.ended ? [panel.session] : [];
  return selected && all.includes(selected) ? [selected] : all;
}
