import type { Session } from './session.ts';

/** Sets of values under names of their own in each session. One that has become empty is not kept, nor what is of a session that nobody has any more. */
export class SetsBySession<Value> {
  readonly #bySession = new WeakMap<Session, Map<string, Set<Value>>>();

  /** Those under a name; they may be deleted while one goes through them. */
  of(session: Session, name: string): Iterable<Value> {
    return this.#bySession.get(session)?.get(name) ?? [];
  }

  /** Those of a session, under whatever name. */
  *all(session: Session): Iterable<Value> {
    for (const values of this.#bySession.get(session)?.values() ?? []) yield* values;
  }

  add(session: Session, name: string, value: Value): void {
    let sets = this.#bySession.get(session);
    if (!sets) this.#bySession.set(session, (sets = new Map<string, Set<Value>>()));
    const values = sets.get(name);
    if (values) values.add(value);
    else sets.set(name, new Set([value]));
  }

  /** One that is not there is no error. */
  delete(session: Session, name: string, value: Value): void {
    const sets = this.#bySession.get(session);
    const values = sets?.get(name);
    values?.delete(value);
    if (values?.size === 0) sets!.delete(name);
  }
}
