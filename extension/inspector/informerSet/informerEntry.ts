import type { InformerSettings } from '../../informer/informerOptions.ts';
import { type ClientGo, clientGos, type QueueKind, queueKinds } from '../../informer/profile.ts';
import { parseFieldSelector } from '../../kube/fieldSelector.ts';
import { parseLabelSelector, SelectorError, type SelectorFault } from '../../kube/labelSelector.ts';
import { isRecord } from '../../kube/object.ts';
import { formatResource, parseResource } from '../../kube/resource.ts';
import { isNamespaceName } from '../../kube/serviceAccount.ts';
import type { InformerRequest } from '../informerRequest.ts';

/** Where the informers of an entry run; undefined: wherever the person says who opens them. */
export type EntrySource = 'playground' | { readonly context: string } | undefined;

/** Informers as they are written down: in the file of a workspace, and in what VS Code keeps. Fields that are absent say nothing. */
export interface InformerEntry {
  /** `v1/pods`, `apps/v1/deployments` */
  readonly resource: string;
  /** One informer in each; absent: one in all of them. */
  readonly namespaces?: readonly string[];
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  readonly metadataOnly?: boolean;
  readonly clientGo?: ClientGo;
  readonly queue?: QueueKind;
  /** 0: no resync. */
  readonly resyncSeconds?: number;
  readonly source?: Exclude<EntrySource, undefined>;
}

/** What something has to be, where it is not. */
export type Wanted = 'object' | 'list' | 'resource' | 'namespaces' | 'namespace' | 'labelSelector' | 'fieldSelector' | 'boolean' | 'seconds' | 'clientGo' | 'queue' | 'source' | 'context';

export interface EntryProblem {
  /** From the entry on: `['namespaces', 1]`. */
  readonly path: readonly (string | number)[];
  readonly fault: { readonly kind: 'wrong'; readonly wanted: Wanted; readonly reason?: SelectorFault } | { readonly kind: 'missing'; readonly field: string } | { readonly kind: 'unknown'; readonly field: string };
}

export interface ReadEntry {
  readonly requests: readonly InformerRequest[];
  readonly source: EntrySource;
}

/** A day, as in the setting. */
export const mostResyncSeconds = 86_400;
export const mostNamespaces = 100;
/** Characters of a selector: a longer one makes a URL that servers refuse. */
export const longestSelector = 1000;
const longestName = 512;

type Check = (value: unknown) => Wanted | { readonly wanted: Wanted; readonly reason: SelectorFault } | undefined;

const checks: { readonly [Field in keyof Required<InformerEntry>]: Check } = {
  resource: (value) => (isText(value, longestName) && parseResource(value) ? undefined : 'resource'),
  namespaces: (value) => (Array.isArray(value) && value.length > 0 && value.length <= mostNamespaces ? undefined : 'namespaces'),
  labelSelector: selector('labelSelector', parseLabelSelector),
  fieldSelector: selector('fieldSelector', parseFieldSelector),
  metadataOnly: (value) => (typeof value === 'boolean' ? undefined : 'boolean'),
  clientGo: (value) => (clientGos.some((each) => each === value) ? undefined : 'clientGo'),
  queue: (value) => (queueKinds.some((each) => each === value) ? undefined : 'queue'),
  resyncSeconds: (value) => (Number.isInteger(value) && (value as number) >= 0 && (value as number) <= mostResyncSeconds ? undefined : 'seconds'),
  source: (value) => (value === 'playground' || isRecord(value) ? undefined : 'source'),
};

/**
 * Reads what claims to be an entry: nothing of it is trusted, and each fault is reported with its place. Undefined where there is one.
 * @param report is told of all of them
 */
export function readEntry(value: unknown, report: (problem: EntryProblem) => void): ReadEntry | undefined {
  let isRight = true;
  const tell = (path: EntryProblem['path'], fault: EntryProblem['fault']): void => {
    isRight = false;
    report({ path, fault });
  };
  if (!isRecord(value) || Array.isArray(value)) {
    tell([], { kind: 'wrong', wanted: 'object' });
    return undefined;
  }
  for (const field of Object.keys(value)) {
    const check = Object.hasOwn(checks, field) ? checks[field as keyof typeof checks] : undefined;
    const wrong = check ? check(value[field]) : undefined;
    if (!check) tell([field], { kind: 'unknown', field });
    else if (wrong !== undefined) tell([field], { kind: 'wrong', ...(typeof wrong === 'string' ? { wanted: wrong } : wrong) });
    else if (field === 'namespaces') tellOfNames(value[field] as readonly unknown[], tell);
    else if (field === 'source' && isRecord(value[field])) tellOfContext(value[field], tell);
  }
  if (!Object.hasOwn(value, 'resource')) tell([], { kind: 'missing', field: 'resource' });
  return isRight ? taken(value as unknown as InformerEntry) : undefined;
}

/** The reverse, of one informer. */
export function entryOf({ resource, scope, chosen }: InformerRequest, source?: EntrySource): InformerEntry {
  const { namespace, labelSelector, fieldSelector, metadataOnly } = scope;
  const { clientGo, queue, resyncPeriodMs } = chosen;
  return {
    resource: formatResource(resource),
    ...(namespace && { namespaces: [namespace] }),
    ...(labelSelector && { labelSelector }),
    ...(fieldSelector && { fieldSelector }),
    ...(metadataOnly && { metadataOnly }),
    ...(clientGo && { clientGo }),
    ...(queue && { queue }),
    ...(resyncPeriodMs !== undefined && { resyncSeconds: Math.round(resyncPeriodMs / 1000) }),
    ...(source !== undefined && { source }),
  };
}

function taken({ resource, namespaces, labelSelector, fieldSelector, metadataOnly, clientGo, queue, resyncSeconds, source }: InformerEntry): ReadEntry {
  const chosen: Partial<InformerSettings> = { ...(clientGo && { clientGo }), ...(queue && { queue }), ...(resyncSeconds !== undefined && { resyncPeriodMs: resyncSeconds * 1000 }) };
  const requestIn = (namespace: string | undefined): InformerRequest => ({
    resource: parseResource(resource)!,
    scope: { ...(namespace !== undefined && { namespace }), ...(labelSelector && { labelSelector }), ...(fieldSelector && { fieldSelector }), ...(metadataOnly && { metadataOnly }) },
    chosen,
  });
  return { requests: Array.from(namespaces ? new Set(namespaces) : [undefined], requestIn), source };
}

function tellOfNames(names: readonly unknown[], tell: (path: EntryProblem['path'], fault: EntryProblem['fault']) => void): void {
  for (const [index, name] of names.entries()) if (!isText(name, longestName) || !isNamespaceName(name)) tell(['namespaces', index], { kind: 'wrong', wanted: 'namespace' });
}

function tellOfContext(source: Readonly<Record<string, unknown>>, tell: (path: EntryProblem['path'], fault: EntryProblem['fault']) => void): void {
  for (const field of Object.keys(source)) if (field !== 'context') tell(['source', field], { kind: 'unknown', field });
  if (!Object.hasOwn(source, 'context')) tell(['source'], { kind: 'missing', field: 'context' });
  else if (!isText(source['context'], longestName) || source['context'] === '') tell(['source', 'context'], { kind: 'wrong', wanted: 'context' });
}

function selector(wanted: 'labelSelector' | 'fieldSelector', parse: (text: string) => unknown): Check {
  return (value) => {
    if (!isText(value, longestSelector)) return wanted;
    try {
      parse(value);
      return undefined;
    } catch (error) {
      if (!SelectorError.is(error)) throw error;
      return { wanted, reason: error.data };
    }
  };
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length <= longest;
}
