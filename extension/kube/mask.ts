import { isRecord } from './object.ts';
import { initialEventsEndAnnotation } from './watchEvent.ts';

/**
 * Values of Secrets never travel past the transport: they are replaced where an object is decoded,
 * so that cache, tree, trace, recording and log cannot show what they never had.
 */

/** A keyed hash of a value, hex. Keyed anew for each session, so that equal values cannot be looked up elsewhere. */
export type KeyedHash = (value: string) => string;

type Fields = Readonly<Record<string, unknown>>;

/** A masked value as it stands in an object. */
export const maskedPattern = /<masked(?: \d+ bytes> #[0-9a-f]{8}|: nested too deep>)/;

/** A whole value that is masked already. */
const masked = new RegExp(`^${maskedPattern.source}$`);

/** `kubectl apply` keeps here a whole copy of what it was given, secrets too. */
export const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/** A copy of a Secret inside a string: as JSON, quoted once or several times over, or as YAML. */
const quotedSecret = /kind\\*"\s*:\s*\\*"Secret\\*"|^\s*(?:-\s+)?kind:\s*["']?Secret["']?\s*$/m;

/** What nests deeper than this is not looked through but masked: no object that means something does, and the stack is only so deep. */
const maxDepth = 500;

const maskedDepth = '<masked: nested too deep>';

/** Shorter values occur by chance in texts that have nothing to do with them. */
const shortestTelling = 4;

/** `<masked 12 bytes> #1f0a9c3e`: says how much is hidden, and changes when the value does. What is masked already stays as it is. */
export function maskText(value: string, bytes: number, hash: KeyedHash): string {
  if (masked.test(value)) return value;
  return `<masked ${bytes} bytes> #${hash(value).slice(0, 8)}`;
}

/**
 * The object with what is secret in it masked: its own values if it is a Secret, those of Secrets that
 * it contains as templates, the copies of both in annotations, and the token that a TokenRequest was answered with. The same reference when nothing is.
 * @param secret it is a Secret, whatever its `kind` says
 */
export function maskObject<T>(object: T, hash: KeyedHash, secret?: boolean): T;
export function maskObject(object: unknown, hash: KeyedHash, secret = false): unknown {
  // Of secrets, whatever is no object is all value, and so is what a table shows of them.
  if (secret && !isRecord(object)) return maskValues(object, false, hash);
  if (secret && isRecord(object) && object['kind'] === 'Table') {
    return maskFields(object, (field, name) => (name === 'rows' ? maskValue(field, false, hash) : field));
  }
  return maskValueTree(object, hash, secret, maxDepth);
}

/** @param depth levels that may still follow */
function maskValueTree(value: unknown, hash: KeyedHash, secret: boolean, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return maskedDepth;
  if (Array.isArray(value)) return mapChanged(value, (element) => maskValueTree(element, hash, false, depth - 1));
  if (!isRecord(value)) return value;
  if (secret || value['kind'] === 'Secret') return maskSecret(value, hash);
  if (value['kind'] === 'TokenRequest') return maskToken(value, hash);
  return maskFields(value, (field, name) => (name === 'annotations' ? maskAnnotations(field, [], hash) : maskValueTree(field, hash, false, depth - 1)));
}

function maskSecret(secret: Fields, hash: KeyedHash): Fields {
  const telling = tellingTexts(secret);
  return maskFields(secret, (field, name) => {
    if (name === 'data' || name === 'stringData') return maskValues(field, name === 'data', hash);
    if (name !== 'metadata' || !isRecord(field)) return field;
    return maskFields(field, (inner, innerName) => (innerName === 'annotations' ? maskAnnotations(inner, telling, hash) : inner));
  });
}

/** Who has the token is who it is for. */
function maskToken(request: Fields, hash: KeyedHash): Fields {
  const maskStatus = (status: unknown): unknown =>
    isRecord(status) ? maskFields(status, (value, name) => (name === 'token' && value !== '' && value !== null ? maskValue(value, false, hash) : value)) : status;
  return maskFields(request, (field, name) => (name === 'status' ? maskStatus(field) : field));
}

/** Also what is not a map of strings is masked: a hostile server may send anything under `data`. */
function maskValues(values: unknown, base64: boolean, hash: KeyedHash): unknown {
  if (values === null || values === undefined) return values;
  if (!isRecord(values)) return maskValue(values, base64, hash);
  return maskFields(values, (value) => maskValue(value, base64, hash));
}

function maskValue(value: unknown, base64: boolean, hash: KeyedHash): string {
  const text = typeof value === 'string' ? value : jsonOf(value);
  if (text === undefined) return maskedDepth;
  return maskText(text, base64 && typeof value === 'string' ? base64Bytes(text) : utf8Bytes(text), hash);
}

/** Undefined when it is nested too deep to be written. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/**
 * Masks whole annotations that hold a copy: those that describe a Secret, and on a Secret those that
 * `kubectl apply` wrote or that contain one of its values; on the metadata of one, all.
 * @param telling the values of the Secret, in every form in which an annotation might hold them
 */
function maskAnnotations(annotations: unknown, telling: readonly string[], hash: KeyedHash): unknown {
  if (!isRecord(annotations)) return annotations;
  const ofSecret = telling.length > 0;
  return maskFields(annotations, (value, name) => {
    // What it is to say is no value of anything: where a streamed list ends.
    if (typeof value !== 'string' || (name === initialEventsEndAnnotation && value === 'true')) return value;
    const copy = quotedSecret.test(value) || (ofSecret && (name === lastApplied || telling.some((text) => value.includes(text))));
    return copy ? maskText(value, utf8Bytes(value), hash) : value;
  });
}

function tellingTexts(secret: Fields): string[] {
  // Of its metadata alone nobody can tell which annotation holds a copy of a value: every text has this one in it.
  if (secret['kind'] === 'PartialObjectMetadata') return [''];
  const texts: string[] = [];
  for (const name of ['data', 'stringData']) {
    const values = secret[name];
    for (const value of isRecord(values) ? Object.values(values) : []) {
      if (typeof value !== 'string') continue;
      const plain = name === 'data' ? decodeBase64(value) : value;
      texts.push(value, plain, JSON.stringify(plain).slice(1, -1));
    }
  }
  // Never empty for a Secret: that it is one is told by there being texts at all.
  return ['"Secret"', ...texts.filter((text) => text.length >= shortestTelling)];
}

/** A copy with the fields that `change` changes; the same reference when it changes none. */
function maskFields(record: Fields, change: (value: unknown, name: string) => unknown): Fields {
  let entries: [string, unknown][] | undefined;
  const all = Object.entries(record);
  for (const [index, [name, value]] of all.entries()) {
    const changed = change(value, name);
    if (changed === value) continue;
    entries ??= [...all];
    entries[index] = [name, changed];
  }
  // Object.fromEntries defines its properties: a field named `__proto__` stays a field.
  return entries ? Object.fromEntries(entries) : record;
}

function mapChanged(list: readonly unknown[], change: (value: unknown) => unknown): readonly unknown[] {
  const changed = list.map(change);
  return changed.some((value, index) => value !== list[index]) ? changed : list;
}

export function utf8Bytes(text: string): number {
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

/** As UTF-8; empty when it is not base64. */
function decodeBase64(text: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));
  } catch {
    // Not base64, so there is no plain form to look for.
    return '';
  }
}
