import { keptLength } from '../../kube/keptFields.ts';
import { isRecord } from '../../kube/object.ts';
import type { TraceEntry } from '../../trace/entry.ts';
import type { Recorded } from './recorded.ts';

/** What an entry takes with its place in the ring, measured: 171 to 235 bytes with one cause. */
const entryShell = 224;
const bytesPerCause = 8;

/** An object whose fields are kept as text, without that text: two records, what is simple in them, and what reads the text. */
const keptShell = 640;
/** A record, a list or a text, and a field of one. */
const recordShell = 56;
const fieldBytes = 16;
/** More is not looked at: an object that large has been counted in large. */
const maxLooked = 100_000;

export function sizeOfEntry(entry: TraceEntry): number {
  const { cause } = entry;
  return entryShell + (cause && cause.length > 1 ? bytesPerCause * cause.length : 0) + ('message' in entry ? entry.message.length : 0) + (entry.kind === 'apiserver.request' ? entry.path.length + entry.userAgent.length : 0);
}

/** Bytes of an object, as far as it does not share them with others. */
export function sizeOfObject(object: unknown): number {
  const characters = isRecord(object) ? keptLength(object) : undefined;
  if (characters === undefined) return sizeOfValue(object);
  const { metadata } = object as { readonly metadata: object };
  return keptShell + characters + (keptLength(metadata) ?? 0);
}

export function sizeOfRecorded(recorded: Recorded): number {
  if (recorded.kind !== 'input') return recorded.kind === 'stepper' ? recordShell * (4 + 8 * recorded.stepper.held.length) : recordShell * 8;
  let bytes = recordShell * 4;
  const { line } = recorded;
  if (line.kind === 'input.list') for (const item of line.page?.items ?? []) bytes += sizeOfObject(item) + fieldBytes;
  else for (const { object } of line.events ?? []) bytes += sizeOfObject(object) + recordShell + fieldBytes;
  return bytes;
}

function sizeOfValue(value: unknown): number {
  let bytes = 0;
  let looked = 0;
  const waiting: unknown[] = [value];
  while (waiting.length > 0 && looked++ < maxLooked) {
    const next = waiting.pop();
    if (typeof next === 'string') bytes += recordShell / 2 + next.length;
    else if (Array.isArray(next)) {
      bytes += recordShell + fieldBytes * next.length;
      for (const each of next) waiting.push(each);
    } else if (typeof next === 'object' && next !== null) {
      bytes += recordShell;
      for (const each of Object.values(next)) {
        bytes += fieldBytes;
        waiting.push(each);
      }
    }
  }
  return bytes;
}
