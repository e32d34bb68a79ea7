import type { ClientGo } from '../informer/profile.ts';
import type { Seq, TraceEntry } from '../trace/entry.ts';

/**
 * Which client-go's rules an informer followed when an entry was made: it may have been stopped since, or started
 * again with others.
 */
export class InformerRules {
  /** By the informer's name: from which entry on which rules held, oldest first. */
  readonly #starts = new Map<string, { readonly after: Seq; readonly clientGo: ClientGo }[]>();

  /** @param after the newest entry before the start */
  started(informer: string, clientGo: ClientGo, after: Seq): void {
    const starts = this.#starts.get(informer);
    if (!starts) this.#starts.set(informer, [{ after, clientGo }]);
    else if (starts.at(-1)!.clientGo !== clientGo) starts.push({ after, clientGo });
  }

  /** Undefined for an entry of no informer. */
  of({ informer, seq }: Pick<TraceEntry, 'informer' | 'seq'>): ClientGo | undefined {
    return informer === undefined ? undefined : this.#starts.get(informer)?.findLast(({ after }) => seq > after)?.clientGo;
  }
}
