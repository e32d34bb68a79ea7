import type { ClientGo } from '../informer/profile.ts';
import type { Seq } from '../trace/entry.ts';

/**
 * Which client-go's rules an informer or a work queue followed when an entry was made: it may have been stopped since, or
 * started again with others.
 */
export class RulesInForce {
  /** By its name in the trace: from which entry on which rules held, oldest first. */
  readonly #starts = new Map<string, { readonly after: Seq; readonly clientGo: ClientGo }[]>();

  /** @param after the newest entry before the start */
  started(name: string, clientGo: ClientGo, after: Seq): void {
    const starts = this.#starts.get(name);
    if (!starts) this.#starts.set(name, [{ after, clientGo }]);
    else if (starts.at(-1)!.clientGo !== clientGo) starts.push({ after, clientGo });
  }

  /** Undefined for what is not known. */
  at(name: string, seq: Seq): ClientGo | undefined {
    return this.#starts.get(name)?.findLast(({ after }) => seq > after)?.clientGo;
  }
}
