import { messageOf } from '../base/codedError.ts';
import { english, heard, type Saying, say } from '../base/saying.ts';
import type { Composer, Lexer, LineCounter, Parser } from 'yaml';

/** Each is looked up in the whole of the document. */
const mostAliases = 500;

/** As often as what aliases stand for may be repeated. */
const mostRepeats = 10_000;

/** kubectl knows none of them, and reads what is marked so as what it is: times stay text, sixties are not counted in. */
const unknownTags = /:(timestamp|omap|pairs|set)$/;

/** What is no YAML. `line` counts from 1. */
export class YamlFault extends Error {
  override readonly name = 'YamlFault';
  readonly line: number | undefined;
  /** As the rest of a sentence, without its end; what the parser says is English. */
  readonly said: Saying;

  constructor(what: Saying, line?: number, options?: ErrorOptions) {
    super(english(what), options);
    this.said = what;
    this.line = line;
  }
}

/** What may stand in no YAML 1.1, whoever reads it (libyaml's reader). */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/;

interface Yaml {
  readonly Composer: typeof Composer;
  readonly Lexer: typeof Lexer;
  readonly LineCounter: typeof LineCounter;
  readonly Parser: typeof Parser;
}

/**
 * The first document of a text, as kubectl reads it: YAML 1.1, in which more words than `true` are true, with merge keys; of two keys that are
 * alike the last counts. What it costs is bounded, whatever stands in it.
 * @param mostTokens beyond which nothing is read
 * @returns undefined for a text without a document
 * @throws YamlFault
 */
export async function parseYaml(text: string, mostTokens: number): Promise<unknown> {
  const yaml = await import('yaml');
  try {
    return compose(readable(text), mostTokens, yaml);
  } catch (error) {
    if (error instanceof YamlFault) throw error;
    throw new YamlFault(error instanceof RangeError ? say`it is nested too deeply` : heard(messageOf(error)), undefined, { cause: error });
  }
}

function compose(text: string, mostTokens: number, { Composer, Lexer, LineCounter, Parser }: Yaml): unknown {
  const lines = new LineCounter();
  const parser = new Parser(lines.addNewLine);
  const lexer = heedlessOfIndent(new Lexer());
  const composer = new Composer({
    version: '1.1',
    merge: true,
    customTags: (tags) => tags.filter((tag) => typeof tag === 'string' || !(unknownTags.test(tag.tag) || ('format' in tag && tag.format === 'TIME'))),
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  });
  lines.addNewLine(0);
  boundTokens(heedlessOfIndent(new Lexer()), text, mostTokens);
  for (const document of composer.compose(parse(text, lexer, parser))) {
    const [fault] = document.errors;
    if (fault) throw new YamlFault(heard(fault.message), lines.linePos(fault.pos[0]).line, { cause: fault });
    const value: unknown = document.toJS({ maxAliasCount: mostRepeats });
    refuseCircles(value, new Set(), new Set());
    return value;
  }
  return undefined;
}

/** With line breaks as one character, of which YAML 1.1 knows several kinds. */
function readable(text: string): string {
  const at = text.search(unprintable);
  if (at !== -1) throw new YamlFault(say`it has control characters in it`, text.slice(0, at).split(/\r\n?|\n/).length);
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
}

/** What of a lexer is not told in its types: this release of it is the one that is packed. */
interface LexerInside {
  /** Columns by which what belongs to the open block must be indented. */
  indentNext: number;
  parseFlowCollection(): LexerStep;
  parseQuotedScalar(): LexerStep;
}

type LexerStep = Generator<string, unknown>;

/** Within brackets, braces and quotes indentation says nothing: YAML asks for some all the same, and kubectl's parser does not. */
function heedlessOfIndent(lexer: Lexer): Lexer {
  const inside = lexer as unknown as LexerInside;
  for (const step of ['parseFlowCollection', 'parseQuotedScalar'] as const) {
    const strict = inside[step];
    inside[step] = function* () {
      const { indentNext } = inside;
      inside.indentNext = 0;
      const next = yield* strict.call(inside);
      inside.indentNext = indentNext;
      return next;
    };
  }
  return lexer;
}

function* parse(text: string, lexer: Lexer, parser: Parser): ReturnType<Parser['parse']> {
  for (const token of lexer.lex(text)) yield* parser.next(token);
  yield* parser.end();
}

function boundTokens(lexer: Lexer, text: string, mostTokens: number): void {
  let [tokens, aliases] = [0, 0];
  for (const token of lexer.lex(text)) {
    if (++tokens > mostTokens) throw new YamlFault(say`it has more than ${mostTokens} parts`);
    if (token.startsWith('*') && ++aliases > mostAliases) throw new YamlFault(say`it has more than ${mostAliases} aliases`);
  }
}

/** What contains itself cannot be written down, and kubectl refuses it. */
function refuseCircles(value: unknown, within: Set<unknown>, seen: Set<unknown>): void {
  if (typeof value !== 'object' || value === null) return;
  if (within.has(value)) throw new YamlFault(say`an anchor contains itself`);
  if (seen.has(value)) return;
  seen.add(value);
  within.add(value);
  for (const part of Object.values(value)) refuseCircles(part, within, seen);
  within.delete(value);
}
