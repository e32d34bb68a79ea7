import { isRecord } from './object.ts';

/**
 * Values of Secrets never travel past the transport: they are replaced where an object is decoded,
 * so that cache, tree, trace, recording and log cannot show what they never had.
 */

/** A keyed hash of a value, hex. Keyed anew for each session, so that equal values cannot be looked up elsewhere. */
export type KeyedHash = (value: string) => string;

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/** `<masked 12 bytes> #1f0a9c3e`: says how much is hidden, and changes when the value does. */
function maskText(value: string, bytes: number, hash: KeyedHash): string {
  return `<masked ${bytes} bytes> #${hash(value).slice(0, 8)}`;
}

/** The object with what is secret in it masked; the same reference when nothing is. */
export function maskObject<T>(object: T, hash: KeyedHash): T;
export function maskObject(object: unknown, hash: KeyedHash): unknown {
  if (!isRecord(object)) return object;
  const secret = object['kind'] === 'Secret';
  const metadata = maskAnnotations(object['metadata'], secret, hash);
  if (!secret) return metadata === object['metadata'] ? object : { ...object, metadata };
  const masked: Record<string, unknown> = { ...object, metadata };
  for (const field of ['data', 'stringData']) {
    if (field in masked) masked[field] = maskValues(masked[field], field === 'data', hash);
  }
  return masked;
}

/** Also what is not a map of strings is masked: a hostile server may send anything under `data`. */
function maskValues(values: unknown, base64: boolean, hash: KeyedHash): unknown {
  if (values === null || values === undefined) return values;
  if (!isRecord(values)) return maskValue(values, base64, hash);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, maskValue(value, base64, hash)]));
}

function maskValue(value: unknown, base64: boolean, hash: KeyedHash): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return maskText(text, base64 && typeof value === 'string' ? base64Bytes(text) : utf8Bytes(text), hash);
}

/** The annotation in which `kubectl apply` keeps a whole copy of what it was given, secrets too. */
function maskAnnotations(metadata: unknown, secret: boolean, hash: KeyedHash): unknown {
  if (!isRecord(metadata) || !isRecord(metadata['annotations'])) return metadata;
  const annotations = metadata['annotations'];
  const applied = annotations[lastApplied];
  if (typeof applied !== 'string' || !(secret || describesSecret(applied))) return metadata;
  return {
    ...metadata,
    annotations: { ...annotations, [lastApplied]: maskText(applied, utf8Bytes(applied), hash) },
  };
}

function describesSecret(json: string): boolean {
  return /"kind"\s*:\s*"Secret"/.test(json);
}

function utf8Bytes(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0)!;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x1_0000 ? 3 : 4;
  }
  return bytes;
}

function base64Bytes(text: string): number {
  const characters = text.replace(/[^A-Za-z0-9+/]/g, '').length;
  return Math.floor((characters * 3) / 4);
}

