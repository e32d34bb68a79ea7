const sessions = new WeakSet<object>();

/** For the constructor of a session alone. */
export function noteSession(session: object): void {
  sessions.add(session);
}

/** Whether it is a session, not something made up like one: told without the code of sessions, which is read when the first is opened. */
export function isSession(value: unknown): boolean {
  return typeof value === 'object' && value !== null && sessions.has(value);
}
