import { CodedError } from '../base/codedError.ts';

export type Labels = Readonly<Record<string, string>>;

/** One condition on labels; all of a selector's hold together. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: 'in' | 'notin' | 'exists' | 'absent' | 'gt' | 'lt';
  readonly values: readonly string[];
}

/** `metav1.LabelSelector`, as it stands in the spec of a Deployment. */
export interface LabelSelector {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly { readonly key: string; readonly operator: string; readonly values?: readonly string[] }[];
}

/** Why a text is no selector. `text`: the part of it that is wrong. */
export type SelectorFault =
  | { readonly kind: 'labelRequirement' | 'labelKey' | 'fieldRequirement'; readonly text: string }
  | { readonly kind: 'labelValue'; readonly text: string; readonly key: string };

/** `data` says it for whoever shows it; the message is for the log, a terminal and clients of the playground. */
export class SelectorError extends CodedError<SelectorFault['kind'], SelectorFault> {
  override readonly name = 'SelectorError';

  constructor(fault: SelectorFault) {
    super(fault.kind, textOfFault(fault), fault);
  }

  static is(error: unknown): error is SelectorError {
    return error instanceof SelectorError;
  }
}

function textOfFault(fault: SelectorFault): string {
  const text = JSON.stringify(fault.text);
  switch (fault.kind) {
    case 'labelRequirement':
      return `${text} is not a label requirement`;
    case 'labelKey':
      return `${text} is not a label key`;
    case 'labelValue':
      return `${text} is not a value for label ${fault.key}`;
    case 'fieldRequirement':
      return `${text} is not a field requirement`;
  }
}

const labelKey = /^([a-z0-9]([-a-z0-9.]*[a-z0-9])?\/)?[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/;
const labelValue = /^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$/;

/** @see isLabelValue */
export function isLabelKey(text: string): boolean {
  const name = text.slice(text.indexOf('/') + 1);
  return labelKey.test(text) && name.length <= 63 && text.length - name.length <= 254;
}

/** At most 63 letters, digits, `-`, `_`, `.`, beginning and ending with a letter or digit; or empty. */
export function isLabelValue(text: string): boolean {
  return labelValue.test(text) && text.length <= 63;
}

/**
 * `a=b,c!=d,e in (x,y),f notin (z),g,!h,i>1`: the text form of the `labelSelector` parameter. Empty selects everything.
 * @throws SelectorError
 */
export function parseLabelSelector(text: string): readonly LabelRequirement[] {
  return splitRequirements(text).map(parseRequirement);
}

/** Commas inside parentheses separate values, all others requirements. */
function splitRequirements(text: string): string[] {
  if (text.trim() === '') return [];
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    if (text[index] === '(') depth++;
    else if (text[index] === ')') depth--;
    else if (text[index] === ',' && depth === 0) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  parts.push(text.slice(start));
  return parts.map((part) => part.trim());
}

function parseRequirement(part: string): LabelRequirement {
  const set = /^(\S+)\s+(in|notin)\s*\(([^()]*)\)$/.exec(part);
  if (set) return requirement(set[1]!, set[2] as 'in' | 'notin', set[3]!.split(',').map((value) => value.trim()));
  const comparison = /^([^\s=!<>]+)\s*(==|=|!=|<|>)\s*([^\s=!<>]*)$/.exec(part);
  if (comparison) {
    const operator = ({ '=': 'in', '==': 'in', '!=': 'notin', '>': 'gt', '<': 'lt' } as const)[comparison[2]! as '='];
    return requirement(comparison[1]!, operator, [comparison[3]!]);
  }
  const presence = /^(!?)\s*([^\s=!<>()]+)$/.exec(part);
  if (presence) return requirement(presence[2]!, presence[1] ? 'absent' : 'exists', []);
  throw new SelectorError({ kind: 'labelRequirement', text: part });
}

function requirement(key: string, operator: LabelRequirement['operator'], values: readonly string[]): LabelRequirement {
  if (!isLabelKey(key)) throw new SelectorError({ kind: 'labelKey', text: key });
  const wrong = values.find((value) => !isLabelValue(value) || ((operator === 'gt' || operator === 'lt') && !/^-?\d+$/.test(value)));
  if (wrong !== undefined) throw new SelectorError({ kind: 'labelValue', text: wrong, key });
  return { key, operator, values };
}

/** By the names that selector objects have for them. */
const namedOperators = { In: 'in', NotIn: 'notin', Exists: 'exists', DoesNotExist: 'absent' } as const;

/** Those of nodes compare numbers, too (`v1.NodeSelectorOperator`). */
export const nodeOperators: Readonly<Record<string, LabelRequirement['operator']>> = { ...namedOperators, Gt: 'gt', Lt: 'lt' };

/** The requirements of a selector object; undefined where it is malformed. An empty selector selects everything. */
export function requirementsOf(selector: LabelSelector): readonly LabelRequirement[] | undefined {
  const requirements: LabelRequirement[] = Object.entries(selector.matchLabels ?? {}).map(([key, value]) => ({
    key,
    operator: 'in',
    values: [value],
  }));
  for (const { key, operator, values = [] } of selector.matchExpressions ?? []) {
    if (!Object.hasOwn(namedOperators, operator)) return undefined;
    const known = namedOperators[operator as keyof typeof namedOperators];
    if ((known === 'in' || known === 'notin') !== values.length > 0) return undefined;
    requirements.push({ key, operator: known, values });
  }
  return requirements;
}

/** A missing label satisfies `notin`, as in client-go's `labels.Requirement`. */
export function matchesLabels(requirements: readonly LabelRequirement[], labels?: Labels | null): boolean {
  return requirements.every(({ key, operator, values }) => {
    const value = labels && Object.hasOwn(labels, key) ? labels[key] : undefined;
    switch (operator) {
      case 'in':
        return value !== undefined && values.includes(value);
      case 'notin':
        return value === undefined || !values.includes(value);
      case 'exists':
        return value !== undefined;
      case 'absent':
        return value === undefined;
      case 'gt':
        return wholeNumber(value) > wholeNumber(values[0]);
      case 'lt':
        return wholeNumber(value) < wholeNumber(values[0]);
    }
  });
}

/** NaN for anything else, which is neither more nor less than any number: `labels.Requirement` parses both. */
function wholeNumber(text: string | undefined): number {
  return text !== undefined && /^[-+]?\d+$/.test(text) ? Number(text) : Number.NaN;
}
