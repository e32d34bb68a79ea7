import type { Disposable } from '../base/disposable.ts';
import { DisposableStore } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import type { Stepper } from '../debugger/stepper.ts';
import type { TraceEntry } from '../trace/entry.ts';
import type { Gate, GateDecision, GateStep } from '../trace/gate.ts';

export interface PileBoundOptions {
  readonly stepper: Pick<Stepper, 'ask' | 'isOpen' | 'paused' | 'onChange'>;
  /** How many deltas may gather in one queue; asked for at each Pause. */
  readonly most: () => number;
  /** Deltas in the queue of an informer. */
  readonly waiting: (informer: string) => number;
  readonly onEntry: Event<TraceEntry>;
}

/**
 * The gate of a session with a bound on what gathers while it is paused: a queue that has so many deltas takes no more, and its Reflector waits with the
 * next one in its hand, until something is popped or the pipeline goes on. Nothing is lost by that: the server keeps what is not read.
 */
export class PileBound implements Gate, Disposable {
  readonly #options: PileBoundOptions;
  readonly #owned = new DisposableStore();
  readonly #onChange = new Emitter<void>();
  /** By informer. */
  readonly #waits = new Map<string, () => void>();
  #most: number;

  constructor(options: PileBoundOptions) {
    this.#options = options;
    this.#most = options.most();
    let paused = options.stepper.paused;
    this.#owned.add(
      options.stepper.onChange(() => {
        if (options.stepper.paused && !paused) this.#most = options.most();
        paused = options.stepper.paused;
        this.#release();
      }),
    );
    this.#owned.add(
      options.onEntry((entry) => {
        if (entry.kind === 'queue.pop' && this.#waits.size > 0) this.#release();
      }),
    );
  }

  /** Fires when a queue has become full, or is not any more. */
  readonly onChange: Event<void> = this.#onChange.event;

  get most(): number {
    return this.#most;
  }

  /** Informers whose queue is full, and whose Reflector waits. */
  get full(): readonly string[] {
    return [...this.#waits.keys()];
  }

  /** What is full is full only while the stepper looks. */
  get isOpen(): boolean {
    return this.#options.stepper.isOpen;
  }

  ask(step: GateStep): Promise<GateDecision | void> | undefined {
    const { stepper } = this.#options;
    if (step.point !== 'queue.add' || !this.#isFull(step.owner) || step.signal?.aborted) return stepper.ask(step);
    return this.#wait(step).then(() => stepper.ask(step));
  }

  dispose(): void {
    this.#owned.dispose();
    for (const letGo of this.#waits.values()) letGo();
    this.#waits.clear();
    this.#onChange.dispose();
  }

  #isFull(informer: string): boolean {
    return this.#options.stepper.paused && this.#options.waiting(informer) >= this.#most;
  }

  #wait({ owner, signal }: GateStep): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const letGo = (): void => {
      signal?.removeEventListener('abort', letGo);
      if (this.#waits.get(owner) === letGo) {
        this.#waits.delete(owner);
        this.#onChange.fire();
      }
      resolve();
    };
    signal?.addEventListener('abort', letGo, { once: true });
    this.#waits.set(owner, letGo);
    this.#onChange.fire();
    return promise;
  }

  #release(): void {
    for (const [informer, letGo] of this.#waits) if (!this.#isFull(informer)) letGo();
  }
}
