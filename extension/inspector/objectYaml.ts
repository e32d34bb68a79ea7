import type { CreateNodeOptions, Pair, SchemaOptions } from 'yaml';
import { hasMetadata, isRecord, type KubeObject } from '../kube/object.ts';

/** What a document says about the object that it shows. */
export interface ObjectText {
  readonly informer: string;
  readonly key: string;
  /** Undefined: it is not in the cache, and never was while the document was open. */
  readonly object: KubeObject | undefined;
  /** It was in the cache and is not any more: what is shown is how it was last. */
  readonly gone: boolean;
}

/** An object as a YAML document for reading, with a head that says where it comes from. Secrets are masked already. */
export async function objectYaml({ informer, key, object, gone }: ObjectText): Promise<string> {
  const head = [`# ${oneLine(key)} in the cache of ${oneLine(informer)}. Read-only; follows the cache.`];
  if (!object) return `# ${oneLine(key)} is not in the cache of ${oneLine(informer)}.\n`;
  if (gone) head[0] = `# ${oneLine(key)} is no longer in the cache of ${oneLine(informer)}. This is how it was last.`;
  const { managedFields } = object.metadata;
  if (managedFields?.length) head.push(`# metadata.managedFields is left out, ${managedFields.length} of them.`);
  return `${head.join('\n')}\n${await plainYaml(object)}`;
}

/** An object, or a part of one, as YAML alone; an object without `managedFields`. */
export async function plainYaml(value: unknown): Promise<string> {
  return toYaml(hasMetadata(value) ? inOrder(value) : value, {});
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

function inOrder({ apiVersion, kind, metadata, ...rest }: KubeObject): unknown {
  const { managedFields: _, ...shown } = metadata;
  return { apiVersion, kind, metadata: shown, ...rest };
}

/** A name may hold anything, and a comment ends at the end of its line. */
export function oneLine(name: string): string {
  return name.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '�');
}
