import { clip } from '../base/clip.ts';
import type { KubeObject } from '../kube/object.ts';
import { coarseAge } from './coarseAge.ts';
import type { PrinterColumn } from './printerColumns.ts';

export interface ColumnValue {
  readonly name: string;
  /** What the column says of the object, in so few characters that several have room. */
  readonly text: string;
  /** In how many milliseconds it says something else though nothing happens; undefined: never. */
  readonly changesInMs: number | undefined;
}

const longest = 40;
/** Of a path that leads to many, the first. */
const mostFound = 5;
const truth = /^(true|false|unknown)$/i;

/**
 * What printer columns say of an object; a column that finds nothing says nothing. Values stand without the names of their columns, but where they mean nothing
 * without: `Ready`, `NotReady`. Of a Secret nothing is said: its columns could lead to what is nobody's to read.
 * @param now milliseconds since 1970
 */
export function columnValues(object: KubeObject, columns: readonly PrinterColumn[], now: number): readonly ColumnValue[] {
  if (object.kind === 'Secret') return [];
  return columns.flatMap((column) => valueOf(object, column, now));
}

function valueOf(object: KubeObject, { name, type, find }: PrinterColumn, now: number): readonly ColumnValue[] {
  const found = find(object).filter((value) => value !== undefined && value !== null && value !== '');
  const [first] = found;
  if (first === undefined) return [];
  if (type === 'date') return ageSince(name, first, now);
  const isTruth = typeof first === 'boolean' || (typeof first === 'string' && truth.test(first));
  const text = isTruth && found.length === 1 ? truthWord(name, String(first).toLowerCase()) : found.slice(0, mostFound).map(textOf).join(',');
  return [{ name, text: clip(text, longest), changesInMs: undefined }];
}

function ageSince(name: string, value: unknown, now: number): readonly ColumnValue[] {
  const time = typeof value === 'string' ? Date.parse(value) : NaN;
  if (Number.isNaN(time)) return [];
  const { text, changesInMs } = coarseAge(Math.max(0, now - time));
  return [{ name, text, changesInMs: Math.max(changesInMs, time - now) }];
}

/** As the status of a condition is told of kinds that are known: `Ready`, `NotReady`. */
function truthWord(name: string, value: string): string {
  if (value === 'true') return name;
  return value === 'false' && /^[A-Z]\w*$/.test(name) ? `Not${name}` : `${name}: ${value}`;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '…'; // deeper than the stack
  }
}
