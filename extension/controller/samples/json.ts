import { isRecord } from '../../kube/object.ts';

/** Equal as JSON: the order of fields does not matter, and a field that is null or undefined is a field that is not there. */
export function equalJson(left: unknown, right: unknown): boolean {
  return canonical(left) === canonical(right);
}

/** Letters and digits that cannot spell anything, as in the names that Kubernetes generates. */
const alphabet = 'bcdfghjklmnpqrstvwxz2456789';

/** A short hash of a JSON value, fit to be part of a name. Equal values have equal hashes. */
export function hashJson(value: unknown): string {
  let hash = 0x811c9dc5; // FNV-1a, 32 bits
  for (const character of canonical(value)) {
    hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193) >>> 0;
  }
  return Array.from(String(hash), (digit) => alphabet[Number(digit)]).join('');
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isRecord(value)) return JSON.stringify(value ?? null);
  const fields = Object.entries(value).filter(([, field]) => field !== null && field !== undefined);
  const ordered = fields.toSorted(([left], [right]) => (left < right ? -1 : 1));
  return `{${ordered.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join()}}`;
}
