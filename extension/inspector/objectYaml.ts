import type { CreateNodeOptions, Pair, SchemaOptions } from 'yaml';
import { hasMetadata, isRecord, type KubeObject } from '../kube/object.ts';

/**
 * An object as a YAML document for reading, all of it, with a head of comments. Secrets are masked already.
 * @param head one comment each, whatever is in it
 * @param object undefined: there is none to show
 */
export async function objectYaml(head: readonly string[], object: KubeObject | undefined): Promise<string> {
  const comments = head.map((line) => `# ${oneLine(line)}\n`).join('');
  return object ? comments + (await toYaml(inOrder(object, true), {})) : comments;
}


/** The same with its fields in one order, wherever it comes from: two texts differ only where the objects do. */
export async function comparableYaml(value: unknown): Promise<string> {
  return toYaml(hasMetadata(value) ? inOrder(value) : value, { sortMapEntries: (one, other) => compareFields(fieldOf(one), fieldOf(other)) });
}

/** Those that tell what the object is come first, as everywhere; the others by name. */
const firstFields = ['apiVersion', 'kind', 'metadata', 'namespace', 'name', 'spec', 'data'];

function compareFields(one: string, other: string): number {
  const [rank, otherRank] = [one, other].map((field) => firstFields.indexOf(field) >>> 0);
  return rank! - otherRank! || (one < other ? -1 : 1);
}

function fieldOf({ key }: Pair): string {
  return String(isRecord(key) ? key['value'] : key);
}

async function toYaml(value: unknown, options: CreateNodeOptions & SchemaOptions): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false, keepUndefined: false, ...options });
}

/** `managedFields` last in the metadata, or left out, and the status last of all. */
function inOrder({ apiVersion, kind, metadata, status, ...rest }: KubeObject, withManagedFields = false): unknown {
  const { managedFields, ...shown } = metadata;
  return { apiVersion, kind, metadata: { ...shown, ...(withManagedFields && { managedFields }) }, ...rest, status };
}

/** A name may hold anything, and a comment ends at the end of its line. */
export function oneLine(name: string): string {
  return name.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '�');
}
