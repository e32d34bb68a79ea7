import type { Session } from './session.ts';

export interface InFront {
  /** The panel that is the active editor; its session is undefined when that is gone. It may show a time that has passed. */
  readonly panel: { readonly session: Session | undefined; readonly isPast: boolean } | undefined;
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

/**
 * Why a session cannot be stepped, nor what happens in it changed, from where the person is; undefined: it can. `past`: the panel in front shows how it was, so that
 * whoever steps means what has happened. `lookedAt`: it is a recording that is not replayed, in which nothing runs.
 */
export function whyNotStepped(session: Session, { panel }: Pick<InFront, 'panel'>): 'past' | 'lookedAt' | undefined {
  if (!session.runs) return 'lookedAt';
  return panel?.isPast && panel.session === session ? 'past' : undefined;
}

/** What can be done now to the sessions that a command may mean. */
export interface SteppingState {
  readonly canPause: boolean;
  readonly paused: boolean;
  readonly canStep: boolean;
  readonly canWhatIf: boolean;
}

export function steppingState(front: InFront): SteppingState {
  const steppers = sessionsInFront(front).flatMap((session) => (whyNotStepped(session, front) ? [] : session.stepper));
  return {
    canPause: steppers.some(({ paused }) => !paused),
    paused: steppers.some(({ paused, held }) => paused || held.length > 0),
    canStep: steppers.some(({ held }) => held.length > 0),
    canWhatIf: steppers.some(({ allowsWhatIf }) => allowsWhatIf),
  };
}
