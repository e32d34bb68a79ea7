import { Recent } from '../../base/recent.ts';
import type { TraceEntry } from '../../trace/entry.ts';
import { type Findings, type Lint } from './lint.ts';

/** That are followed until they are gone. */
const mostSubjects = 200;

/** Paths that are named. */
const mostPaths = 5;

/**
 * Somebody changes an object of a cache, or tries to: all who read it see something that the server never had. It is gone when the object has been
 * replaced by what the server sends, or when the reconciler has run for the key without another attempt.
 */
export class MutatedCache implements Lint {
  readonly name = 'mutated-cache';
  readonly kinds = ['store.mutated', 'store.update', 'store.delete', 'store.replace', 'reconcile.mutation', 'reconcile.start', 'reconcile.end', 'reflector.stopped'] as const;
  readonly goesByTime = false;
  /** By what is raised: whether its present run has tried. */
  readonly #attempts = new Recent<{ again: boolean }>(mostSubjects);
  readonly #objects = new Recent<string>(mostSubjects);

  note(entry: TraceEntry, findings: Findings): void {
    switch (entry.kind) {
      case 'store.mutated': {
        const subject = `${entry.informer} ${entry.key}`;
        this.#objects.set(subject, entry.informer);
        findings.raise({ lint: this.name, subject, informer: entry.informer, key: entry.key, cause: [entry.seq], evidence: { paths: entry.paths.slice(0, mostPaths) } });
        return;
      }
      case 'store.update':
      case 'store.delete':
        if (!this.#objects.isEmpty) this.#replaced(`${entry.informer} ${entry.key}`, findings);
        return;
      case 'store.replace':
      case 'reflector.stopped':
        for (const [subject, informer] of this.#objects.entries()) if (informer === entry.informer) this.#replaced(subject, findings);
        return;
      case 'reconcile.mutation': {
        const subject = `${entry.controller} ${entry.key}`;
        this.#attempts.set(subject, { again: true });
        const { controller, key, seq, path, at } = entry;
        findings.raise({ lint: this.name, subject, key, cause: [seq], evidence: { controller, paths: [path], ...(at && { at }) } });
        return;
      }
      case 'reconcile.start':
      case 'reconcile.end':
        if (!this.#attempts.isEmpty) this.#ran(entry.kind, `${entry.controller} ${entry.key}`, findings);
        return;
      default:
    }
  }

  tick(_now: number, findings: Findings): void {
    if (this.#attempts.isEmpty) return;
    const alive = findings.world.queues();
    for (const [subject] of this.#attempts.entries()) if (!alive.has(subject.slice(0, subject.indexOf(' ')))) this.#stopped(subject, findings);
  }

  #replaced(subject: string, findings: Findings): void {
    if (this.#objects.delete(subject)) findings.clear(this.name, subject);
  }

  #ran(kind: 'reconcile.start' | 'reconcile.end', subject: string, findings: Findings): void {
    const attempt = this.#attempts.get(subject);
    if (!attempt) return;
    if (kind === 'reconcile.start') attempt.again = false;
    else if (!attempt.again) this.#stopped(subject, findings);
  }

  #stopped(subject: string, findings: Findings): void {
    this.#attempts.delete(subject);
    findings.clear(this.name, subject);
  }
}
