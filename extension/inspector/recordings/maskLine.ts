import { type KeyedHash, maskObject, maskText, utf8Bytes } from '../../kube/mask.ts';
import { maskStatus } from '../../kube/maskStatus.ts';
import { isRecord } from '../../kube/object.ts';
import type { TraceEntry } from '../../trace/entry.ts';
import type { CacheLine, InputError, ListInput, WatchInput } from '../../trace/recording.ts';

/**
 * A line with what is secret in it masked, as where objects of a cluster are decoded: whoever wrote it may not have done so. What is masked
 * already stays as it is.
 * @param secret it is of the resource `secrets`
 */
export function maskLine<Line extends ListInput | WatchInput | CacheLine>(line: Line, hash: KeyedHash, secret: boolean): Line;
export function maskLine(line: ListInput | WatchInput | CacheLine, hash: KeyedHash, secret: boolean): ListInput | WatchInput | CacheLine {
  if (line.kind === 'cache') return { ...line, object: maskObject(line.object, hash, secret) };
  const error = line.error && { error: maskError(line.error, hash, secret) };
  if (line.kind === 'input.watch') {
    return { ...line, ...error, ...(line.events && { events: line.events.map(({ type, object }) => ({ type, object: maskEvent(object, hash, secret) })) }) };
  }
  return { ...line, ...error, ...(line.page && { page: { ...line.page, items: line.page.items.map((item) => maskObject(item, hash, secret)) } }) };
}

function maskEvent(object: unknown, hash: KeyedHash, secret: boolean): unknown {
  return secret && isRecord(object) && object['kind'] === 'Status' ? maskAnswer(object, hash) : maskObject(object, hash, secret);
}

function maskError(error: InputError, hash: KeyedHash, secret: boolean): InputError {
  const { data } = error;
  const masked = data === undefined ? undefined : { data: secret && isRecord(data) ? maskAnswer(data, hash) : maskObject(data, hash, secret) };
  return { ...error, ...(secret && { message: maskStatus({ message: error.message }, hash).message }), ...masked };
}

const ofStatus = new Set(['kind', 'apiVersion', 'metadata', 'status', 'message', 'reason', 'details', 'code']);

/** What a server said of secrets, which should be a Status: whatever a Status does not have is all value. */
function maskAnswer(answer: Readonly<Record<string, unknown>>, hash: KeyedHash): object {
  const fields = Object.entries(answer);
  const more = Object.fromEntries(fields.filter(([name]) => !ofStatus.has(name)));
  const status = Object.fromEntries(fields.filter(([name]) => ofStatus.has(name)));
  return { ...maskStatus(maskObject({ ...status, kind: 'Status' }, hash), hash), kind: answer['kind'], ...(maskObject({ data: more }, hash, true).data as object) };
}

/** An entry about secrets, with what it quotes of them masked: what a server said, and what stood in a field. */
export function maskEntry(entry: TraceEntry, hash: KeyedHash): TraceEntry {
  // Without a status it was no server that said it.
  if (entry.kind === 'reflector.error' && entry.code !== 0) return maskStatus(entry, hash);
  if (entry.kind !== 'lint.raised' && entry.kind !== 'lint.cleared') return entry;
  const { values } = entry.evidence;
  return values ? { ...entry, evidence: { ...entry.evidence, values: values.map((value) => maskText(value, utf8Bytes(value), hash)) } } : entry;
}
