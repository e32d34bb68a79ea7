import { CodedError } from './codedError.ts';

/**
 * A sentence, or a part of one, as data: its English with `{0}`, `{1}` … where values belong, by which a translation is looked up, and the values. English is for
 * logs and the terminal; whoever shows it to a person asks for it in that person's language (`ui/sayingWords.ts`). A test holds that each has a translation.
 */
export interface Saying {
  readonly text: string;
  readonly values: readonly (string | number | Saying)[];
}

/** ``say`There is no kubeconfig ${path}.` ``; a value that is translated itself is a saying, too. */
export function say(parts: TemplateStringsArray, ...values: readonly (string | number | Saying)[]): Saying {
  return { text: parts.map((part, index) => (index === 0 ? part : `{${index - 1}}${part}`)).join(''), values };
}

/** What somebody else has said, in whatever language that is: without its full stop, since it is part of a sentence. */
export function heard(text: string): Saying {
  return say`${text.replace(/\.$/, '')}`;
}

export function english({ text, values }: Saying): string {
  return text.replaceAll(/\{(\d+)\}/g, (place, index: string) => {
    const value = values[Number(index)];
    return value === undefined ? place : typeof value === 'object' ? english(value) : String(value);
  });
}

/** A coded error that brings its own sentence, in any language. `message` is the English one. */
export class SaidError<Code extends string = string, Data = unknown> extends CodedError<Code, Data> {
  override readonly name: string = 'SaidError';
  readonly said: Saying;

  constructor(code: Code, said: Saying, data: Data, options?: ErrorOptions) {
    super(code, english(said), data, options);
    this.said = said;
  }

  /** A coded error of this kind, whichever. */
  static isOne(error: unknown): error is SaidError {
    return error instanceof SaidError;
  }
}
