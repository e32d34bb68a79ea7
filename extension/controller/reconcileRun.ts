import type { ReconcileDraft, Seq, TraceDraft } from '../trace/entry.ts';
import { type DecisionType, type Gate, type GateDecision, type GateEffect, type GatePoint, type GateSubject, writeDecisions } from '../trace/gate.ts';
import type { Probe } from '../trace/probe.ts';

type ReconcileKind = Exclude<ReconcileDraft['kind'], 'reconcile.leader'>;
type OwnFields<Kind extends ReconcileKind> = Omit<
  Extract<ReconcileDraft, { readonly kind: Kind }>,
  'kind' | 'controller' | 'key' | 'cause'
>;

/** What may be decided on its steps. */
const takenAt: { readonly [Point in GatePoint]?: { readonly takes: readonly DecisionType[] } } = {
  'reconcile.start': { takes: ['fail'] },
  'reconcile.write': { takes: writeDecisions },
};

/** One run of a reconciler, as its reads and writes see it: where they ask and where they report. */
export class ReconcileRun {
  readonly controller: string;
  readonly key: string;
  readonly signal: AbortSignal;
  readonly #gate: Gate;
  readonly #probe: Probe;
  readonly #subject: (() => GateSubject) | undefined;
  #cause: readonly Seq[];

  constructor(options: {
    readonly controller: string;
    readonly key: string;
    readonly cause: readonly Seq[];
    readonly signal: AbortSignal;
    readonly gate: Gate;
    readonly probe: Probe;
    /** What is known of the object that the key names. */
    readonly subject?: () => GateSubject;
  }) {
    this.controller = options.controller;
    this.key = options.key;
    this.signal = options.signal;
    this.#gate = options.gate;
    this.#probe = options.probe;
    this.#subject = options.subject;
    this.#cause = options.cause;
  }

  /**
   * Waits until the gate lets the step go, and gives what was decided on it where it is not simply to go on.
   * @throws the signal's reason when the controller was stopped meanwhile
   */
  async enter(point: GatePoint, effect?: GateEffect): Promise<GateDecision | undefined> {
    this.signal.throwIfAborted();
    const cause = this.#cause.at(-1);
    const decision = await this.#gate.ask({
      point,
      owner: this.controller,
      key: this.key,
      signal: this.signal,
      ...(this.#subject && { subject: this.#subject }),
      ...takenAt[point],
      ...(cause !== undefined && { cause }),
      ...(effect && { effect }),
    });
    this.signal.throwIfAborted();
    return decision ?? undefined;
  }

  /** Something that a person had happen to it is the cause of all that follows. */
  blame(what: 'fail', detail: string): void {
    const seq = this.#probe.record({ kind: 'whatif.applied', what, detail, controller: this.controller, key: this.key, cause: this.#cause });
    this.#cause = [...this.#cause, seq];
  }

  /** Reports a step; the first one becomes the cause of all that follow. */
  record<Kind extends ReconcileKind>(kind: Kind, fields: OwnFields<Kind>): Seq {
    const seq = this.#probe.record({
      kind,
      controller: this.controller,
      key: this.key,
      cause: this.#cause,
      ...fields,
    } as unknown as TraceDraft);
    if (kind === 'reconcile.start' || kind === 'reconcile.setup') this.#cause = [seq];
    return seq;
  }
}
