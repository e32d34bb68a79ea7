import type { Disposable } from '../base/disposable.ts';
import type { Session } from './session.ts';
import type { Sessions } from './sessions.ts';

/** Keeps one watcher for each session there is, from its beginning to its end. */
export function watchSessions(sessions: Sessions, watch: (session: Session) => Disposable): Disposable {
  const watched = new Map<Session, Disposable>();
  const sync = (): void => {
    const present = new Set(sessions.all);
    for (const [session, watcher] of watched) {
      if (present.has(session)) continue;
      watched.delete(session);
      watcher.dispose();
    }
    for (const session of present) if (!watched.has(session)) watched.set(session, watch(session));
  };
  const subscription = sessions.onChange(sync);
  sync();
  return {
    dispose() {
      subscription.dispose();
      for (const watcher of watched.values()) watcher.dispose();
      watched.clear();
    },
  };
}
