import { Recent } from '../../base/recent.ts';
import type { EntryOf, Seq, TraceEntry } from '../../trace/entry.ts';
import { targetResource } from '../targetResource.ts';
import type { Findings, Lint } from './lint.ts';

/** So many runs in a row that nothing but the controller's own writes led to, each of which wrote again: a rollout in steps has an end before. */
const mostSelfMade = 15;

/** Keys of one controller that are followed, and runs of it at the same time. */
const mostKeys = 2000;
const mostRuns = 1000;

/** Of one run that are named. */
const mostWrites = 10;

/** The newest versions that are known of what was written. */
const mostVersions = 1000;

/** How many entries are looked at on the way back from a run to what led to it. */
const mostSteps = 200;

/** A run that goes on now. */
interface Run {
  readonly start: EntryOf<'reconcile.start'>;
  /** Somebody asked for it, to see what it writes; the key was settled then. */
  readonly again: Seq | undefined;
  /** What it has written and changed. */
  readonly writes: Seq[];
}

interface Controller {
  /** By key; there are no more than workers, and one that somebody asked for. */
  readonly runs: Map<string, Run>;
  /** Keys for which another run has been asked for, or whose last run has not ended well. */
  readonly unsettled: Recent<true>;
  /** Keys whose last run wrote: how many of its own making have done so in a row. */
  readonly writing: Recent<number>;
  /** A run that somebody asked for, and has not begun. */
  again: { readonly key: string; readonly seq: Seq } | undefined;
}

/**
 * A run for which there was no reason writes again, and changes something. It is seen at once when a person has a settled key run once more (`reconcile.again`), and
 * after some time where each run is led to by the write of the one before it.
 */
export class NotIdempotent implements Lint {
  readonly name = 'not-idempotent';
  readonly kinds = ['workqueue.add', 'reconcile.again', 'reconcile.start', 'reconcile.write', 'reconcile.end', 'reconcile.error'] as const;
  readonly goesByTime = false;
  readonly #controllers = new Map<string, Controller>();
  /** By what was written. */
  readonly #versions = new Recent<string>(mostVersions);
  /** Writes whose answer came after their watch event, by that. */
  readonly #seenAs = new Recent<EntryOf<'reconcile.write'>>(mostVersions);

  note(entry: TraceEntry, findings: Findings): void {
    switch (entry.kind) {
      case 'workqueue.add':
        this.#of(entry.queue).unsettled.set(entry.key, true);
        return;
      case 'reconcile.again': {
        const controller = this.#of(entry.controller);
        const isSettled = !controller.runs.has(entry.key) && !controller.unsettled.get(entry.key);
        controller.again = isSettled ? { key: entry.key, seq: entry.seq } : undefined;
        return;
      }
      case 'reconcile.start':
        this.#started(entry);
        return;
      case 'reconcile.write':
        this.#wrote(entry, findings);
        return;
      case 'reconcile.end':
        this.#ended(entry, findings);
        return;
      case 'reconcile.error': {
        const controller = this.#of(entry.controller);
        controller.runs.delete(entry.key);
        controller.writing.delete(entry.key);
        controller.unsettled.set(entry.key, true);
        return;
      }
      default:
    }
  }

  tick(_now: number, findings: Findings): void {
    const alive = findings.world.queues();
    for (const [name, { writing }] of this.#controllers) {
      if (alive.has(name)) continue;
      this.#controllers.delete(name);
      for (const [key] of writing.entries()) findings.clear(this.name, subjectOf(name, key));
    }
  }

  #started(start: EntryOf<'reconcile.start'>): void {
    const controller = this.#of(start.controller);
    const { again } = controller;
    const isAgain = again !== undefined && again.key === start.key && start.cause?.includes(again.seq) === true;
    if (isAgain) controller.again = undefined;
    if (controller.runs.size < mostRuns) controller.runs.set(start.key, { start, again: isAgain ? again.seq : undefined, writes: [] });
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
    const run = this.#controllers.get(entry.controller)?.runs.get(entry.key);
    if (run && run.writes.length < mostWrites) run.writes.push(entry.seq);
  }

  #ended({ controller: name, key, seq, result }: EntryOf<'reconcile.end'>, findings: Findings): void {
    const controller = this.#of(name);
    const run = controller.runs.get(key);
    if (!run) return;
    controller.runs.delete(key);
    if (result === 'done') controller.unsettled.delete(key);
    const { again, writes, start } = run;
    if (writes.length === 0) {
      if (controller.writing.delete(key)) findings.clear(this.name, subjectOf(name, key));
      return;
    }
    const led = again === undefined ? this.#ledByItself(start, findings) : undefined;
    const selfMade = led ? (controller.writing.get(key) ?? 0) + 1 : 0;
    controller.writing.set(key, selfMade);
    if (again !== undefined) this.#raise(subjectOf(name, key), name, key, [again, ...writes, seq], 1, undefined, findings);
    else if (led && selfMade >= mostSelfMade) this.#raise(subjectOf(name, key), name, key, [...led.seqs, start.seq, ...writes], selfMade, led.field, findings);
  }

  #raise(subject: string, controller: string, key: string, cause: readonly Seq[], times: number, field: string | undefined, findings: Findings): void {
    findings.raise({ lint: this.name, subject, key, cause, evidence: { controller, times, ...(field && { field }) } });
  }

  #of(name: string): Controller {
    let controller = this.#controllers.get(name);
    if (!controller) this.#controllers.set(name, (controller = { runs: new Map(), unsettled: new Recent(mostKeys), writing: new Recent(mostKeys), again: undefined }));
    return controller;
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

function subjectOf(controller: string, key: string): string {
  return `${controller} ${key}`;
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
