import { type FieldRequirement, matchesFields, parseFieldSelector } from '../../kube/fieldSelector.ts';
import { type LabelRequirement, matchesLabels, parseLabelSelector, SelectorError } from '../../kube/labelSelector.ts';
import type { ResourceDefinition } from '../registry/resourceDefinition.ts';
import { forbiddenField, invalidField, notSupported } from '../fieldErrors.ts';
import { badRequest, type FieldError, invalid } from '../statusErrors.ts';
import type { StoredObject } from '../storage/storedObject.ts';
import type { ObjectFilter } from '../watchCache/cacheEvent.ts';
import { type ContinueToken, decodeContinue } from './continueToken.ts';
import { defaultFeatureGates, type FeatureGates } from './featureGates.ts';

/** `metav1.ListOptions`, read from the query of a list or watch and found to make sense. */
export interface ListParameters {
  readonly watch: boolean;
  /** Undefined where none was given, which asks for the newest. */
  readonly resourceVersion: number | undefined;
  readonly match: 'NotOlderThan' | 'Exact' | undefined;
  /** 0: no limit. */
  readonly limit: number;
  readonly continueToken: ContinueToken | undefined;
  /** 0: none was given. */
  readonly timeoutSeconds: number;
  readonly allowWatchBookmarks: boolean;
  readonly sendInitialEvents: boolean | undefined;
  readonly labels: readonly LabelRequirement[];
  readonly fields: readonly FieldRequirement[];
}

/** @throws ApiError 400 for what cannot be read, 422 for what does not go together */
export function parseListParameters(query: URLSearchParams, definition: ResourceDefinition, gates: FeatureGates = defaultFeatureGates): ListParameters {
  const selectors = parseSelectors(query);
  const watch = parseBoolean(query, 'watch') ?? false;
  const [limit, timeoutSeconds] = [parseLimit(query, 'limit'), parseLimit(query, 'timeoutSeconds')];
  const continueText = query.get('continue') ?? '';
  const sendInitialEvents = parseBoolean(query, 'sendInitialEvents');
  const match = query.get('resourceVersionMatch') || undefined;
  refuse(definition, combinationErrors({ watch, continueText, sendInitialEvents, match, resourceVersion: query.get('resourceVersion') ?? '', gates }));
  // It is whoever reads the pages that says so.
  if (!watch && continueText && !['', '0'].includes(query.get('resourceVersion') ?? '')) throw badRequest('specifying resource version is not allowed when using continue: the token says the version already');
  const unknown = selectors.fields.find(({ field }) => !isSelectable(definition, field));
  if (unknown) throw badRequest(`field label not supported: ${unknown.field}`);
  return {
    watch,
    resourceVersion: parseResourceVersion(query, definition),
    match: match as ListParameters['match'],
    limit,
    continueToken: continueText && !watch ? decodeContinue(continueText) : undefined,
    timeoutSeconds,
    allowWatchBookmarks: parseBoolean(query, 'allowWatchBookmarks') ?? false,
    sendInitialEvents,
    ...selectors,
  };
}

/** Whether an object is one of those that were asked for. */
export function selects({ labels, fields }: Pick<ListParameters, 'labels' | 'fields'>, definition: ResourceDefinition): (stored: StoredObject) => boolean {
  if (labels.length === 0 && fields.length === 0) return () => true;
  return (stored) => matchesLabels(labels, stored.labels) && (fields.length === 0 || matchesFields(fields, stored.fields(definition.fieldsOf)));
}

/** The same as a filter, with the one name and the one value of the trigger field that it asks for, if it does. */
export function filterOf(parameters: Pick<ListParameters, 'labels' | 'fields'>, definition: ResourceDefinition, prefix: string): ObjectFilter {
  const one = (field: string | undefined): string | undefined => parameters.fields.find((each) => each.field === field && each.operator === '=')?.value;
  const [name, trigger] = [one('metadata.name'), one(definition.triggerField)];
  return { prefix, matches: selects(parameters, definition), ...(name !== undefined && { name }), ...(trigger !== undefined && { trigger }) };
}

/** @throws ApiError 422 for a version that is not a number; undefined and 0 are kept apart */
export function parseResourceVersion(query: URLSearchParams, definition: ResourceDefinition): number | undefined {
  const text = query.get('resourceVersion') ?? '';
  if (text === '') return undefined;
  if (!/^\d{1,15}$/.test(text)) {
    refuse(definition, [invalidField('resourceVersion', text.slice(0, 100), 'not a version')]);
  }
  return Number(text);
}

function parseSelectors(query: URLSearchParams): Pick<ListParameters, 'labels' | 'fields'> {
  try {
    return { labels: parseLabelSelector(query.get('labelSelector') ?? ''), fields: parseFieldSelector(query.get('fieldSelector') ?? '') };
  } catch (error) {
    if (SelectorError.is(error)) throw badRequest(`unable to parse the selector: ${error.message}`);
    throw error;
  }
}

function isSelectable({ namespaced, selectableFields }: ResourceDefinition, field: string): boolean {
  return field === 'metadata.name' || (field === 'metadata.namespace' && namespaced) || Object.hasOwn(selectableFields, field);
}

interface Combination {
  readonly watch: boolean;
  readonly continueText: string;
  readonly sendInitialEvents: boolean | undefined;
  readonly match: string | undefined;
  readonly resourceVersion: string;
  readonly gates: FeatureGates;
}

/** The rules of apimachinery's `ValidateListOptions`. */
function combinationErrors({ watch, continueText, sendInitialEvents, match, resourceVersion, gates }: Combination): FieldError[] {
  const errors: FieldError[] = [];
  const forbid = (field: string, why: string): void => void errors.push(forbiddenField(field, why));
  const beginsAnywhere = resourceVersion === '' || resourceVersion === '0';
  if (match !== undefined) {
    if (match !== 'Exact' && match !== 'NotOlderThan') errors.push(notSupported('resourceVersionMatch', match, ['Exact', 'NotOlderThan', '']));
    if (watch && sendInitialEvents === undefined) forbid('resourceVersionMatch', 'a watch takes it together with sendInitialEvents only');
    else if (watch && match !== 'NotOlderThan') forbid('resourceVersionMatch', 'sendInitialEvents goes with NotOlderThan only');
    else if (!watch && resourceVersion === '') forbid('resourceVersionMatch', 'a list takes it together with resourceVersion only');
    else if (match === 'Exact' && beginsAnywhere) forbid('resourceVersionMatch', 'Exact needs a resourceVersion greater than 0');
    if (continueText) forbid('resourceVersionMatch', 'a continue token says the version already');
  }
  if (sendInitialEvents !== undefined) {
    if (!watch) forbid('sendInitialEvents', 'only a watch takes it');
    else if (!gates.WatchList) forbid('sendInitialEvents', 'a watch takes it where the WatchList feature gate is enabled');
    else if (match === undefined) forbid('resourceVersionMatch', 'sendInitialEvents needs resourceVersionMatch=NotOlderThan');
  }
  if (watch && continueText) forbid('continue', 'a watch has no pages');
  return errors;
}

function refuse(definition: ResourceDefinition, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', kind: 'ListOptions' }, '', errors);
}

/** What is less than nothing is no limit. */
function parseLimit(query: URLSearchParams, name: string): number {
  const text = query.get(name) ?? '';
  if (!/^(-?\d{1,15})?$/.test(text)) throw badRequest(`${name} must be a whole number`);
  return Math.max(0, Number(text));
}

export function parseCount(query: URLSearchParams, name: string): number {
  const text = query.get(name) ?? '';
  if (!/^\d{0,10}$/.test(text)) throw badRequest(`${name} must be a whole number that is not negative`);
  return Number(text);
}

/** All but `false` and `0` is true, even nothing (apimachinery `Convert_Slice_string_To_bool`). */
export function parseBoolean(query: URLSearchParams, name: string): boolean | undefined {
  const text = query.get(name);
  return text === null ? undefined : text !== '0' && text.toLowerCase() !== 'false';
}
