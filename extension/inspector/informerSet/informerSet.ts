import type { Node, ParseError } from 'jsonc-parser';
import { sum } from '../../base/sum.ts';
import { isRecord } from '../../kube/object.ts';
import { entryOf, type EntryProblem, type EntrySource, type ReadEntry, readEntry } from './informerEntry.ts';
import type { InformerRequest } from '../informerRequest.ts';

/** A longer file is no list that somebody has written. */
export const mostBytes = 256 * 1024;
/** Started together, each costs the API server a list and a watch. */
export const mostInformers = 100;
/** Of a file that is wrong altogether no more is told. */
const mostProblems = 50;

export interface SetProblem {
  /** Where in the text. */
  readonly offset: number;
  readonly length: number;
  /** `informers[0].namespaces[1]`; empty: the whole. */
  readonly field: string;
  readonly fault: EntryProblem['fault'] | { readonly kind: 'syntax'; readonly code: string } | { readonly kind: 'tooLong' } | { readonly kind: 'tooMany'; readonly count: number };
}

export interface InformerSet {
  /** Those without a fault, in their order. */
  readonly entries: readonly ReadEntry[];
  readonly problems: readonly SetProblem[];
}

/** What to replace in a text. */
export interface SetEdit {
  readonly offset: number;
  readonly length: number;
  readonly content: string;
}

/** Reads the text of such a file. Whoever wrote it is trusted in nothing: it is bounded and checked throughout, and every fault has a place. Never throws. */
export async function readInformerSet(text: string): Promise<InformerSet> {
  if (text.length > mostBytes) return { entries: [], problems: [{ offset: 0, length: 1, field: '', fault: { kind: 'tooLong' } }] };
  const { findNodeAtLocation, getNodeValue, parseTree, printParseErrorCode } = await import('jsonc-parser');
  const errors: ParseError[] = [];
  const { root, value } = valueIn(text, errors, parseTree, getNodeValue);
  if (errors.length > 0) return { entries: [], problems: errors.slice(0, mostProblems).map(({ error, offset, length }) => ({ offset, length: Math.max(1, length), field: '', fault: { kind: 'syntax', code: printParseErrorCode(error) } })) };
  const problems: SetProblem[] = [];
  const tell = (path: readonly (string | number)[], fault: SetProblem['fault']): void => {
    if (problems.length < mostProblems) problems.push({ ...placeOf(root && findNodeAtLocation(root, [...path])), field: fieldOf(path), fault });
  };
  const entries = entriesIn(value, tell);
  const count = sum(entries, ({ requests }) => requests.length);
  if (count > mostInformers) tell(['informers'], { kind: 'tooMany', count });
  return { entries, problems };
}

/** The edits that add an informer at the end of the list, and leave comments and all else as they are. Empty: the file has it already. */
export async function addToInformerSet(text: string, request: InformerRequest, source: EntrySource): Promise<readonly SetEdit[]> {
  const { entries } = await readInformerSet(text);
  if (entries.some((entry) => sourceKey(entry.source) === sourceKey(source) && entry.requests.some((each) => keyOf(each) === keyOf(request)))) return [];
  const { modify } = await import('jsonc-parser');
  return modify(text.trim() === '' ? '{}' : text, ['informers', -1], entryOf(request, source), { isArrayInsertion: true, formattingOptions: formatOf(text) });
}

/** As a new file has it. */
export function newInformerSet(comment: string): string {
  return `{\n  // ${comment}\n  "informers": []\n}\n`;
}

/** Deeper than the stack is no file of ours, whichever of both steps has used it up. */
function valueIn(text: string, errors: ParseError[], parse: (text: string, errors: ParseError[], options: object) => Node | undefined, valueOf: (node: Node) => unknown): { readonly root?: Node; readonly value?: unknown } {
  try {
    const root = parse(text, errors, { allowTrailingComma: true });
    return root && errors.length === 0 ? { root, value: valueOf(root) } : {};
  } catch {
    errors.push({ error: 1, offset: 0, length: 1 });
    return {};
  }
}

function entriesIn(value: unknown, tell: (path: readonly (string | number)[], fault: SetProblem['fault']) => void): readonly ReadEntry[] {
  if (!isRecord(value)) {
    tell([], { kind: 'wrong', wanted: 'object' });
    return [];
  }
  for (const field of Object.keys(value)) if (field !== 'informers' && field !== '$schema') tell([field], { kind: 'unknown', field });
  const { informers } = value;
  if (informers === undefined) tell([], { kind: 'missing', field: 'informers' });
  else if (!Array.isArray(informers)) tell(['informers'], { kind: 'wrong', wanted: 'list' });
  else if (informers.length > mostInformers) tell(['informers'], { kind: 'tooMany', count: informers.length });
  else return informers.flatMap((entry, index) => readEntry(entry, ({ path, fault }) => tell(['informers', index, ...path], fault)) ?? []);
  return [];
}

/** Of a property its name and its value, so that what is underlined can be read. */
function placeOf(node: Node | undefined): Pick<SetProblem, 'offset' | 'length'> {
  const marked = node?.parent?.type === 'property' ? node.parent : node;
  return { offset: marked?.offset ?? 0, length: Math.max(1, marked?.length ?? 1) };
}

function fieldOf(path: readonly (string | number)[]): string {
  return path.map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${part}`)).join('');
}

function keyOf(request: InformerRequest): string {
  return JSON.stringify(entryOf(request));
}

function sourceKey(source: EntrySource): string {
  return JSON.stringify(source ?? null);
}

function formatOf(text: string) {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  return { insertSpaces: !indent.includes('\t'), tabSize: indent.includes('\t') ? 4 : indent.length, eol: text.includes('\r\n') ? '\r\n' : '\n' };
}
