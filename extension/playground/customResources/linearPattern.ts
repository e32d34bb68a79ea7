import { RE2JS } from '@bufbuild/re2';

/** What of a pattern a text is held to, in instructions: a match takes as many steps for each character at worst. */
const maxInstructions = 2000;

export interface Pattern {
  test(text: string): boolean;
  toString(): string;
}

/**
 * A regular expression as the API server has it (RE2): one that takes no more time than the text is long, whatever somebody brings.
 * @throws an Error for what is none, and for one that is too large
 */
export function linearPattern(text: string): Pattern {
  const compiled = RE2JS.compile(text);
  if (compiled.re2().prog.numInst() > maxInstructions) throw new Error(`a pattern has ${maxInstructions} steps at most`);
  return { test: (value) => compiled.test(value), toString: () => text };
}

/** Why it is none; undefined: it is one. */
export function patternProblem(text: string): string | undefined {
  try {
    linearPattern(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
