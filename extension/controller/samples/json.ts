/** What samples need of JSON. Imports nothing: it is shipped as it is, beside them. */

/** Equal as JSON: the order of fields does not matter, and a field that is null or undefined is a field that is not there. */
export function equalJson(left: unknown, right: unknown): boolean {
  return canonical(left) === canonical(right);
}

/**
 * Whether every field of `wanted` is in `object` with the same value; what else `object` has does not matter. Lists are
 * compared element by element. This is how one sees that an apply would change nothing.
 */
export function containsJson(object: unknown, wanted: unknown): boolean {
  if (wanted === null || wanted === undefined) return object === null || object === undefined;
  if (Array.isArray(wanted)) {
    return Array.isArray(object) && object.length === wanted.length && wanted.every((element, index) => containsJson(object[index], element));
  }
  if (!isRecord(wanted)) return object === wanted;
  return isRecord(object) && Object.entries(wanted).every(([name, value]) => containsJson(object[name], value));
}

/** Letters and digits that cannot spell anything, as in the names that Kubernetes generates. */
const alphabet = 'bcdfghjklmnpqrstvwxz2456789';

/** A short hash of a JSON value, fit to be part of a name. Equal values have equal hashes. */
export function hashJson(value: unknown): string {
  return Array.from(String(hashNumber(value)), (digit) => alphabet[Number(digit)]).join('');
}

/** The same hash as a number from 0 up to, and without, 1: chance that comes out alike each time it is asked. */
export function chanceOf(value: unknown): number {
  // The last bits of FNV-1a hardly differ between texts that differ in their last letter: they are mixed once more.
  let hash = hashNumber(value);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000;
}

function hashNumber(value: unknown): number {
  let hash = 0x811c9dc5; // FNV-1a, 32 bits
  for (const character of canonical(value)) {
    hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193) >>> 0;
  }
  return hash;
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isRecord(value)) return JSON.stringify(value ?? null);
  const fields = Object.entries(value).filter(([, field]) => field !== null && field !== undefined);
  const ordered = fields.toSorted(([left], [right]) => (left < right ? -1 : 1));
  return `{${ordered.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join()}}`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
