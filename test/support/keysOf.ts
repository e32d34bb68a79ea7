import { type KeyPlace, type KeyRow, placeOf } from '../../extension/inspector/keyTable.ts';
import type { Session } from '../../extension/inspector/session.ts';
import type { SessionController } from '../../extension/inspector/sessionController.ts';

/** A key of a controller as a test speaks of it. */
export interface KeyNow extends KeyRow {
  readonly place: KeyPlace;
}

/** The keys that a controller has had since it was started, by name, each with where it is now. */
export function keysOf(session: Session, { record: { keys } }: SessionController): KeyNow[] {
  return [...keys.keys()].toSorted().map((key) => {
    const row = keys.get(key)!;
    return Object.assign({ place: placeOf(row, session.now()) }, row);
  });
}
