import { orAborted } from '../base/abort.ts';
import type { Clock } from '../base/clock.ts';
import type { ListerWatcher, ListPage } from '../informer/listerWatcher.ts';
import { unsupportedTable } from '../informer/reflectorErrors.ts';
import type { InformerScope } from '../informer/sharedInformer.ts';
import type { GroupVersionResource } from '../kube/resource.ts';

/** What a start of an informer will read. The server only estimates how many, and the first object stands for all. */
export type Preflight =
  | { readonly kind: 'counted'; readonly objects: number; readonly bytes: number }
  /** The server does not say how many there are: with a selector it would have to read them all. */
  | { readonly kind: 'uncounted'; readonly bytesEach: number }
  /** No answer within so many milliseconds. */
  | { readonly kind: 'late'; readonly ms: number }
  /** What refuses this list will probably refuse the informer's. */
  | { readonly kind: 'failed'; readonly error: unknown };

/** Nobody waits longer than this to be told what a start will cost. */
const patienceMs = 3000;

export interface PreflightOptions {
  readonly cluster: { listerWatcher(resource: GroupVersionResource, scope: InformerScope): ListerWatcher };
  readonly resource: GroupVersionResource;
  readonly scope: InformerScope;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Finds out by one small request what a start costs: a list of one object, at the newest version, which says how many are
 * left. (At version "0" servers ignore the limit.)
 * @throws the signal's reason when it aborts, and nothing else
 */
export async function preflight({ clock, signal, ...what }: PreflightOptions): Promise<Preflight> {
  const late = new AbortController();
  const timer = clock.setTimer(patienceMs, () => late.abort());
  const either = AbortSignal.any([signal, late.signal]);
  try {
    const found = await orAborted(ask(what, either), either);
    signal.throwIfAborted();
    return !found || late.signal.aborted ? { kind: 'late', ms: patienceMs } : found;
  } catch (error) {
    signal.throwIfAborted();
    return late.signal.aborted ? { kind: 'late', ms: patienceMs } : { kind: 'failed', error };
  } finally {
    timer.dispose();
  }
}

async function ask({ cluster, resource, scope }: Omit<PreflightOptions, 'clock' | 'signal'>, signal: AbortSignal): Promise<Preflight> {
  const one = async (what: InformerScope): Promise<Preflight> => {
    const page = await cluster.listerWatcher(resource, what).list({ limit: 1 }, signal);
    return page.kind === 'Table' ? { kind: 'failed', error: unsupportedTable() } : estimate(page);
  };
  const found = await one(scope);
  const { metadataOnly, ...whole } = scope;
  if (found.kind !== 'uncounted' || !metadataOnly || whole.labelSelector || whole.fieldSelector) return found;
  // Old servers (1.20) leave the count out of a list of metadata.
  const counted = await one(whole);
  return counted.kind === 'counted' ? { ...counted, bytes: counted.objects * found.bytesEach } : found;
}

function estimate(page: ListPage): Preflight {
  const { items, continue: next, remainingItemCount } = page;
  const ofItems = Math.max(0, page.bytes - envelopeBytes(page));
  const bytesEach = items.length > 0 ? ofItems / items.length : 0;
  if (next && remainingItemCount === undefined) return { kind: 'uncounted', bytesEach };
  const objects = items.length + (next ? remainingItemCount! : 0);
  return { kind: 'counted', objects, bytes: objects * bytesEach };
}

/** Of a list without its items; about, as everything here. */
function envelopeBytes({ kind, resourceVersion, continue: next, remainingItemCount }: ListPage): number {
  return JSON.stringify({ kind, apiVersion: 'v1', metadata: { resourceVersion, continue: next, remainingItemCount }, items: [] }).length;
}
