import { CodedError, messageOf } from './codedError.ts';

/** Why a text is no expression, or an expression has no answer. Numbers: what there is at most. */
export type ExpressionFault =
  | { readonly kind: 'tooLong'; readonly length: number; readonly most: number }
  | { readonly kind: 'brackets' | 'parts' | 'loops'; readonly most: number }
  /** `at`: line and column, `1:13`; `found`: what stands there, a character or `end of input`. */
  | { readonly kind: 'syntax'; readonly at: string; readonly found: string }
  | { readonly kind: 'unknownName'; readonly name: string; readonly known: readonly string[] }
  | { readonly kind: 'noFunction'; readonly name: string }
  | { readonly kind: 'noField'; readonly name: string }
  /** Of a text with expressions in braces. */
  | { readonly kind: 'openBrace' }
  /** `result`: undefined where it is more than a word. */
  | { readonly kind: 'notYesOrNo'; readonly result: string | undefined }
  /** It looks at more, or takes longer, than it may. */
  | { readonly kind: 'values' | 'characters' | 'ms'; readonly most: number }
  /** What the language itself says, or whatever else has failed. */
  | { readonly kind: 'said'; readonly text: string };

/** `data` says it for whoever shows it; the message, for the log and a terminal, goes on from "it". */
export class ExpressionError extends CodedError<ExpressionFault['kind'], ExpressionFault> {
  override readonly name: string = 'ExpressionError';

  constructor(fault: ExpressionFault, options?: ErrorOptions) {
    super(fault.kind, textOfFault(fault), fault, options);
  }

  static is(error: unknown): error is ExpressionError {
    return error instanceof ExpressionError;
  }
}

/** Of anything that an expression has thrown. */
export function expressionFaultOf(error: unknown): ExpressionFault {
  return ExpressionError.is(error) ? error.data : { kind: 'said', text: messageOf(error) };
}

/** In English. */
export function textOfFault(fault: ExpressionFault): string {
  switch (fault.kind) {
    case 'tooLong':
      return `it has ${fault.length} characters, and ${fault.most} at most are taken`;
    case 'brackets':
      return `its brackets are nested more than ${fault.most} deep`;
    case 'parts':
      return `it has more than ${fault.most} parts`;
    case 'loops':
      return `its loops (\`all\`, \`exists\`, \`filter\` …) are nested more than ${fault.most} deep`;
    case 'syntax':
      return `at ${fault.at}: found ${fault.found}`;
    case 'unknownName':
      return `\`${fault.name}\` is unknown: it may speak of ${listed(fault.known)}`;
    case 'noFunction':
      return `there is no function \`${fault.name}\``;
    case 'noField':
      return `field not found: ${fault.name}`;
    case 'openBrace':
      return 'a brace in it is not closed; {{ stands for a brace itself';
    case 'notYesOrNo':
      return `it gives ${fault.result ?? 'a value'}, which is neither true nor false`;
    case 'values':
      return `it looks at more than ${fault.most} values`;
    case 'characters':
      return `it looks for patterns in more than ${fault.most} characters`;
    case 'ms':
      return `it takes longer than ${fault.most} ms`;
    case 'said':
      return fault.text;
  }
}

function listed(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``);
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`;
}
