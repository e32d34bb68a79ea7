import type { KubeObject } from '../kube/object.ts';

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
  const { stringify } = await import('yaml');
  const head = [`# ${oneLine(key)} in the cache of ${oneLine(informer)}. Read-only; follows the cache.`];
  if (!object) return `# ${oneLine(key)} is not in the cache of ${oneLine(informer)}.\n`;
  if (gone) head[0] = `# ${oneLine(key)} is no longer in the cache of ${oneLine(informer)}. This is how it was last.`;
  const { managedFields, ...metadata } = object.metadata;
  if (managedFields?.length) head.push(`# metadata.managedFields is left out, ${managedFields.length} of them.`);
  const { apiVersion, kind, metadata: _, ...rest } = object;
  const body = stringify({ apiVersion, kind, metadata, ...rest }, { lineWidth: 0, aliasDuplicateObjects: false, keepUndefined: false });
  return `${head.join('\n')}\n${body}`;
}

/** A name may hold anything, and a comment ends at the end of its line. */
function oneLine(name: string): string {
  return name.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '�');
}
