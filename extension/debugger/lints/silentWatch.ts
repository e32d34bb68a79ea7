import type { EntryOf, Seq, TraceEntry } from '../../trace/entry.ts';
import type { Findings, Lint } from './lint.ts';

/**
 * A server sends a bookmark about every 60 s where it was asked for them, as it always is here. The transport gives a stream up after 70 s without any
 * byte; whatever is silent for longer is so behind the transport.
 */
const silentMs = 75_000;

/** A server that has sent so many streams in a row to their silent end, and never a bookmark, knows none. */
const manner = 3;

interface Heard {
  /** When there was a sign of life last, and in which entry. */
  t: number;
  seq: Seq;
  /** A watch is open: its entry. */
  watch: Seq | undefined;
  /** It has brought something. */
  isUsed: boolean;
  /** There has been a bookmark, on this watch or an earlier one. */
  knowsBookmarks: boolean;
  silentInARow: number;
}

/**
 * A watch that is open and brings nothing, no bookmark either: the cache may be long out of date, and nothing fails. Servers before 1.24 send no bookmark that
 * is not newer than what the watch began with, so that of a resource which nobody changes there is rightly nothing: then it is expected only on a watch that has brought something.
 */
export class SilentWatch implements Lint {
  readonly name = 'silent-watch';
  readonly kinds = ['reflector.list', 'reflector.watch', 'reflector.event', 'reflector.bookmark', 'reflector.closed', 'reflector.error', 'reflector.stopped'] as const;
  readonly goesByTime = true;
  readonly #informers = new Map<string, Heard>();
  /** A bookmark has come on a watch that had brought nothing: this server sends them whatever happens. */
  #always = false;

  note(entry: TraceEntry, findings: Findings): void {
    const { informer } = entry;
    if (informer === undefined) return;
    switch (entry.kind) {
      case 'reflector.watch':
        this.#opened(informer, entry, findings);
        return;
      case 'reflector.event':
      case 'reflector.bookmark':
        this.#heard(informer, entry, findings);
        return;
      case 'reflector.closed':
        if (entry.reason === 'silent') this.#silent(informer, entry, findings);
        this.#close(informer);
        return;
      case 'reflector.error':
      case 'reflector.list':
        this.#close(informer);
        return;
      case 'reflector.stopped':
        this.#informers.delete(informer);
        findings.clear(this.name, informer);
        return;
      default:
    }
  }

  tick(now: number, findings: Findings): void {
    for (const [informer, heard] of this.#informers) {
      if (heard.watch !== undefined && now - heard.t > silentMs && this.#expects(heard, findings)) this.#raise(informer, heard, now, findings);
    }
  }

  forgetTimes(now: number): void {
    for (const heard of this.#informers.values()) heard.t = now;
  }

  #opened(informer: string, { t, seq }: TraceEntry, findings: Findings): void {
    const heard = this.#informers.get(informer);
    if (!heard) {
      this.#informers.set(informer, { t, seq, watch: seq, isUsed: false, knowsBookmarks: false, silentInARow: 0 });
      return;
    }
    heard.watch = seq;
    heard.isUsed = false;
    // What was silent may stay so, whatever a list has brought meanwhile: only what arrives shows that it does not.
    if (!findings.isRaised(this.name, informer)) heard.t = t;
  }

  #heard(informer: string, entry: EntryOf<'reflector.event' | 'reflector.bookmark'>, findings: Findings): void {
    const heard = this.#informers.get(informer);
    if (heard) {
      if (entry.kind === 'reflector.bookmark' && !entry.initialEventsEnd) {
        heard.knowsBookmarks = true;
        if (!heard.isUsed) this.#always = true;
      }
      heard.t = entry.t;
      heard.seq = entry.seq;
      heard.isUsed = true;
      heard.silentInARow = 0;
    }
    findings.clear(this.name, informer);
  }

  #silent(informer: string, { t, seq }: TraceEntry, findings: Findings): void {
    const heard = this.#informers.get(informer);
    if (!heard) return;
    heard.silentInARow++;
    if (this.#expects(heard, findings)) this.#raise(informer, heard, t, findings, seq);
    else findings.clear(this.name, informer);
  }

  #expects({ isUsed, knowsBookmarks, silentInARow }: Heard, { world }: Findings): boolean {
    if (!knowsBookmarks && silentInARow >= manner) return false;
    return this.#always || world.sendsBookmarksAlways?.() === true || (isUsed && knowsBookmarks);
  }

  #raise(informer: string, heard: Heard, now: number, findings: Findings, closed?: Seq): void {
    const cause = [heard.seq, heard.watch, closed].filter((seq) => seq !== undefined);
    findings.raise({ lint: this.name, subject: informer, informer, cause: [...new Set(cause)].toSorted((a, b) => a - b), evidence: { ms: now - heard.t } });
  }

  #close(informer: string): void {
    const heard = this.#informers.get(informer);
    if (heard) heard.watch = undefined;
  }
}
