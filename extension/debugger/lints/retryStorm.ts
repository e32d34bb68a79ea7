import { Recent } from '../../base/recent.ts';
import type { Seq, TraceEntry } from '../../trace/entry.ts';
import type { Findings, Lint } from './lint.ts';

/**
 * So often in a row has one key failed. With the default limiter (5 ms, doubled each time; W-30) that takes some ten seconds: what passes by itself
 * has passed by then.
 */
const failuresOfOne = 12;

/** So often in a minute has a controller failed, whatever its keys, and more often than it has not. */
const failuresOfAll = 100;
const minuteMs = 60_000;

/** Keys that fail at the same time. */
const mostKeys = 1000;

/** As far as it is counted; enough to tell more from less. */
const mostTimes = 200;

interface Failing {
  times: number;
  seqs: readonly Seq[];
  since: number;
}

interface Controller {
  readonly keys: Recent<Failing>;
  /** Its newest failures, oldest first. */
  failures: { readonly t: number; readonly seq: Seq }[];
  succeeded: number;
  failed: number;
  /** When the two began to be counted. */
  since: number;
}

/** A reconciler fails again and again: each time the key comes back, and asks the server the same. */
export class RetryStorm implements Lint {
  readonly name = 'retry-storm';
  readonly kinds = ['reconcile.error', 'reconcile.end', 'workqueue.drop'] as const;
  readonly goesByTime = false;
  readonly #controllers = new Map<string, Controller>();

  note(entry: TraceEntry, findings: Findings): void {
    if (entry.kind === 'workqueue.drop') return this.#passed(entry.queue, entry.key, findings); // it is not tried again
    if (entry.kind !== 'reconcile.error' && entry.kind !== 'reconcile.end') return;
    const { controller: name, key } = entry;
    if (key === '') return; // its setup: it is tried once
    let controller = this.#controllers.get(name);
    if (!controller) this.#controllers.set(name, (controller = { keys: new Recent(mostKeys), failures: [], succeeded: 0, failed: 0, since: entry.t }));
    if (entry.kind === 'reconcile.end') {
      controller.succeeded++;
      this.#passed(name, key, findings);
    } else {
      controller.failed++;
      this.#failed(name, controller, entry, findings);
    }
  }

  tick(now: number, findings: Findings): void {
    const alive = findings.world.queues();
    for (const [name, controller] of this.#controllers) {
      if (!alive.has(name)) {
        for (const [key] of controller.keys.entries()) findings.clear(this.name, subjectOf(name, key));
        findings.clear(this.name, name);
        this.#controllers.delete(name);
        continue;
      }
      if (now - controller.since < minuteMs) continue;
      if (controller.failed < failuresOfAll / 10) findings.clear(this.name, name);
      controller.since = now;
      controller.succeeded = controller.failed = 0;
    }
  }

  #failed(name: string, controller: Controller, { key, seq, t }: TraceEntry & { readonly key: string }, findings: Findings): void {
    const failing = controller.keys.get(key) ?? { times: 0, seqs: [], since: t };
    failing.times++;
    failing.seqs = [...failing.seqs.slice(-4), seq];
    controller.keys.set(key, failing);
    if (failing.times >= failuresOfOne) {
      findings.raise({ lint: this.name, subject: subjectOf(name, key), key, cause: failing.seqs, evidence: { controller: name, times: failing.times, ms: t - failing.since } });
    }
    controller.failures.push({ t, seq });
    if (controller.failures.length > mostTimes) controller.failures = controller.failures.slice(-failuresOfAll);
    const first = controller.failures.at(-failuresOfAll);
    if (!first || t - first.t > minuteMs || controller.failed <= controller.succeeded) return;
    const cause = controller.failures.slice(-5).map((failure) => failure.seq);
    findings.raise({ lint: this.name, subject: name, cause, evidence: { controller: name, times: failuresOfAll, ms: t - first.t } });
  }

  #passed(name: string, key: string, findings: Findings): void {
    if (this.#controllers.get(name)?.keys.delete(key)) findings.clear(this.name, subjectOf(name, key));
  }
}

function subjectOf(controller: string, key: string): string {
  return `${controller} ${key}`;
}
