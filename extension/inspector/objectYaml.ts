import { hasMetadata, isRecord, type KubeObject } from '../kube/object.ts';
import { yamlText } from './pages/item/yamlText.ts';

/**
 * An object as a YAML document for reading, all of it, with a head of comments. Secrets are masked already.
 * @param head one comment each, whatever is in it
 * @param object undefined: there is none to show
 */
export function objectYaml(head: readonly string[], object: KubeObject | undefined): string {
  const comments = head.map((line) => `# ${oneLine(line)}\n`).join('');
  return object ? comments + yamlText(inOrder(object, true)) : comments;
}

/** An object, or a part of one, as YAML with its fields in one order, wherever it comes from: two texts differ only where the objects do. Without `managedFields`. */
export function comparableYaml(value: unknown): string {
  return yamlText(sorted(hasMetadata(value) ? inOrder(value) : value, deepest));
}

/** Those that tell what the object is come first, as everywhere; the others by name. */
const firstFields = ['apiVersion', 'kind', 'metadata', 'namespace', 'name', 'spec', 'data'];

/** What nests deeper stays as it is: no API does, and the stack is only so deep. */
const deepest = 60;

function sorted(value: unknown, depth: number): unknown {
  if (depth === 0) return value;
  if (Array.isArray(value)) return value.map((each: unknown) => sorted(each, depth - 1));
  if (!isRecord(value)) return value;
  const fields = Object.entries(value).toSorted(([one], [other]) => compareFields(one, other));
  return Object.fromEntries(fields.map(([name, each]) => [name, sorted(each, depth - 1)]));
}

function compareFields(one: string, other: string): number {
  const [rank, otherRank] = [one, other].map((field) => firstFields.indexOf(field) >>> 0);
  return rank! - otherRank! || (one < other ? -1 : 1);
}

/** `managedFields` last in the metadata, or left out, and the status last of all. */
function inOrder({ apiVersion, kind, metadata, status, ...rest }: KubeObject, withManagedFields = false): unknown {
  const { managedFields, ...shown } = metadata;
  return { apiVersion, kind, metadata: { ...shown, ...(withManagedFields && managedFields && { managedFields }) }, ...rest, status };
}

/** A name may hold anything, and a comment ends at the end of its line. */
export function oneLine(name: string): string {
  return name.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '�');
}
