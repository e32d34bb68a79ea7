import { writeFrames } from './frames.ts';

/**
 * Gathers what is sent within a turn of the loop. The first message goes at once, so that the other side wakes up while the rest is being
 * made; the rest goes together, when the turn ends.
 */
export class Outbox<Message> {
  readonly #write: (text: string) => void;
  readonly #atEndOfTurn: (callback: () => void) => void;
  #messages: Message[] = [];
  #isOpen = false;

  constructor(write: (text: string) => void, atEndOfTurn: (callback: () => void) => void) {
    this.#write = write;
    this.#atEndOfTurn = atEndOfTurn;
  }

  send(message: Message): void {
    this.#messages.push(message);
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.flush();
    this.#atEndOfTurn(() => {
      this.#isOpen = false;
      this.flush();
    });
  }

  /** Sends at once what waits. */
  flush(): void {
    if (this.#messages.length === 0) return;
    const messages = this.#messages;
    this.#messages = [];
    this.#write(writeFrames(messages));
  }
}
