import { type Clock, nextTurn } from '../../base/clock.ts';
import type { Gate, GatePoint, GateStep } from '../../trace/gate.ts';

/** So many steps in a row are one turn of the event loop. */
const stepsPerTurn = 256;

/** Holds every step at one point while it is closed, and lets all of them go when it is opened. */
export class HoldingGate implements Gate {
  readonly #point: GatePoint;
  readonly #clock: Pick<Clock, 'defer'>;
  readonly #held = new Set<() => void>();
  #isOpen = false;
  #steps = 0;

  constructor(point: GatePoint, clock: Pick<Clock, 'defer'>) {
    this.#point = point;
    this.#clock = clock;
  }

  ask({ point, signal }: GateStep): Promise<void> | undefined {
    if (point !== this.#point || signal?.aborted) return undefined;
    if (this.#isOpen) return ++this.#steps % stepsPerTurn === 0 ? nextTurn(this.#clock) : undefined;
    return new Promise((resolve) => {
      const go = (): void => {
        this.#held.delete(go);
        signal?.removeEventListener('abort', go);
        resolve();
      };
      this.#held.add(go);
      signal?.addEventListener('abort', go, { once: true });
    });
  }

  open(): void {
    this.#isOpen = true;
    for (const go of this.#held) go();
  }

  close(): void {
    this.#isOpen = false;
  }
}
