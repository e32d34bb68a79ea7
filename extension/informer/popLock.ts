import type { Gate, GateDecision, GateStep } from '../trace/gate.ts';
import type { DeltaQueue } from './deltaQueue.ts';

/**
 * Stands for the lock that client-go's Pop holds while it processes an entry. In one thread a pop is over before anyone
 * could wait for it, so the lock shows only while a person holds one: then, up to 1.35, the Reflector cannot add to the
 * queue; since 1.36 it can, as long as fewer than 2000 entries wait (C-03, F-27). A gate before the Reflector's steps
 * that lets its adds through when the lock is free.
 */
export class PopLock implements Gate {
  readonly #gate: Gate;
  readonly #queue: DeltaQueue;
  #held: PromiseWithResolvers<void> | undefined;

  constructor(gate: Gate, queue: DeltaQueue) {
    this.#gate = gate;
    this.#queue = queue;
  }

  /** A pop is held from now on. */
  lock(): void {
    this.#held ??= Promise.withResolvers();
  }

  /** It has been done, or given up. */
  unlock(): void {
    this.#held?.resolve();
    this.#held = undefined;
  }

  get isOpen(): boolean {
    return this.#gate.isOpen === true && !this.#held;
  }

  ask(step: GateStep): Promise<GateDecision | void> | undefined {
    const asked = this.#gate.ask(step);
    if (step.point !== 'queue.add') return asked;
    return asked ? this.#then(asked) : this.#whenFree();
  }

  async #then(asked: Promise<GateDecision | void>): Promise<GateDecision | void> {
    const decision = await asked;
    await this.#whenFree();
    return decision;
  }

  #whenFree(): Promise<void> | undefined {
    return this.#held && this.#queue.locksWhileProcessing ? this.#held.promise : undefined;
  }
}
