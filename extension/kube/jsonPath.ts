import { isRecord } from './object.ts';

/** What a path finds in an object, in order. */
export type JsonPath = (object: unknown) => readonly unknown[];

type Step = (values: readonly unknown[]) => readonly unknown[];

const field = /^\.([A-Za-z_][\w-]*)/;
const quoted = /^\.?\[(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\]/;
const index = /^\.?\[(-?\d+)\]/;
const every = /^(?:\.?\[\*\]|\.\*)/;
const filter = /^\.?\[\?\(@((?:\.[A-Za-z_][\w-]*)+) *(==|!=) *(?:'([^']*)'|"([^"]*)"|(-?\d+(?:\.\d+)?|true|false))\)\]/;

/**
 * The paths that printer columns have: `.spec.replicas`, `.status.conditions[?(@.type=="Ready")].status`, `.spec.ports[*].name`.
 * Undefined for one that is none, or has a part that is not known here.
 */
export function parseJsonPath(text: string): JsonPath | undefined {
  let rest = text.trim();
  if (!rest.startsWith('.') && !rest.startsWith('[')) return undefined;
  const steps: Step[] = [];
  while (rest !== '' && rest !== '.') {
    const [step, length] = parseStep(rest) ?? [];
    if (!step) return undefined;
    steps.push(step);
    rest = rest.slice(length);
  }
  return (object) => steps.reduce<readonly unknown[]>((values, step) => step(values), [object]);
}

function parseStep(text: string): readonly [Step, number] | undefined {
  let match = field.exec(text) ?? quoted.exec(text);
  if (match) return [member((match[1] ?? match[2] ?? '').replace(/\\(.)/g, '$1')), match[0].length];
  match = index.exec(text);
  if (match) return [element(Number(match[1])), match[0].length];
  match = every.exec(text);
  if (match) return [(values) => values.flatMap(elements), match[0].length];
  match = filter.exec(text);
  return match ? [matching(match), match[0].length] : undefined;
}

function member(name: string): Step {
  return (values) => values.flatMap((value) => (isRecord(value) && Object.hasOwn(value, name) ? [value[name]] : []));
}

function element(at: number): Step {
  return (values) => values.flatMap((value) => (Array.isArray(value) && value.at(at) !== undefined ? [value.at(at) as unknown] : []));
}

function elements(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isRecord(value) ? Object.values(value) : [];
}

function matching([, path = '', operator, single, double, literal]: readonly (string | undefined)[]): Step {
  const names = path.slice(1).split('.');
  const wanted: unknown = literal === undefined ? (single ?? double) : literal === 'true' || literal === 'false' ? literal === 'true' : Number(literal);
  const isWanted = (value: unknown): boolean => {
    const [found] = names.reduce<readonly unknown[]>((values, name) => member(name)(values), [value]);
    return found === undefined ? false : (found === wanted) === (operator === '==');
  };
  return (values) => values.flatMap(elements).filter(isWanted);
}
