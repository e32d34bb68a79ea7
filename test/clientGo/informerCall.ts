import { metaNamespaceKey } from '../../extension/kube/key.ts';
import type { KubeObject } from '../../extension/kube/object.ts';

/** One call of a handler, of client-go's informer and of ours alike. */
export interface InformerCall {
  readonly resource: string;
  readonly call: 'added' | 'updated' | 'deleted';
  readonly key: string;
  /** Of the object that came with it; of a tombstone, the last one that was known. */
  readonly uid: string;
  readonly version: string;
  /** Of an update: the object before. */
  readonly oldUid?: string;
  readonly oldVersion?: string;
  /** A deletion that a list has shown. */
  readonly tombstone?: true;
  /** An addition by the list that the informer began with. */
  readonly initial?: true;
}

/** All that a call tells, in one line. */
export function lineOf({ call, key, uid, version, oldUid, oldVersion, tombstone, initial }: InformerCall): string {
  const before = oldVersion === undefined ? '' : ` after ${oldUid} ${oldVersion}`;
  return `${call} ${key} ${uid} ${version}${before}${tombstone ? ', a tombstone' : ''}${initial ? ', initial' : ''}`;
}

/** The lines of each key, in the order in which they came; keys sorted. */
export function linesByKey(calls: readonly InformerCall[]): Readonly<Record<string, readonly string[]>> {
  const keys = [...new Set(calls.map(({ key }) => key))].toSorted();
  return Object.fromEntries(keys.map((key) => [key, calls.filter((call) => call.key === key).map(lineOf)]));
}

/** How an object stands in a list of the server, a store, or after all calls: `KEY UID VERSION`. */
export function stateOf(object: KubeObject): string {
  const { uid, resourceVersion } = object.metadata;
  return `${metaNamespaceKey(object)} ${uid} ${resourceVersion}`;
}

export interface Replayed {
  /** As `stateOf` has each, sorted. */
  readonly state: readonly string[];
  /** Calls that did not fit what those before them told. */
  readonly mistakes: readonly string[];
}

/** What somebody believes who was told nothing but these calls. */
export function replay(calls: readonly InformerCall[]): Replayed {
  const believed = new Map<string, string>();
  const mistakes: string[] = [];
  for (const call of calls) {
    const { key, uid, version, oldUid, oldVersion } = call;
    const known = believed.get(key);
    const fits = call.call === 'added' ? known === undefined : call.call === 'updated' ? known === `${oldUid} ${oldVersion}` : known !== undefined;
    if (!fits) mistakes.push(`${lineOf(call)}, where ${known ?? 'nothing'} was known`);
    if (call.call === 'deleted') believed.delete(key);
    else believed.set(key, `${uid} ${version}`);
  }
  return { state: [...believed].map(([key, value]) => `${key} ${value}`).toSorted(), mistakes };
}
