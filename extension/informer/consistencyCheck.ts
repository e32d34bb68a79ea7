import { type Clock, sleep } from '../base/clock.ts';
import { messageOf } from '../base/codedError.ts';
import type { Logger } from '../base/logger.ts';
import { changedPaths } from '../kube/changedPaths.ts';
import { metaNamespaceKey } from '../kube/key.ts';
import type { KubeObject } from '../kube/object.ts';
import type { ListerWatcher } from './listerWatcher.ts';
import { listPages } from './listPager.ts';
import { ReflectorError } from './reflectorErrors.ts';

/** How long after a failed list it is asked for again. */
const retryMs = 1000;

interface Ports {
  readonly informer: string;
  readonly listerWatcher: ListerWatcher;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Compares what was streamed with a list at exactly the same version (client-go's
 * `KUBE_WATCHLIST_INCONSISTENCY_DETECTOR`, R-60). A check of servers, for tests: it costs a whole list. Version "0"
 * names no state, so there is nothing to compare with. Objects that were transformed on their way differ, of course.
 * @throws ReflectorError `Inconsistent`
 */
export async function checkStreamedList(ports: Ports, streamed: readonly KubeObject[], version: string, signal: AbortSignal): Promise<void> {
  if (version === '0') return;
  const listed = await listExactly(ports, version, signal);
  if (!listed) return;
  const difference = differenceBetween(byKey(streamed), byKey(listed));
  if (difference) throw inconsistent(ports.informer, version, difference);
}

/** Asked for until it is had; undefined when stopped. */
async function listExactly({ informer, listerWatcher, clock, logger }: Ports, version: string, signal: AbortSignal): Promise<readonly KubeObject[] | undefined> {
  while (!signal.aborted) {
    try {
      const list = await listPages((options) => listerWatcher.list(options, signal), { resourceVersion: version, resourceVersionMatch: 'Exact' }, 0);
      return list.items;
    } catch (error) {
      if (signal.aborted) return undefined;
      logger.warn('reflector', `${informer}: the list to check the streamed one with failed and is tried again: ${messageOf(error)}`);
      await sleep(clock, retryMs, signal);
    }
  }
  return undefined;
}

function byKey(objects: readonly KubeObject[]): Map<string, KubeObject> {
  return new Map(objects.map((object) => [metaNamespaceKey(object), object]));
}

function differenceBetween(streamed: ReadonlyMap<string, KubeObject>, listed: ReadonlyMap<string, KubeObject>): string | undefined {
  for (const [key, object] of listed) {
    const other = streamed.get(key);
    if (!other) return `${key} is in the list only`;
    const [path] = changedPaths(other, object, 1);
    if (path !== undefined) return `${key} differs in ${path}`;
  }
  for (const key of streamed.keys()) if (!listed.has(key)) return `${key} was streamed only`;
  return undefined;
}

function inconsistent(informer: string, version: string, difference: string): ReflectorError {
  return new ReflectorError('Inconsistent', `${informer}: the streamed list differs from the list at version ${version}: ${difference}`, difference);
}
