import type { Breakpoint } from '../debugger/breakpoint.ts';

/** Tells what has become of breakpoints since they were looked at the last time. */
export class BreakpointChanges {
  /** As JSON, by id, in their order. */
  #seen: ReadonlyMap<string, string> = new Map();

  /** The ids of those that are not as they were; `all`: there are others now, or in another order. */
  since(all: readonly Breakpoint[]): 'all' | readonly string[] {
    const before = this.#seen;
    this.#seen = new Map(all.map((each) => [each.id, JSON.stringify(each)]));
    const ids = [...before.keys()];
    if (all.length !== ids.length || all.some(({ id }, place) => id !== ids[place])) return 'all';
    return ids.filter((id) => this.#seen.get(id) !== before.get(id));
  }
}
