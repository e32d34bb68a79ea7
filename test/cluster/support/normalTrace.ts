import type { TraceEntry } from '../../../extension/trace/entry.ts';
import type { FieldChanges } from '../../../extension/trace/fieldChanges.ts';
import { ours } from './traceScript.ts';

/** What an informer did in one step of a script, in words that are the same for two servers that behave alike. */
export interface NormalTrace {
  /** By key. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
  /** What concerns the whole informer, in its order. */
  readonly whole: readonly string[];
}

/**
 * Without what is each server's own: versions, uids, times (of creation, too, which are of whole seconds), numbers of objects, and objects that are not the
 * script's. Bookmarks come when time has passed, so they are left out, and attempts to connect that failed: how many there are is the machine's. An informer has
 * synced when the last object was popped; whether its watch is open by then is open, so that comes last. And where several events of a key come at once, how
 * far each has got when the next arrives is open: then each stage is in an order of its own.
 */
export function normalTrace(entries: readonly TraceEntry[]): NormalTrace {
  const keys: Record<string, string[]> = {};
  const whole: string[] = [];
  for (const entry of entries) {
    const word = wordOf(entry);
    if (word === undefined) continue;
    if (entry.key === undefined) whole.push(word);
    else if (isOurs(entry.key)) (keys[entry.key] ??= []).push(word);
  }
  const staged = Object.entries(keys).map(([key, words]) => [key, inStages(words)] as const);
  const isSynced = (word: string): boolean => word === 'reflector.synced';
  return { keys: Object.fromEntries(staged.toSorted(([one], [other]) => (one < other ? -1 : 1))), whole: [...withoutAttempts(whole.filter((word) => !isSynced(word))), ...whole.filter(isSynced)] };
}

function isOurs(key: string): boolean {
  return key.startsWith(ours);
}

const stages = ['reflector', 'queue.add', 'queue.coalesced', 'queue.pop', 'store', 'handler'];

function inStages(words: readonly string[]): readonly string[] {
  if (words.filter((word) => word.startsWith('reflector.event')).length < 2) return words;
  return words.flatMap((word) => word.split(' + ')).toSorted((one, other) => stageOf(one) - stageOf(other));
}

function stageOf(word: string): number {
  return stages.findIndex((stage) => word.startsWith(stage));
}

/** Undefined for what is not compared. Of a pop each delta is a word. */
function wordOf(entry: TraceEntry): string | undefined {
  const flags = (of: Readonly<Record<string, boolean | undefined>>): string => Object.entries(of).flatMap(([name, is]) => (is ? [` ${name}`] : [])).join('');
  switch (entry.kind) {
    case 'reflector.event':
      return `${entry.kind} ${entry.type}`;
    case 'reflector.list':
      return `${entry.kind} ${versionWord(entry.resourceVersion)}${entry.limit ? ` limit ${entry.limit}` : ''}${entry.continue ? ' continue' : ''}`;
    case 'reflector.watch':
      return `${entry.kind}${flags({ streaming: entry.streaming })}`;
    case 'reflector.error':
      return `${entry.kind} ${entry.phase} ${entry.code} ${entry.will}`;
    case 'reflector.bookmark':
      return entry.initialEventsEnd ? `${entry.kind} end` : undefined;
    case 'queue.add':
      return entry.delta === 'Bookmark' ? undefined : `${entry.kind} ${entry.delta}${flags({ tombstone: entry.tombstone })}`;
    case 'queue.coalesced':
      return `${entry.kind} ${entry.from} ${entry.into}`;
    case 'queue.pop':
      return entry.deltas.includes('Bookmark') ? undefined : entry.deltas.map((delta) => `${entry.kind} ${delta}${flags({ isInInitialList: entry.isInInitialList })}`).join(' + ');
    case 'store.update':
      return `${entry.kind}${flags({ uidChanged: entry.uidChanged })} ${pathsOf(entry.changed)}`;
    case 'store.delete':
      return `${entry.kind}${flags({ tombstone: entry.tombstone })}`;
    case 'handler.add':
      return `${entry.kind}${flags({ isInInitialList: entry.isInInitialList })}`;
    case 'handler.update':
      return `${entry.kind}${flags({ resync: entry.resync })}`;
    case 'handler.delete':
      return `${entry.kind}${flags({ tombstone: entry.tombstone, leftSelector: entry.leftSelector })}`;
    default:
      return entry.kind;
  }
}

/** In an order of our own: that of the fields of an object is the server's. */
function pathsOf(changed: FieldChanges | undefined): string {
  const paths = changed?.toJSON() ?? ['?'];
  return paths.filter((path) => path !== 'metadata.creationTimestamp').toSorted().join(' ');
}

function versionWord(version: string): string {
  return version === '' || version === '0' ? JSON.stringify(version) : 'last';
}

/** A watch that was tried in vain, for the machine was slow, is as if it had not been. */
function withoutAttempts(words: readonly string[]): string[] {
  const kept: string[] = [];
  for (const word of words) {
    if (word.startsWith('reflector.error watch 0 rewatch')) {
      const tried = kept.lastIndexOf('reflector.watch');
      if (tried >= 0) kept.splice(tried, 1);
    } else if (word !== 'reflector.backoff' || !kept.at(-1)?.startsWith('reflector.closed')) kept.push(word);
  }
  return kept;
}
