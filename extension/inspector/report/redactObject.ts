import { createHash } from 'node:crypto';
import { isRecord } from '../../kube/object.ts';
import { isPublicWord } from './publicWords.ts';
import type { Pseudonyms } from './pseudonyms.ts';
import { redactWords } from './redactStructured.ts';

/**
 * Of an object what a pipeline goes by: what it is, its key, UID, versions, owners and labels, under other names. Whatever else it has is masked,
 * field by field, so that it can be seen that one has changed, and not to what. Of a Secret nothing else is there.
 */
export function redactObject(object: unknown, pseudonyms: Pseudonyms): unknown {
  if (!isRecord(object)) return null;
  const { apiVersion, kind, metadata, ...rest } = object;
  const fields = kind === 'Secret' ? [] : Object.entries(rest).map(([name, value]) => [fieldName(name, pseudonyms), masked(value, pseudonyms)] as const);
  return {
    ...(typeof apiVersion === 'string' && { apiVersion: redactWords(apiVersion, 'resource', pseudonyms) }),
    ...(typeof kind === 'string' && { kind: kindOf(kind, pseudonyms) }),
    ...(isRecord(metadata) && { metadata: redactMetadata(metadata, pseudonyms) }),
    ...Object.fromEntries(fields),
  };
}

export function kindOf(kind: string, pseudonyms: Pseudonyms): string {
  return isPublicWord(kind) || isPublicWord(kind.replace(/List$/, '')) ? kind : pseudonyms.of(kind, 'kind');
}

function redactMetadata(metadata: Readonly<Record<string, unknown>>, pseudonyms: Pseudonyms): Record<string, unknown> {
  const texts = { name: 'name', generateName: 'name', namespace: 'namespace', uid: 'uid' } as const;
  const named = Object.entries(texts).flatMap(([field, kind]) => {
    const value = metadata[field];
    return typeof value === 'string' ? [[field, pseudonyms.of(value, kind)] as const] : [];
  });
  const { resourceVersion, generation, creationTimestamp, deletionTimestamp, labels, annotations, finalizers, ownerReferences } = metadata;
  return {
    ...Object.fromEntries(named),
    ...(typeof resourceVersion === 'string' && { resourceVersion: redactVersion(resourceVersion, pseudonyms) }),
    ...(typeof generation === 'number' && { generation }),
    ...timeIn('creationTimestamp', creationTimestamp),
    ...timeIn('deletionTimestamp', deletionTimestamp),
    ...(isRecord(labels) && { labels: redactMap(labels, pseudonyms) }),
    // Whole manifests stand in annotations: of their values nothing is remembered but a hash.
    ...(isRecord(annotations) && { annotations: Object.fromEntries(Object.entries(annotations).map(([key, value]) => [pseudonyms.of(key, 'label'), maskedText(value, pseudonyms)])) }),
    ...(Array.isArray(finalizers) && { finalizers: finalizers.map((finalizer) => pseudonyms.of(String(finalizer), 'text')) }),
    ...(Array.isArray(ownerReferences) && { ownerReferences: ownerReferences.filter(isRecord).map((owner) => redactOwner(owner, pseudonyms)) }),
  };
}

/** A version that is no number tells of a server that is none of the usual. */
export function redactVersion(version: string, pseudonyms: Pseudonyms): string {
  return /^\d{1,30}$/.test(version) ? version : pseudonyms.of(version, 'version');
}

function redactOwner({ apiVersion, kind, name, uid, controller }: Readonly<Record<string, unknown>>, pseudonyms: Pseudonyms): Record<string, unknown> {
  return {
    ...(typeof apiVersion === 'string' && { apiVersion: redactWords(apiVersion, 'resource', pseudonyms) }),
    ...(typeof kind === 'string' && { kind: kindOf(kind, pseudonyms) }),
    ...(typeof name === 'string' && { name: pseudonyms.of(name, 'name') }),
    ...(typeof uid === 'string' && { uid: pseudonyms.of(uid, 'uid') }),
    ...(typeof controller === 'boolean' && { controller }),
  };
}

function redactMap(map: Readonly<Record<string, unknown>>, pseudonyms: Pseudonyms): Record<string, string> {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [pseudonyms.of(key, 'label'), pseudonyms.of(typeof value === 'string' ? value : JSON.stringify(value) ?? '', 'value')]));
}

/** RFC 3339, and nothing else: it is nobody's name. */
function timeIn(field: string, value: unknown): Record<string, string> {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? { [field]: value } : {};
}

function fieldName(name: string, pseudonyms: Pseudonyms): string {
  return isPublicWord(name) ? name : pseudonyms.of(name, 'field');
}

/** Of the same shape, and the same for the same content. What is remembered of it is a hash, which stays here: contents may be large. */
function masked(value: unknown, pseudonyms: Pseudonyms): unknown {
  const text = maskedText(value, pseudonyms);
  return Array.isArray(value) ? [text] : isRecord(value) ? { masked: text } : text;
}

function maskedText(value: unknown, pseudonyms: Pseudonyms): string {
  return `<masked ${pseudonyms.of(createHash('sha256').update(JSON.stringify(value) ?? '').digest('hex'), 'value')}>`;
}
