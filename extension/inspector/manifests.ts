import { lastApplied } from '../kube/mask.ts';
import { isRecord, type KubeObject } from '../kube/object.ts';
import { groupOf } from '../kube/groupOf.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A manifest of more than that is not looked into, in characters. */
export const longestManifest = 1024 * 1024;

/**
 * The objects of a manifest that are meant to be this one: of its group and kind, its name, and its namespace or none. Lists are looked into. Text that is no
 * YAML, or has templates in it, has none.
 */
export async function manifestsOf(text: string, object: KubeObject): Promise<readonly Fields[]> {
  const { name } = object.metadata;
  if (text.length > longestManifest || name === undefined || !text.includes(name) || (object.kind !== undefined && !text.includes(object.kind)) || isTooDeep(text)) return [];
  const { parseAllDocuments } = await import('yaml');
  try {
    const documents = [...parseAllDocuments(text, { logLevel: 'silent' })];
    return documents.flatMap((document) => (document.errors.length > 0 ? [] : membersOf(document.toJS({ maxAliasCount: 100 })))).filter((member) => isMeant(member, object));
  } catch {
    return []; // aliases that make much of little
  }
}

/** What a person would have written of an object: without status, and without what the server adds by itself. */
export function asWritten({ apiVersion, kind, metadata, status: _status, ...rest }: KubeObject): KubeObject {
  const { managedFields: _1, uid: _2, resourceVersion: _3, generation: _4, creationTimestamp: _5, annotations, ...written } = metadata;
  const { [lastApplied]: _6, ...kept } = annotations ?? {};
  return { ...(apiVersion !== undefined && { apiVersion }), ...(kind !== undefined && { kind }), metadata: { ...written, ...(Object.keys(kept).length > 0 && { annotations: kept }) }, ...rest };
}

/** No manifest is: what is has the parser busy for seconds. Brackets in texts and comments are counted, too; they are seldom many. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1;
    if (depth > 200) return true;
  }
  return false;
}

function membersOf(value: unknown): readonly Fields[] {
  if (!isRecord(value)) return [];
  return typeof value['kind'] === 'string' && value['kind'].endsWith('List') && Array.isArray(value['items']) ? value['items'].filter(isRecord) : [value];
}

function isMeant(member: Fields, { apiVersion, kind, metadata }: KubeObject): boolean {
  const meta = isRecord(member['metadata']) ? member['metadata'] : {};
  return (
    member['kind'] === kind &&
    // The version may be another one: the object is the same.
    groupOf(member['apiVersion']) === groupOf(apiVersion) &&
    meta['name'] === metadata.name &&
    (meta['namespace'] === undefined || meta['namespace'] === (metadata.namespace ?? meta['namespace']))
  );
}

/**
 * A manifest as a server would store it, so far as that is known without one: what a Secret has in `stringData` is base64 in its `data`, and base64 is written in one
 * way. So values that are equal stay so when they are masked.
 */
export function asStored(manifest: Fields): Fields {
  if (manifest['kind'] !== 'Secret' || groupOf(manifest['apiVersion']) !== '') return manifest;
  const { stringData, data, ...rest } = manifest;
  if (!isRecord(stringData) && !isRecord(data)) return manifest;
  const given = Object.entries(isRecord(data) ? data : {}).map(([name, value]) => [name, typeof value === 'string' ? oneBase64(value) : value]);
  const plain = Object.entries(isRecord(stringData) ? stringData : {}).map(([name, value]) => [name, typeof value === 'string' ? Buffer.from(value).toString('base64') : value]);
  return { ...rest, data: Object.fromEntries([...given, ...plain]) };
}

function oneBase64(text: string): string {
  try {
    return btoa(atob(text));
  } catch {
    return text; // which no server would take
  }
}
