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

/** Of the evidence, where the newest one was the beginning of a watch that had been cut before its end marker. */
const initialEventsCut = 'InitialEventsCut';

interface Relists {
  synced: boolean;
  /** The whole state comes as the beginning of a watch; or did, and has been cut off. */
  initial: 'none' | 'open' | 'cut';
  /** Of the newest lists, and of what was asked for again because it was cut off: when, and which entries. */
  lists: { readonly t: number; readonly seq: Seq }[];
  error: EntryOf<'reflector.error'> | undefined;
}

/**
 * An informer lists everything again and again: each one costs the server what the watch was to spare it. So does the whole state as the beginning of a watch
 * that something cuts off each time: it is asked for again at once, without a back-off and without end, and never gets as far as its end marker.
 */
export class RelistStorm implements Lint {
  readonly name = 'relist-storm';
  readonly kinds = ['reflector.listed', 'reflector.synced', 'reflector.error', 'reflector.watch', 'reflector.closed', 'reflector.bookmark', 'reflector.stopped'] as const;
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
    switch (entry.kind) {
      case 'reflector.synced':
        relists.synced = true;
        return;
      case 'reflector.error':
        relists.initial = 'none';
        // One that is skipped ends nothing.
        if (entry.will !== 'skip') relists.error = entry;
        return;
      case 'reflector.watch': {
        const isAgain = relists.initial === 'cut';
        relists.initial = entry.streaming ? 'open' : 'none';
        if (entry.streaming && isAgain) this.#listed(informer, relists, entry, findings, true);
        return;
      }
      case 'reflector.closed':
        if (relists.initial === 'open') relists.initial = entry.reason === 'closed' || entry.reason === 'silent' ? 'cut' : 'none';
        return;
      case 'reflector.bookmark':
        if (!entry.initialEventsEnd) return;
        relists.initial = 'none';
        if (relists.synced) this.#listed(informer, relists, entry, findings, false);
        return;
      case 'reflector.listed':
        if (relists.synced) this.#listed(informer, relists, entry, findings, false); // not the first
    }
  }

  tick(now: number, findings: Findings): void {
    for (const [informer, { lists }] of this.#informers) {
      if (now - (lists.at(-1)?.t ?? Number.NEGATIVE_INFINITY) > calmMs) findings.clear(this.name, informer);
    }
  }

  #listed(informer: string, relists: Relists, { t, seq }: TraceEntry, findings: Findings, isCut: boolean): void {
    relists.lists = [...relists.lists.filter((list) => t - list.t < stormMs), { t, seq }].slice(-2 * stormLists);
    const { lists } = relists;
    if (lists.length < stormLists) return;
    // One from long ago has nothing to do with it.
    const error = !isCut && relists.error && t - relists.error.t < calmMs ? relists.error : undefined;
    findings.raise({
      lint: this.name,
      subject: informer,
      informer,
      cause: [...(error ? [error.seq] : []), ...lists.map((list) => list.seq)].toSorted((a, b) => a - b),
      evidence: { times: lists.length, ms: t - lists[0]!.t, ...(isCut ? { reason: initialEventsCut } : error && { code: error.code, reason: error.reason }) },
    });
  }

  #of(informer: string): Relists {
    let relists = this.#informers.get(informer);
    if (!relists) this.#informers.set(informer, (relists = { synced: false, initial: 'none', lists: [], error: undefined }));
    return relists;
  }
}
