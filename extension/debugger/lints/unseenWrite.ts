import type { EntryOf, Seq, TraceEntry } from '../../trace/entry.ts';
import { targetResource } from '../targetResource.ts';
import type { Findings, Lint } from './lint.ts';

/** For so long nothing of the kind has been seen: then it is over. */
const calmMs = 60_000;

/** A cache that has not got a write after so long is behind, whatever is made of what it says. */
const lagMs = 2000;

/** Runs that are followed at the same time: one for each worker of each controller. */
const mostRuns = 1000;

/** A read of a run that did not have what its controller had written before. */
interface Missed {
  readonly read: Seq;
  readonly writes: readonly Seq[];
}

/**
 * A reconciler reads from a cache that has not got its own write yet, and writes on account of what it has read: so too many are made, or deleted. A read
 * alone does no harm, and is ordinary where a run writes several objects of which the first calls for the next run.
 */
export class UnseenWrite implements Lint {
  readonly name = 'unseen-write';
  readonly kinds = ['reconcile.start', 'reconcile.read', 'reconcile.write', 'reconcile.end', 'reconcile.error'] as const;
  readonly goesByTime = false;
  /** By controller and key. */
  readonly #runs = new Map<string, Missed>();
  readonly #lastSeen = new Map<string, number>();

  note(entry: TraceEntry, findings: Findings): void {
    switch (entry.kind) {
      case 'reconcile.read':
        if (entry.unseen?.length) this.#missed(entry, entry.unseen, findings);
        return;
      case 'reconcile.write':
        if (this.#runs.size > 0) this.#wrote(entry, findings);
        return;
      case 'reconcile.start':
      case 'reconcile.end':
      case 'reconcile.error':
        if (this.#runs.size > 0) this.#runs.delete(`${entry.controller} ${entry.key}`);
        return;
      default:
    }
  }

  tick(now: number, findings: Findings): void {
    const alive = findings.world.queues();
    for (const [controller, t] of this.#lastSeen) {
      if (alive.has(controller) && now - t < calmMs) continue;
      this.#lastSeen.delete(controller);
      findings.clear(this.name, controller);
    }
  }

  #missed(read: EntryOf<'reconcile.read'>, unseen: readonly Seq[], findings: Findings): void {
    const missed = { read: read.seq, writes: unseen };
    if (this.#runs.size < mostRuns) this.#runs.set(`${read.controller} ${read.key}`, missed);
    const oldest = findings.world.at(unseen[0]!);
    if (oldest && read.t - oldest.t > lagMs) this.#raise(read, missed, read.t - oldest.t, findings);
  }

  #wrote(write: EntryOf<'reconcile.write'>, findings: Findings): void {
    const missed = this.#runs.get(`${write.controller} ${write.key}`);
    if (!missed || write.dryRun || write.decided === 'skipped' || write.decided === 'failed' || write.code === 0) return;
    const resource = targetResource(write.target);
    const before = missed.writes.map((seq) => findings.world.at(seq));
    // What is written to another resource need not follow from what was not seen of this one.
    if (before.every((each) => each?.kind === 'reconcile.write' && targetResource(each.target) !== resource)) return;
    const oldest = before[0];
    this.#raise(write, missed, oldest ? write.t - oldest.t : undefined, findings, write.seq);
  }

  #raise({ controller, key, t }: EntryOf<'reconcile.read' | 'reconcile.write'>, { read, writes }: Missed, ms: number | undefined, findings: Findings, write?: Seq): void {
    this.#lastSeen.set(controller, t);
    findings.raise({
      lint: this.name,
      subject: controller,
      key,
      cause: [...writes.slice(0, 5), read, ...(write === undefined ? [] : [write])],
      evidence: { controller, times: writes.length, ...(ms !== undefined && { ms }) },
    });
  }
}
