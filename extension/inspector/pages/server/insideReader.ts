import type { Clock } from '../../../base/clock.ts';
import type { Disposable } from '../../../base/disposable.ts';
import type { Answered } from '../../../protocol/pages/server/answered.ts';
import { type InsideLook, type InsidePart, insideParts } from '../../../protocol/pages/server/insideLook.ts';
import { type Asked, questions } from './insideQuestions.ts';
import { type OpenInside, PartReader, type Question } from './partReader.ts';

/** What the parts that are looked at have answered last. */
export type InsideAnswers = { readonly [Part in InsidePart]?: Answered<Asked[Part]> };

/** Looks into the playground for one panel: at what is looked at there, and at nothing while nobody looks. */
export class InsideReader implements Disposable {
  readonly #parts: ReadonlyMap<InsidePart, PartReader<unknown>>;
  #look: InsideLook | undefined;

  /** @param onAnswer another answer has come */
  constructor(open: OpenInside, clock: Clock, onAnswer: () => void) {
    this.#parts = new Map(insideParts.map((part) => [part, new PartReader(open, clock, onAnswer)]));
  }

  /** Looks at this from now on; undefined: at nothing. */
  look(look: InsideLook | undefined): void {
    this.#look = look;
    for (const [part, reader] of this.#parts) reader.ask(look?.parts.includes(part) ? (questions[part](look) as Question<unknown>) : undefined);
  }

  /** Something was changed in there: what is looked at is asked anew. */
  refresh(): void {
    for (const reader of this.#parts.values()) reader.askNow();
  }

  get answers(): InsideAnswers {
    const looked = this.#look?.parts ?? [];
    return Object.fromEntries(looked.flatMap((part) => {
      const answer = this.#parts.get(part)!.answer;
      return answer ? [[part, answer]] : [];
    })) as InsideAnswers;
  }

  dispose(): void {
    for (const reader of this.#parts.values()) reader.dispose();
  }
}
