import type { Seq, TraceEntry } from '../../trace/entry.ts';
import type { Findings, Lint } from './lint.ts';

/**
 * A server sends a bookmark about every 60 s where it was asked for them, as it always is here. The transport gives a stream up after 70 s without any
 * byte; whatever is silent for longer is so behind the transport.
 */
const silentMs = 75_000;

interface Heard {
  /** When there was a sign of life last, and in which entry. */
  t: number;
  seq: Seq;
  /** A watch is open: its entry. */
  watch: Seq | undefined;
}

/** A watch that is open and brings nothing, no bookmark either: the cache may be long out of date, and nothing fails. */
export class SilentWatch implements Lint {
  readonly name = 'silent-watch';
  readonly kinds = ['reflector.list', 'reflector.watch', 'reflector.event', 'reflector.bookmark', 'reflector.closed', 'reflector.error', 'reflector.stopped'] as const;
  readonly goesByTime = true;
  readonly #informers = new Map<string, Heard>();

  note(entry: TraceEntry, findings: Findings): void {
    const { informer, t, seq } = entry;
    if (informer === undefined) return;
    switch (entry.kind) {
      case 'reflector.watch': {
        const heard = this.#informers.get(informer);
        if (heard) heard.watch = seq;
        else this.#informers.set(informer, { t, seq, watch: seq });
        // What was silent may stay so, whatever a list has brought meanwhile: only what arrives shows that it does not.
        if (heard && !findings.isRaised(this.name, informer)) heard.t = t;
        return;
      }
      case 'reflector.event':
      case 'reflector.bookmark': {
        const heard = this.#informers.get(informer);
        if (heard) {
          heard.t = t;
          heard.seq = seq;
        }
        findings.clear(this.name, informer);
        return;
      }
      case 'reflector.closed':
        if (entry.reason === 'silent') this.#raise(informer, t, findings, seq);
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
    for (const [informer, { t, watch }] of this.#informers) {
      if (watch !== undefined && now - t > silentMs) this.#raise(informer, now, findings);
    }
  }

  forgetTimes(now: number): void {
    for (const heard of this.#informers.values()) heard.t = now;
  }

  #raise(informer: string, now: number, findings: Findings, closed?: Seq): void {
    const heard = this.#informers.get(informer);
    if (!heard) return;
    const cause = [heard.seq, heard.watch, closed].filter((seq) => seq !== undefined);
    findings.raise({ lint: this.name, subject: informer, informer, cause: [...new Set(cause)].toSorted((a, b) => a - b), evidence: { ms: now - heard.t } });
  }

  #close(informer: string): void {
    const heard = this.#informers.get(informer);
    if (heard) heard.watch = undefined;
  }
}
