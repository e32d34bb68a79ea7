import { Buffer } from 'node:buffer';
import { type KeyedHash, maskObject } from '../../kube/mask.ts';
import { isRecord } from '../../kube/object.ts';

/** Of one body, in bytes: as much as an API server tells of an event. */
const mostAuditedBytes = 100 * 1024;

export interface AuditedForm {
  /** It is about Secrets, whatever the objects call themselves. */
  readonly secret: boolean;
  /** It comes from the server, so it is what it calls itself. */
  readonly isAnswer?: boolean;
  readonly omitManagedFields: boolean;
  readonly hash: KeyedHash;
}

/**
 * A body as an audit event may have it: masked, and bounded. `undefined`: there is none, or none that could be read; `too large`:
 * it is left out.
 */
export function auditedObject(body: string | Uint8Array, form: AuditedForm): unknown | 'too large' {
  if (body.length === 0) return undefined;
  if (body.length > mostAuditedBytes) return 'too large';
  let object: unknown;
  try {
    object = JSON.parse(typeof body === 'string' ? body : Buffer.from(body.buffer, body.byteOffset, body.length).toString());
  } catch {
    return undefined; // protobuf, YAML, or nonsense
  }
  const masked = maskEach(object, form);
  return form.omitManagedFields ? withoutManagers(masked) : masked;
}

function maskEach(object: unknown, { secret, isAnswer = false, hash }: AuditedForm): unknown {
  const kind = isRecord(object) ? object['kind'] : undefined;
  if (!isRecord(object) || !(secret || kind === 'Secret')) return maskObject(object, hash, secret);
  if (isAnswer && kind === 'Status') return object;
  if (isAnswer && kind === 'Table') return maskObject(object, hash, true);
  const { items, ...rest } = object;
  if (!Array.isArray(items)) return maskSecret(object, hash);
  return { ...maskSecret(rest, hash), items: items.map((item) => (isRecord(item) ? maskSecret(item, hash) : maskObject(item, hash, true))) };
}

/** What is shown of a Secret beside its metadata and the keys of its values. */
const shown: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'type', 'immutable']);

/**
 * Masks more than is known to be secret: what somebody misspells, or makes up, is written down as well. So are all annotations masked:
 * a patch, or an older version, does not tell which of them holds a copy of a value.
 */
function maskSecret(object: Readonly<Record<string, unknown>>, hash: KeyedHash): Readonly<Record<string, unknown>> {
  const masked = maskObject(object, hash, true);
  return Object.fromEntries(
    Object.entries(masked).map(([name, value]) => {
      if (name === 'data' || name === 'stringData' || (shown.has(name) && typeof value !== 'object')) return [name, value];
      if (name === 'metadata' && isRecord(value)) return [name, maskObject({ kind: 'PartialObjectMetadata', metadata: value }, hash, true).metadata];
      // As a text it is masked as a whole.
      return [name, value === null ? null : maskObject(typeof value === 'string' ? value : JSON.stringify(value), hash, true)];
    }),
  );
}

function withoutManagers(object: unknown): unknown {
  if (!isRecord(object)) return object;
  const items = object['items'];
  if (Array.isArray(items)) return { ...object, items: items.map(withoutManagers) };
  const metadata = object['metadata'];
  if (!isRecord(metadata) || !('managedFields' in metadata)) return object;
  const { managedFields: _, ...rest } = metadata;
  return { ...object, metadata: rest };
}
