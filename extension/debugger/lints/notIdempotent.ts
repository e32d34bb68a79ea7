import type { EntryOf, Seq, TraceEntry } from '../../trace/entry.ts';
import { targetResource } from '../targetResource.ts';
import type { Findings, Lint } from './lint.ts';
import { Recent } from './recent.ts';

/** So many runs in a row that nothing but the controller's own writes led to, each of which wrote again: a rollout in steps has an end before. */
const selfMade = 15;

/** Keys that are followed. */
const mostKeys = 1000;

/** The newest versions that are known of what was written. */
const mostVersions = 1000;

/** How many entries are looked at on the way back from a run to what led to it. */
const mostSteps = 200;

interface Runs {
  /** Where its present run began. */
  start: EntryOf<'reconcile.start'> | undefined;
  /** Somebody asked for it, to see what it writes. */
  again: Seq | undefined;
  /** What it has written and changed. */
  writes: Seq[];
  /** In a row: runs of its own making that wrote. */
  selfMade: number;
  /** It has ended well, and nobody has asked for another run since. */
  settled: boolean;
}

/**
 * A run for which there was no reason writes again, and changes something. It is seen at once when a person has a settled key run once more (`reconcile.again`), and
 * after some time where each run is led to by the write of the one before it.
 */
export class NotIdempotent implements Lint {
  readonly name = 'not-idempotent';
  readonly kinds = ['workqueue.add', 'reconcile.again', 'reconcile.start', 'reconcile.write', 'reconcile.end', 'reconcile.error'] as const;
  readonly goesByTime = false;
  /** By controller and key. */
  readonly #runs = new Recent<Runs>(mostKeys);
  /** By what was written. */
  readonly #versions = new Recent<string>(mostVersions);
  /** Writes whose answer came after their watch event, by that. */
  readonly #seenAs = new Recent<EntryOf<'reconcile.write'>>(mostVersions);

  note(entry: TraceEntry, findings: Findings): void {
    switch (entry.kind) {
      case 'workqueue.add': {
        const runs = this.#runs.get(`${entry.queue} ${entry.key}`);
        if (runs) runs.settled = false;
        return;
      }
      case 'reconcile.again': {
        const runs = this.#of(`${entry.controller} ${entry.key}`);
        runs.again = runs.settled ? entry.seq : undefined;
        return;
      }
      case 'reconcile.start': {
        const runs = this.#of(`${entry.controller} ${entry.key}`);
        runs.start = entry;
        runs.writes = [];
        if (runs.again !== undefined && !entry.cause?.includes(runs.again)) runs.again = undefined;
        return;
      }
      case 'reconcile.write':
        this.#wrote(entry, findings);
        return;
      case 'reconcile.end':
        this.#ended(entry, findings);
        return;
      case 'reconcile.error': {
        const runs = this.#runs.get(`${entry.controller} ${entry.key}`);
        if (runs) Object.assign(runs, { again: undefined, selfMade: 0, settled: false });
        return;
      }
      default:
    }
  }

  tick(_now: number, findings: Findings): void {
    const alive = findings.world.queues();
    for (const [subject] of this.#runs.entries()) {
      if (alive.has(subject.slice(0, subject.indexOf(' ')))) continue;
      this.#runs.delete(subject);
      findings.clear(this.name, subject);
    }
  }

  #wrote(entry: EntryOf<'reconcile.write'>, findings: Findings): void {
    const { target, rv, code, dryRun, decided, verb, seenAs } = entry;
    if (dryRun || decided === 'skipped' || code < 200 || code > 299) return;
    if (seenAs !== undefined) this.#seenAs.set(String(seenAs), entry);
    const object = objectOf(target);
    // A write that changes nothing is answered with the version that was there.
    const known = [this.#versions.get(object), cachedBefore(entry, findings)];
    if (rv !== undefined) this.#versions.set(object, rv);
    if (verb !== 'delete' && rv !== undefined && known.includes(rv)) return;
    const runs = this.#runs.get(`${entry.controller} ${entry.key}`);
    if (runs && runs.writes.length < 10) runs.writes.push(entry.seq);
  }

  #ended({ controller, key, seq, result }: EntryOf<'reconcile.end'>, findings: Findings): void {
    const subject = `${controller} ${key}`;
    const runs = this.#runs.get(subject);
    if (!runs?.start) return;
    const { again, writes, start } = runs;
    runs.again = undefined;
    runs.settled = result === 'done';
    if (writes.length === 0) {
      runs.selfMade = 0;
      findings.clear(this.name, subject);
      return;
    }
    if (again !== undefined) {
      this.#raise(subject, controller, key, [again, ...writes, seq], 1, undefined, findings);
      return;
    }
    const led = this.#ledByItself(start, findings);
    runs.selfMade = led ? runs.selfMade + 1 : 0;
    if (led && runs.selfMade >= selfMade) this.#raise(subject, controller, key, [...led.seqs, start.seq, ...writes], runs.selfMade, led.field, findings);
  }

  #raise(subject: string, controller: string, key: string, cause: readonly Seq[], times: number, field: string | undefined, findings: Findings): void {
    findings.raise({ lint: this.name, subject, key, cause, evidence: { controller, times, ...(field && { field }) } });
  }

  #of(subject: string): Runs {
    let runs = this.#runs.get(subject);
    if (!runs) this.#runs.set(subject, (runs = { start: undefined, again: undefined, writes: [], selfMade: 0, settled: false }));
    return runs;
  }

  /** The writes of the same controller for the same key that led to this run, where nothing else did. */
  #ledByItself({ controller, key, cause = [] }: EntryOf<'reconcile.start'>, { world }: Findings): Led | undefined {
    const writes = new Set<Seq>();
    let field: string | undefined;
    const open = [...cause];
    const seen = new Set<Seq>();
    while (open.length > 0) {
      const seq = open.pop()!;
      if (seen.has(seq)) continue;
      seen.add(seq);
      const entry = world.at(seq);
      if (!entry?.cause?.length || seen.size > mostSteps || isLater(entry)) return undefined;
      if (entry.kind === 'store.update') field ??= entry.changed?.fields?.[0]?.path;
      if (entry.kind !== 'reflector.event') {
        open.push(...entry.cause);
        continue;
      }
      const write = entry.cause.map((each) => world.at(each)).find((each) => each?.kind === 'reconcile.write') ?? this.#seenAs.get(String(seq));
      if (write?.kind !== 'reconcile.write' || write.controller !== controller || write.key !== key) return undefined;
      writes.add(write.seq);
    }
    return writes.size > 0 ? { seqs: [...writes].toSorted((a, b) => a - b), field } : undefined;
  }
}

interface Led {
  readonly seqs: readonly Seq[];
  /** That such a write has changed. */
  readonly field: string | undefined;
}

/** It was asked for by the reconciler itself, or by its failure: that is another reason. */
function isLater({ kind }: TraceEntry): boolean {
  return kind === 'workqueue.delayed' || kind === 'workqueue.ratelimited';
}

function objectOf(target: string): string {
  return `${targetResource(target)} ${keyOf(target)}`;
}

function keyOf(target: string): string {
  return target.slice(target.indexOf(' ') + 1);
}

/** What a cache had when the answer came, unless it had the write itself by then. */
function cachedBefore({ target, seenAs }: EntryOf<'reconcile.write'>, { world }: Findings): string | undefined {
  if (seenAs !== undefined) return undefined;
  const resource = targetResource(target);
  return world.informers().find((informer) => informer.resource === resource)?.versionOf(keyOf(target));
}
