import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/disposable.ts';
import type { LintName, Seq, TraceEntry, TraceKind } from '../../trace/entry.ts';
import type { Tracer } from '../../trace/tracer.ts';
import { allLints } from './allLints.ts';
import type { Finding, Findings, Lint, LintWorld } from './lint.ts';

/** How often it is looked at what tells nothing by itself: silence, and what waits. */
const tickMs = 1000;

/** After the last step that was held, so long what takes long says nothing: what has piled up runs off. */
const graceMs = 5000;

/** Causes of one finding. */
const mostCauses = 20;

/** Of one lint that are raised at the same time; a fleet that fails as a whole needs no more to be seen. */
const mostRaised = 50;

export interface LintsOptions {
  readonly clock: Clock;
  readonly tracer: Pick<Tracer, 'onEntry' | 'record' | 'at'>;
  /** Session time, as in the entries. */
  readonly now: () => number;
  readonly world: Omit<LintWorld, 'at'>;
  /** Anything runs of which there may be something to say. While nothing does there is no timer, and nothing is raised. */
  readonly isWatching: () => boolean;
  /** Steps are held, or may be at any moment. */
  readonly isHolding: () => boolean;
  /** Default: all that there are. */
  readonly lints?: readonly Lint[];
}

/**
 * Looks for what looks wrong, in the trace of one session, and says so in the same trace: never while an entry is on its way to
 * others, so that they have them in order.
 */
export class Lints implements Findings, Disposable {
  readonly world: LintWorld;
  readonly #options: LintsOptions;
  readonly #lints: readonly Lint[];
  readonly #byKind: ReadonlyMap<TraceKind, readonly Lint[]>;
  readonly #owned = new DisposableStore();
  /** What is raised, by lint and subject; undefined while it waits to be said. */
  readonly #raised = new Map<string, Raised>();
  readonly #counts = new Map<LintName, number>();
  #pending: (() => void)[] = [];
  #later: Disposable | undefined;
  #tick: Disposable | undefined;
  #undisturbedAt = Number.NEGATIVE_INFINITY;
  #wasDisturbed = false;
  #goesByTime = false;

  constructor(options: LintsOptions) {
    this.#options = options;
    this.#lints = options.lints ?? allLints();
    this.#byKind = byKind(this.#lints);
    this.world = { ...options.world, at: (seq) => options.tracer.at(seq) };
    this.#owned.add(options.tracer.onEntry((entry) => this.#note(entry)));
  }

  /** Steps were held or let go just now: times of before and of the next moment say nothing. */
  disturb(): void {
    const now = this.#options.now();
    this.#undisturbedAt = now + graceMs;
    if (this.#wasDisturbed) return;
    this.#wasDisturbed = true;
    this.#forgetTimes(now);
  }

  raise(finding: Finding): void {
    const id = idOf(finding.lint, finding.subject);
    if (this.#raised.has(id) || (this.#goesByTime && this.#isDisturbed())) return;
    const count = this.#counts.get(finding.lint) ?? 0;
    if (count >= mostRaised) return;
    this.#counts.set(finding.lint, count + 1);
    const raised: Raised = { finding, seq: undefined };
    this.#raised.set(id, raised);
    const { subject: _, cause, ...said } = finding;
    this.#say(() => (raised.seq = this.#options.tracer.record({ kind: 'lint.raised', ...said, cause: cause.slice(-mostCauses) })));
  }

  clear(lint: LintName, subject: string): void {
    if (this.#raised.size === 0) return; // the ordinary case
    const id = idOf(lint, subject);
    const raised = this.#raised.get(id);
    if (!raised) return;
    this.#raised.delete(id);
    this.#counts.set(lint, (this.#counts.get(lint) ?? 1) - 1);
    const { subject: _, cause: _cause, ...said } = raised.finding;
    this.#say(() => void this.#options.tracer.record({ kind: 'lint.cleared', ...said, cause: raised.seq === undefined ? [] : [raised.seq] }));
  }

  isRaised(lint: LintName, subject: string): boolean {
    return this.#raised.size > 0 && this.#raised.has(idOf(lint, subject));
  }

  later(): void {
    this.#later ??= this.#options.clock.defer(() => {
      this.#later = undefined;
      for (const lint of this.#lints) this.#ask(lint, () => lint.work?.(this.#options.now(), this));
      this.#sayAll();
    });
  }

  dispose(): void {
    this.#owned.dispose();
    this.#later?.dispose();
    this.#tick?.dispose();
    this.#pending = [];
  }

  #note(entry: TraceEntry): void {
    const lints = this.#byKind.get(entry.kind);
    if (lints) {
      for (const lint of lints) {
        this.#goesByTime = lint.goesByTime;
        lint.note(entry, this);
      }
    }
    if (!this.#tick) this.#arm();
    else if (entry.kind === 'reflector.stopped' && !this.#options.isWatching()) this.#rest();
  }

  #ask(lint: Lint, question: () => void): void {
    this.#goesByTime = lint.goesByTime;
    question();
  }

  #say(saying: () => void): void {
    this.#pending.push(saying);
    this.later();
  }

  #sayAll(): void {
    const pending = this.#pending;
    this.#pending = [];
    for (const saying of pending) saying();
  }

  #arm(): void {
    if (!this.#options.isWatching()) return;
    this.#tick = this.#options.clock.setTimer(tickMs, () => {
      this.#tick = undefined;
      this.#look();
      if (this.#options.isWatching()) this.#arm();
      else this.#rest();
    });
  }

  #look(): void {
    const now = this.#options.now();
    if (this.#wasDisturbed && !this.#isDisturbed()) {
      this.#wasDisturbed = false;
      this.#forgetTimes(now);
    }
    for (const lint of this.#lints) this.#ask(lint, () => lint.tick?.(now, this));
  }

  /** Nothing runs any more: nothing can be wrong with it. */
  #rest(): void {
    this.#tick?.dispose();
    this.#tick = undefined;
    for (const { finding } of this.#raised.values()) this.clear(finding.lint, finding.subject);
  }

  #isDisturbed(): boolean {
    if (this.#options.isHolding()) this.#undisturbedAt = this.#options.now() + graceMs;
    return this.#options.now() < this.#undisturbedAt;
  }

  #forgetTimes(now: number): void {
    for (const lint of this.#lints) lint.forgetTimes?.(now);
  }
}

interface Raised {
  readonly finding: Finding;
  seq: Seq | undefined;
}

function idOf(lint: LintName, subject: string): string {
  return `${lint} ${subject}`;
}

function byKind(lints: readonly Lint[]): ReadonlyMap<TraceKind, readonly Lint[]> {
  const found = new Map<TraceKind, Lint[]>();
  for (const lint of lints) for (const kind of lint.kinds) found.set(kind, [...(found.get(kind) ?? []), lint]);
  return found;
}
