import type { Seq, TraceEntry } from '../../trace/entry.ts';
import type { Findings, Lint } from './lint.ts';

/** A server keeps a watch for minutes. One that ends after less than this was cut off by something else. */
const shortMs = 10_000;

/** So many short ones within a minute: one each five seconds. A server that restarts, or a proxy that is being replaced, ends a few. */
const stormWatches = 12;
const stormMs = 60_000;

interface Watches {
  /** The one that is open is an ordinary watch: what is cut off while the whole state comes is a relist. */
  isWatch: boolean;
  /** Of the newest short ones: when they ended, and in which entry. */
  short: readonly { readonly t: number; readonly seq: Seq }[];
}

/**
 * A watch that something cuts off again and again after it has brought something: it is opened again at once each time, without a back-off and without end
 * . Nothing fails and nothing is lost, so nobody else says it; but each costs the server a request, and what stands in between is broken.
 */
export class RewatchStorm implements Lint {
  readonly name = 'rewatch-storm';
  readonly kinds = ['reflector.watch', 'reflector.bookmark', 'reflector.closed', 'reflector.stopped'] as const;
  readonly goesByTime = false;
  readonly #informers = new Map<string, Watches>();

  note(entry: TraceEntry, findings: Findings): void {
    const { informer, t, seq } = entry;
    if (informer === undefined) return;
    if (entry.kind === 'reflector.stopped') {
      this.#informers.delete(informer);
      findings.clear(this.name, informer);
      return;
    }
    const watches = this.#of(informer);
    if (entry.kind === 'reflector.watch') watches.isWatch = !entry.streaming;
    else if (entry.kind === 'reflector.bookmark') watches.isWatch ||= entry.initialEventsEnd;
    else if (entry.kind === 'reflector.closed' && entry.reason === 'closed' && watches.isWatch && entry.lasted < shortMs) {
      watches.short = [...watches.short.filter((each) => t - each.t < stormMs), { t, seq }].slice(-2 * stormWatches);
      if (watches.short.length >= stormWatches) this.#raise(informer, watches.short, findings);
    }
  }

  tick(now: number, findings: Findings): void {
    for (const [informer, { short }] of this.#informers) {
      if (now - (short.at(-1)?.t ?? Number.NEGATIVE_INFINITY) > stormMs) findings.clear(this.name, informer);
    }
  }

  #raise(informer: string, short: Watches['short'], findings: Findings): void {
    findings.raise({
      lint: this.name,
      subject: informer,
      informer,
      cause: short.map(({ seq }) => seq),
      evidence: { times: short.length, ms: short.at(-1)!.t - short[0]!.t },
    });
  }

  #of(informer: string): Watches {
    let watches = this.#informers.get(informer);
    if (!watches) this.#informers.set(informer, (watches = { isWatch: false, short: [] }));
    return watches;
  }
}
