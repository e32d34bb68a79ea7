import { CodedError } from '../base/codedError.ts';
import { controllerOf, isRecord } from '../kube/object.ts';
import type { KeyFunc } from './delta.ts';
import type { IndexFunc } from './indexer.ts';

/** Finds what a controller owns: by the UID of the managing owner. */
export const ownerIndex = 'owner';

/** Finds the pods of a node. */
export const nodeNameIndex = 'nodeName';

/** Nothing for what nobody controls. */
export const ownerIndexFunc: IndexFunc = (object) => {
  const owner = controllerOf(object);
  return typeof owner?.uid === 'string' ? [owner.uid] : [];
};

/** Nothing for what is not scheduled, and for what never is. */
export const nodeNameIndexFunc: IndexFunc = (object) => {
  const nodeName = isRecord(object['spec']) ? object['spec']['nodeName'] : undefined;
  return typeof nodeName === 'string' && nodeName !== '' ? [nodeName] : [];
};

/** Name of the index by one label. */
export function labelIndex(label: string): string {
  return `label:${label}`;
}

/** By the value of one label; nothing for objects without it. client-go scans for labels instead (I-28). */
export function labelIndexFunc(label: string): IndexFunc {
  return ({ metadata }) => {
    const labels: unknown = metadata.labels;
    const value = isRecord(labels) && Object.hasOwn(labels, label) ? labels[label] : undefined;
    return typeof value === 'string' ? [value] : [];
  };
}

/** `IndexFuncToKeyFuncAdapter` (I-27): an index that gives each object one value can name it. */
export function keyFuncOf(indexFunc: IndexFunc): KeyFunc {
  return (object) => {
    const [value, ...others] = indexFunc(object);
    if (value !== undefined && others.length === 0) return value;
    const message = value === undefined ? 'the index function gave no value' : `the index function gave ${others.length + 1} values, which is too many`;
    throw new CodedError('UnexpectedIndexValues', message, object);
  };
}
