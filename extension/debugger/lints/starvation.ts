import type { Seq, TraceEntry } from '../../trace/entry.ts';
import type { Findings, Lint } from './lint.ts';

/** A worker that is busy may let a key wait; one that waits so long while others pass it is passed over. */
const longMs = 10_000;

/** So many have come later and gone earlier. In a queue without priorities none can. */
const overtakers = 20;

/** Of one queue. Whoever waits behind so many others is not the first that starves. */
const mostWaiting = 10_000;

interface Waiting {
  readonly seq: Seq;
  t: number;
  readonly priority: number | undefined;
}

interface Queue {
  /** In the order in which they came. */
  readonly waiting: Map<string, Waiting>;
  readonly processing: Set<string>;
  /** The one that has waited longest, and who has overtaken it. */
  oldest: string | undefined;
  overtaken: number;
  overtakers: Seq[];
}

/** A key waits in a work queue while others, which came later, are served again and again: its priority is lower, and there is always something of higher. */
export class Starvation implements Lint {
  readonly name = 'starvation';
  readonly kinds = ['workqueue.add', 'workqueue.get', 'workqueue.done'] as const;
  readonly goesByTime = true;
  readonly #queues = new Map<string, Queue>();
  /** What is raised, of which queue: its subject. */
  readonly #raised = new Map<string, { readonly queue: string; readonly key: string }>();

  note(entry: TraceEntry, findings: Findings): void {
    if (entry.kind !== 'workqueue.add' && entry.kind !== 'workqueue.get' && entry.kind !== 'workqueue.done') return;
    const { queue: name, key } = entry;
    let queue = this.#queues.get(name);
    if (!queue) this.#queues.set(name, (queue = { waiting: new Map(), processing: new Set(), oldest: undefined, overtaken: 0, overtakers: [] }));
    if (entry.kind === 'workqueue.add') {
      if (!queue.processing.has(key)) this.#wait(queue, key, entry); // else it waits when it is done
    } else if (entry.kind === 'workqueue.get') {
      this.#serve(queue, key, entry);
      if (this.#raised.delete(subjectOf(name, key))) findings.clear(this.name, subjectOf(name, key));
    } else {
      queue.processing.delete(key);
      if (entry.requeued) this.#wait(queue, key, entry);
    }
  }

  tick(now: number, findings: Findings): void {
    const alive = findings.world.queues();
    for (const [name, queue] of this.#queues) {
      if (alive.has(name)) this.#look(name, queue, now, findings);
      else this.#queues.delete(name);
    }
    for (const [subject, { queue }] of this.#raised) {
      if (alive.has(queue)) continue;
      this.#raised.delete(subject);
      findings.clear(this.name, subject);
    }
  }

  forgetTimes(now: number): void {
    for (const queue of this.#queues.values()) {
      queue.overtaken = 0;
      queue.overtakers = [];
      for (const waiting of queue.waiting.values()) waiting.t = now;
    }
  }

  #wait(queue: Queue, key: string, { seq, t, ...entry }: TraceEntry): void {
    if (queue.waiting.has(key) || queue.waiting.size >= mostWaiting) return;
    queue.waiting.set(key, { seq, t, priority: 'priority' in entry ? entry.priority : undefined });
    queue.oldest ??= key;
  }

  #serve(queue: Queue, key: string, { seq }: TraceEntry): void {
    queue.processing.add(key);
    queue.waiting.delete(key);
    if (key !== queue.oldest) {
      if (queue.oldest === undefined) return;
      queue.overtaken++;
      queue.overtakers = [...queue.overtakers.slice(-2), seq];
      return;
    }
    [queue.oldest] = queue.waiting.keys();
    queue.overtaken = 0;
    queue.overtakers = [];
  }

  #look(name: string, queue: Queue, now: number, findings: Findings): void {
    const key = queue.oldest;
    const waiting = key === undefined ? undefined : queue.waiting.get(key);
    if (key === undefined || !waiting || queue.overtaken < overtakers || now - waiting.t < longMs) return;
    const subject = subjectOf(name, key);
    this.#raised.set(subject, { queue: name, key });
    findings.raise({
      lint: this.name,
      subject,
      key,
      cause: [waiting.seq, ...queue.overtakers],
      evidence: { queue: name, times: queue.overtaken, ms: now - waiting.t },
    });
  }
}

function subjectOf(queue: string, key: string): string {
  return `${queue} ${key}`;
}
