import { type KeyedHash, maskObject } from '../../kube/mask.ts';
import { maskStatus } from '../../kube/maskStatus.ts';
import { isRecord } from '../../kube/object.ts';
import type { CacheLine, InputError, ListInput, WatchInput } from '../../trace/recording.ts';

/**
 * A line with what is secret in it masked, as where objects of a cluster are decoded: whoever wrote it may not have done so. What is masked
 * already stays as it is.
 * @param secret it is of the resource `secrets`
 */
export function maskLine<Line extends ListInput | WatchInput | CacheLine>(line: Line, hash: KeyedHash, secret: boolean): Line;
export function maskLine(line: ListInput | WatchInput | CacheLine, hash: KeyedHash, secret: boolean): ListInput | WatchInput | CacheLine {
  if (line.kind === 'cache') return { ...line, object: maskObject(line.object, hash, secret) };
  const error = line.error && { error: secret ? maskError(line.error, hash) : line.error };
  if (line.kind === 'input.watch') {
    return { ...line, ...error, ...(line.events && { events: line.events.map(({ type, object }) => ({ type, object: maskEvent(object, hash, secret) })) }) };
  }
  return { ...line, ...error, ...(line.page && { page: { ...line.page, items: line.page.items.map((item) => maskObject(item, hash, secret)) } }) };
}

function maskEvent(object: unknown, hash: KeyedHash, secret: boolean): unknown {
  return secret && isRecord(object) && object['kind'] === 'Status' ? maskStatus(object, hash) : maskObject(object, hash, secret);
}

function maskError(error: InputError, hash: KeyedHash): InputError {
  const { message } = maskStatus({ message: error.message }, hash);
  return { ...error, message, ...(isRecord(error.data) && { data: maskStatus(error.data, hash) }) };
}
