import { Buffer } from 'node:buffer';
import { type KeyedHash, maskObject } from '../../kube/mask.ts';
import { isRecord } from '../../kube/object.ts';

/** Of one body, in bytes: as much as an API server tells of an event. */
const mostAuditedBytes = 100 * 1024;

export interface AuditedForm {
  /** It is about Secrets, whatever the objects call themselves. */
  readonly secret: boolean;
  readonly omitManagedFields: boolean;
  readonly hash: KeyedHash;
}

/**
 * A body as an audit event may have it: masked, and bounded. `undefined`: there is none, or none that could be read; `too large`:
 * it is left out.
 */
export function auditedObject(body: string | Uint8Array, { secret, omitManagedFields, hash }: AuditedForm): unknown | 'too large' {
  if (body.length === 0) return undefined;
  if (body.length > mostAuditedBytes) return 'too large';
  let object: unknown;
  try {
    object = JSON.parse(typeof body === 'string' ? body : Buffer.from(body.buffer, body.byteOffset, body.length).toString());
  } catch {
    return undefined; // protobuf, YAML, or nonsense
  }
  const masked = maskEach(object, secret, hash);
  return omitManagedFields ? withoutManagers(masked) : masked;
}

function maskEach(object: unknown, secret: boolean, hash: KeyedHash): unknown {
  if (!secret || !isRecord(object)) return maskObject(object, hash, secret);
  return Array.isArray(object['items']) ? { ...object, items: object['items'].map((item) => maskSecret(item, hash)) } : maskSecret(object, hash);
}

/** All its annotations, too: a patch, or an older version, does not tell which of them holds a copy of a value. */
function maskSecret(object: unknown, hash: KeyedHash): unknown {
  const masked = maskObject(object, hash, true);
  if (!isRecord(masked) || !isRecord(masked['metadata'])) return masked;
  const { metadata } = maskObject({ kind: 'PartialObjectMetadata', metadata: masked['metadata'] }, hash, true);
  return { ...masked, metadata };
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
