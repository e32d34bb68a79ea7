import { isRecord } from '../../kube/object.ts';

/**
 * Paths of the fields that a text of JSON has more than once in one object, each path once, in the order of the text (sigs.k8s.io/json `UnmarshalStrict`):
 * `metadata`, `spec.containers[0].name`. The last one counts, so of the others nothing is left in `value`.
 * @param value what that text is
 */
export function duplicateFields(text: string, value: unknown): readonly string[] {
  // To count costs a tenth of naming them, and hardly anybody has any.
  return fieldsIn(text) === fieldsOf(value) ? [] : nameDuplicates(text);
}

function fieldsOf(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, each) => (typeof each === 'object' ? sum + fieldsOf(each) : sum), 0);
  if (!isRecord(value)) return 0;
  let count = 0;
  for (const key in value) count += typeof value[key] === 'object' ? 1 + fieldsOf(value[key]) : 1;
  return count;
}

/** Colons outside of strings. */
function fieldsIn(text: string): number {
  let count = 0;
  for (let start = text.indexOf('"'); start >= 0; ) {
    const end = endOfString(text, start);
    if (isNamed(text, end)) count++;
    start = text.indexOf('"', end + 1);
  }
  return count;
}

/** @param start where it begins, with a quote @returns where the quote is that ends it */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

/** The string that ends there is the name of a field. */
function isNamed(text: string, end: number): boolean {
  let at = end + 1;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at++;
  return text[at] === ':';
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === '\\') slashes++;
  return slashes % 2 === 1;
}

interface Level {
  /** Undefined in a list. */
  readonly seen: Set<string> | undefined;
  readonly path: string;
  /** Of the value that comes next, in its list. */
  index: number;
  /** And in its object. */
  key: string;
}

function nameDuplicates(text: string): readonly string[] {
  const found = new Set<string>();
  const levels: Level[] = [];
  for (let at = 0; at < text.length; at++) {
    const level = levels.at(-1);
    switch (text[at]) {
      case '{':
        levels.push({ seen: new Set(), path: pathOf(level), index: 0, key: '' });
        break;
      case '[':
        levels.push({ seen: undefined, path: pathOf(level), index: 0, key: '' });
        break;
      case '}':
      case ']':
        levels.pop();
        break;
      case ',':
        if (level) level.index++;
        break;
      case '"': {
        const end = endOfString(text, at);
        if (level?.seen && isNamed(text, end)) {
          level.key = JSON.parse(text.slice(at, end + 1)) as string;
          if (level.seen.has(level.key)) found.add(pathOf(level));
          level.seen.add(level.key);
        }
        at = end;
      }
    }
  }
  return [...found];
}

/** Of the value that comes next there. */
function pathOf(level: Level | undefined): string {
  if (!level) return '';
  if (!level.seen) return `${level.path}[${level.index}]`;
  return level.path === '' ? level.key : `${level.path}.${level.key}`;
}
