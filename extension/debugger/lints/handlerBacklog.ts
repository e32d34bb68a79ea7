import type { Findings, Lint } from './lint.ts';

/** As many as client-go thinks worth a line in its log (S-45): the first size of a handler's buffer. */
const longBacklog = 1024;

/** A list of thousands is there at once and gone in a moment: what is as long after so much time does not get shorter. */
const patienceMs = 10_000;

/** It is over when hardly anything is left; between the two it may be on its way to either. */
const shortBacklog = 100;

/** Notifications pile up before a handler. The buffer has no bound: it takes memory, and what the handler sees is long past. */
export class HandlerBacklog implements Lint {
  readonly name = 'handler-backlog';
  readonly kinds = [] as const;
  readonly goesByTime = true;
  /** Since when it is long, by informer and handler. */
  readonly #since = new Map<string, number>();
  readonly #raised = new Set<string>();

  note(): void {
    // How many wait is seen, not told.
  }

  tick(now: number, findings: Findings): void {
    const seen = new Set<string>();
    for (const { name: informer, handlers } of findings.world.informers()) {
      for (const { name: handler, backlog } of handlers) {
        const subject = `${informer} ${handler}`;
        seen.add(subject);
        if (backlog >= longBacklog) this.#long(subject, now, findings, informer, handler, backlog);
        else this.#since.delete(subject);
        if (backlog <= shortBacklog) findings.clear(this.name, subject);
      }
    }
    for (const subject of this.#raised) if (!seen.has(subject)) this.#gone(subject, findings);
  }

  forgetTimes(): void {
    this.#since.clear();
  }

  #long(subject: string, now: number, findings: Findings, informer: string, handler: string, backlog: number): void {
    const since = this.#since.get(subject) ?? now;
    this.#since.set(subject, since);
    if (now - since < patienceMs) return;
    this.#raised.add(subject);
    findings.raise({ lint: this.name, subject, informer, cause: [], evidence: { handler, times: backlog, ms: now - since } });
  }

  #gone(subject: string, findings: Findings): void {
    this.#raised.delete(subject);
    this.#since.delete(subject);
    findings.clear(this.name, subject);
  }
}
