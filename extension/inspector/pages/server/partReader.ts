import type { Clock } from '../../../base/clock.ts';
import { messageOf } from '../../../base/codedError.ts';
import type { Disposable } from '../../../base/disposable.ts';
import { limits } from '../../../protocol/checks.ts';
import type { Answered } from '../../../protocol/pages/server/answered.ts';
import type { IntrospectionClient } from '../../introspection/introspectionClient.ts';
import { IntrospectionError } from '../../introspection/introspectionError.ts';

/** What is asked of one part of the inside, again and again. */
export interface Question<T> {
  /** Another for each question: what answers one is no answer to the next. */
  readonly key: string;
  /** @throws IntrospectionError */
  readonly ask: (client: IntrospectionClient) => Promise<T>;
}

export type OpenInside = () => Promise<IntrospectionClient | undefined>;

/** From the beginning of one round to that of the next. */
const periodMs = 1000;

/**
 * Asks one part of the inside about once a second, one request at a time. Each part has a reader of its own, so that one that hangs or
 * fails holds up no other.
 */
export class PartReader<T> implements Disposable {
  readonly #open: OpenInside;
  readonly #clock: Clock;
  readonly #onAnswer: () => void;
  #question: Question<T> | undefined;
  #answer: Answered<T> | undefined;
  /** Rises with each question: what comes for an older one is dropped. */
  #round = 0;
  #timer: Disposable | undefined;

  constructor(open: OpenInside, clock: Clock, onAnswer: () => void) {
    this.#open = open;
    this.#clock = clock;
    this.#onAnswer = onAnswer;
  }

  /** The newest answer to the question that is asked now; undefined: none yet. */
  get answer(): Answered<T> | undefined {
    return this.#answer;
  }

  /** Asks this from now on, at once where it is another; undefined: nothing, and the answer is kept for who comes back. */
  ask(question: Question<T> | undefined): void {
    const isAnother = question?.key !== this.#question?.key;
    const goesOn = question !== undefined && this.#question !== undefined;
    if (!isAnother && goesOn) return;
    if (question && question.key !== this.#answeredKey) this.#answer = undefined;
    this.#question = question;
    this.#stop();
    if (question) void this.#read(question);
  }

  /** Asks now what would be asked in a moment: somebody has changed it. */
  askNow(): void {
    if (!this.#question) return;
    this.#stop();
    void this.#read(this.#question);
  }

  dispose(): void {
    this.#question = undefined;
    this.#stop();
  }

  #answeredKey = '';

  #stop(): void {
    this.#round++;
    this.#timer?.dispose();
    this.#timer = undefined;
  }

  /** Never rejects. */
  async #read(question: Question<T>): Promise<void> {
    const round = this.#round;
    const began = this.#clock.now();
    const answer = await this.#answerTo(question);
    if (round !== this.#round) return;
    this.#answeredKey = question.key;
    this.#answer = answer;
    this.#timer = this.#clock.setTimer(Math.max(0, began + periodMs - this.#clock.now()), () => void this.#read(question));
    this.#onAnswer();
  }

  async #answerTo({ ask }: Question<T>): Promise<Answered<T>> {
    const value = this.#answer?.value ?? null;
    try {
      const client = await this.#open();
      return client ? { value: await ask(client), fault: null } : { value, fault: { why: 'gone', message: '' } };
    } catch (error) {
      return { value, fault: faultOf(error) };
    }
  }
}

function faultOf(error: unknown): NonNullable<Answered<unknown>['fault']> {
  const message = messageOf(error).slice(0, limits.text);
  if (IntrospectionError.is(error, 'unreachable')) return { why: 'gone', message };
  if (IntrospectionError.is(error, 'refused')) return { why: error.data.status === 404 ? 'missing' : 'refused', message };
  return { why: 'unreadable', message };
}
