import { GrowingRing } from '../../base/growingRing.ts';
import { WakeUp } from '../../base/wakeUp.ts';
import type { ApiserverFact } from '../../introspection/apiserverFact.ts';
import type { BodyStream } from '../api/apiRequest.ts';

/** Facts that wait for one reader at most. */
const mostWaiting = 10_000;
/** Facts in one part of the body. */
const batchSize = 500;

/** Facts on their way to one reader. Who reads too slowly loses the oldest, is told how many, and holds nobody back. */
export class FactBuffer implements BodyStream {
  readonly #onClose: () => void;
  readonly #most: number;
  readonly #waiting = new GrowingRing<ApiserverFact>();
  readonly #wakeUp = new WakeUp();
  #lost = 0;
  #closed = false;

  constructor(onClose: () => void, most = mostWaiting) {
    this.#onClose = onClose;
    this.#most = most;
  }

  push(fact: ApiserverFact): void {
    if (this.#waiting.length >= this.#most) {
      this.#waiting.shift();
      this.#lost++;
    }
    this.#waiting.push(fact);
    this.#wakeUp.wake();
  }

  /** NDJSON. */
  async next(): Promise<string | undefined> {
    while (!this.#closed && this.#waiting.length === 0) await this.#wakeUp.wait();
    if (this.#closed) return undefined;
    const lines: object[] = [];
    if (this.#lost > 0) lines.push({ kind: 'gap', lost: this.#lost });
    this.#lost = 0;
    for (let fact = this.#waiting.shift(); fact; fact = lines.length < batchSize ? this.#waiting.shift() : undefined) lines.push(fact);
    return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#waiting.clear();
    this.#wakeUp.wake();
    this.#onClose();
  }
}
