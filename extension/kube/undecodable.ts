import type { KubeObject } from './object.ts';

/** What of its metadata keys and versions an object. */
const textFields = ['name', 'namespace', 'uid', 'resourceVersion'] as const;

/**
 * Why a decoder of Go would refuse the object, where a field that everything hangs on is no text: `metadata.resourceVersion is
 * a number, not a text`. Undefined: it would not. Null stands for nothing, as in Go.
 */
export function whyUndecodable({ metadata }: KubeObject): string | undefined {
  for (const name of textFields) {
    const fault = notText(metadata[name]);
    if (fault !== undefined) return `metadata.${name} is ${fault}`;
  }
  return undefined;
}

/** `a number, not a text`; undefined for a text, and for nothing. */
export function notText(value: unknown): string | undefined {
  if (typeof value === 'string' || value === undefined || value === null) return undefined;
  if (typeof value !== 'object') return `a ${typeof value}, not a text`;
  return `${Array.isArray(value) ? 'a list' : 'an object'}, not a text`;
}
