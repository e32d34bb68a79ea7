import type { EntryOf, Seq, TraceEntry } from '../../trace/entry.ts';
import type { Findings, Lint } from './lint.ts';

/**
 * So many complete lists after the first within a minute: one or two follow from a server that was restarted, or from a
 * person who asks for one. The Reflector's back-off lets some five through in that time while nothing else goes wrong.
 */
const stormLists = 4;
const stormMs = 60_000;

/** A Reflector waits up to a minute (30 s and as much again by chance); when none has come for twice that, it is over. */
const calmMs = 120_000;

interface Relists {
  synced: boolean;
  /** Of the newest lists: when, and which entries. */
  lists: { readonly t: number; readonly seq: Seq }[];
  error: EntryOf<'reflector.error'> | undefined;
}

/** An informer lists everything again and again: each one costs the server what the watch was to spare it. */
export class RelistStorm implements Lint {
  readonly name = 'relist-storm';
  readonly kinds = ['reflector.listed', 'reflector.synced', 'reflector.error', 'reflector.bookmark', 'reflector.stopped'] as const;
  readonly goesByTime = false;
  readonly #informers = new Map<string, Relists>();

  note(entry: TraceEntry, findings: Findings): void {
    const { informer } = entry;
    if (informer === undefined) return;
    if (entry.kind === 'reflector.stopped') {
      this.#informers.delete(informer);
      findings.clear(this.name, informer);
      return;
    }
    const relists = this.#of(informer);
    if (entry.kind === 'reflector.synced') relists.synced = true;
    else if (entry.kind === 'reflector.error') relists.error = entry;
    else if (entry.kind === 'reflector.listed' || (entry.kind === 'reflector.bookmark' && entry.initialEventsEnd)) this.#listed(informer, relists, entry, findings);
  }

  tick(now: number, findings: Findings): void {
    for (const [informer, { lists }] of this.#informers) {
      if (now - (lists.at(-1)?.t ?? Number.NEGATIVE_INFINITY) > calmMs) findings.clear(this.name, informer);
    }
  }

  #listed(informer: string, relists: Relists, { t, seq }: TraceEntry, findings: Findings): void {
    if (!relists.synced) return; // the first
    relists.lists = [...relists.lists.filter((list) => t - list.t < stormMs), { t, seq }].slice(-2 * stormLists);
    const { lists, error } = relists;
    if (lists.length < stormLists) return;
    findings.raise({
      lint: this.name,
      subject: informer,
      informer,
      cause: [...(error ? [error.seq] : []), ...lists.map((list) => list.seq)].toSorted((a, b) => a - b),
      evidence: { times: lists.length, ms: t - lists[0]!.t, ...(error && { code: error.code, reason: error.reason }) },
    });
  }

  #of(informer: string): Relists {
    let relists = this.#informers.get(informer);
    if (!relists) this.#informers.set(informer, (relists = { synced: false, lists: [], error: undefined }));
    return relists;
  }
}
