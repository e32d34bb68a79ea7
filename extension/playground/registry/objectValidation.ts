import { Buffer } from 'node:buffer';
import { isLabelKey, isLabelValue } from '../../kube/labelSelector.ts';
import type { KubeObject, ObjectMeta } from '../../kube/object.ts';
import { invalidField, requiredField, tooLong } from '../fieldErrors.ts';
import type { FieldError } from '../statusErrors.ts';

const subdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const label = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const maxAnnotationBytes = 256 * 1024;

export function isDnsLabel(text: string): boolean {
  return text.length <= 63 && label.test(text);
}

export function isDnsSubdomain(text: string): boolean {
  return text.length <= 253 && subdomain.test(text);
}

/** What a part of a ConfigMap or a Secret may be called (apimachinery `IsConfigMapKey`). */
export function isDataKey(text: string): boolean {
  return /^[-._a-zA-Z0-9]{1,253}$/.test(text) && text !== '.' && !text.startsWith('..');
}

/** What a resource asks of names: a DNS label, anything that can be a part of a path, or else a DNS subdomain. */
interface NameRule {
  readonly shortNamesOnly: boolean;
  readonly anyNames: boolean;
  /** Finalizers that everybody knows, or of a domain; false: any that are named like labels. */
  readonly qualifiedFinalizers: boolean;
}

/** Name, labels, annotations, owners, finalizers. */
export function validateMetadata({ metadata }: KubeObject, rule: NameRule): FieldError[] {
  return [
    ...validateName(metadata, rule),
    ...validateLabels(metadata.labels ?? {}, 'metadata.labels'),
    ...validateAnnotations(metadata.annotations ?? {}),
    ...validateOwners(metadata),
    ...validateFinalizers(metadata.finalizers ?? [], 'metadata.finalizers', rule.qualifiedFinalizers),
  ];
}

/** What keeps a text from being a part of a path (apimachinery `path.IsValidPathSegmentName`). */
export function invalidPathSegment(text: string): string | undefined {
  if (text === '.' || text === '..') return `may not be '${text}'`;
  const wrong = ['/', '%'].filter((character) => text.includes(character));
  return wrong.length > 0 ? wrong.map((character) => `may not contain '${character}'`).join(', ') : undefined;
}

function validateName({ name = '' }: ObjectMeta, { shortNamesOnly, anyNames }: NameRule): FieldError[] {
  if (name === '') return [requiredField('metadata.name', 'name or generateName is required')];
  if (anyNames) {
    const wrong = invalidPathSegment(name);
    return wrong ? [invalidField('metadata.name', name, wrong)] : [];
  }
  if (shortNamesOnly ? isDnsLabel(name) : isDnsSubdomain(name)) return [];
  const rule = shortNamesOnly ? 'at most 63 lower case letters, digits and "-"' : 'lower case letters, digits, "-" and "."';
  return [invalidField('metadata.name', name, `a name is made of ${rule}, and begins and ends with a letter or digit`)];
}

export function validateLabels(labels: Readonly<Record<string, string>>, field: string): FieldError[] {
  const keys = Object.keys(labels).filter((key) => !isLabelKey(key));
  const values = Object.values(labels).filter((value) => !isLabelValue(value));
  return [
    ...keys.map((key) => invalidField(field, key, 'not a label key: an optional domain and "/", then at most 63 letters, digits, "-", "_" and "."')),
    ...values.map((value) => invalidField(field, value, 'a label value has at most 63 letters, digits, "-", "_" and "."')),
  ];
}

function validateAnnotations(annotations: Readonly<Record<string, string>>): FieldError[] {
  const errors = Object.keys(annotations)
    .filter((key) => !isLabelKey(key.toLowerCase()))
    .map((key) => invalidField('metadata.annotations', key, 'an annotation is named like a label'));
  const size = Object.entries(annotations).reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0);
  if (size > maxAnnotationBytes) errors.push(tooLong('metadata.annotations', maxAnnotationBytes));
  return errors;
}

function validateOwners({ ownerReferences = [] }: ObjectMeta): FieldError[] {
  const event = ownerReferences.find(({ apiVersion, kind }) => apiVersion === 'v1' && kind === 'Event');
  if (event) return [invalidField('metadata.ownerReferences', event.name, 'v1, Kind=Event is disallowed from being an owner')];
  if (ownerReferences.filter(({ controller }) => controller).length < 2) return [];
  return [invalidField('metadata.ownerReferences', ownerReferences.length, 'only one owner may be the controller')];
}

const standardFinalizers = new Set(['kubernetes', 'orphan', 'foregroundDeletion']);

/** A finalizer is named like a label, by its domain unless everybody knows it. */
export function validateFinalizers(finalizers: readonly string[], field: string, qualified = true): FieldError[] {
  return finalizers.flatMap((finalizer, index): FieldError[] => {
    if (!isLabelKey(finalizer)) return [invalidField(field, finalizer, 'a finalizer is named like a label')];
    if (!qualified || finalizer.includes('/') || standardFinalizers.has(finalizer)) return [];
    return [invalidField(`${field}[${index}]`, finalizer, 'name is neither a standard finalizer name nor is it fully qualified')];
  });
}
