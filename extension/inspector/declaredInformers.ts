import { untilAborted } from '../base/abort.ts';
import { CodedError } from '../base/codedError.ts';
import type { Reconciler } from '../controller/api.ts';
import { watchesOf } from '../controller/watchedKind.ts';
import { type ApiResource, scopedInformerName } from '../kube/resource.ts';
import type { InformerRequest } from './informerRequest.ts';
import { mostInformers } from './informerSet/informerSet.ts';
import type { LaunchReconciler } from './launchReconciler.ts';
import type { ReconcilerSource } from './reconcilerSource.ts';
import { resolveKinds } from './resolveKinds.ts';

/**
 * What a reconciler says of itself: its file is loaded in a process of its own, as for a run, and the process is ended when it has said it. Neither its
 * `setup` nor its `reconcile` is called, and it gets no client.
 * @throws what `launch` throws; ReconcilerError when it did not come up; the signal's reason
 */
export async function readDeclaration(launch: LaunchReconciler, source: ReconcilerSource, signal: AbortSignal): Promise<Reconciler> {
  signal.throwIfAborted();
  const launched = launch(source);
  try {
    return await untilAborted(launched.ready, signal);
  } finally {
    await launched.stop();
  }
}

/** Started together they would cost the API server that many lists and watches at once. */
export class TooManyInformers extends CodedError<'tooManyInformers', { readonly count: number; readonly most: number }> {
  override readonly name = 'TooManyInformers';

  static is(error: unknown): error is TooManyInformers {
    return error instanceof TooManyInformers;
  }
}

/**
 * The informers that its controller would have: one for each kind of For, Owns and Watches, in that order, once each.
 * @param discover what the cluster has; asked only where the reconciler does not say it
 * @param namespaces in each of which there is one for kinds that are in namespaces; `['']`: one in all of them
 * @throws UnknownResourceError for a kind that the cluster does not have; TooManyInformers for more than are started together, as of the informers of a workspace
 */
export async function declaredInformers(reconciler: Reconciler, discover: () => Promise<readonly ApiResource[]>, namespaces: readonly string[]): Promise<readonly InformerRequest[]> {
  const kindOf = await resolveKinds(reconciler, discover);
  const { resync = 0 } = reconciler;
  const requests = new Map<string, InformerRequest>();
  for (const watch of watchesOf(reconciler)) {
    const { group, version, resource, namespaced } = kindOf(watch.resource);
    for (const namespace of namespaced ? namespaces : ['']) {
      const request = { resource: { group, version, resource }, scope: namespace ? { namespace } : {}, chosen: resync > 0 ? { resyncPeriodMs: resync } : {} };
      requests.set(scopedInformerName(request.resource, request.scope), request);
    }
  }
  if (requests.size > mostInformers) throw new TooManyInformers('tooManyInformers', `the controller would have ${requests.size} informers, and ${mostInformers} at most are started together`, { count: requests.size, most: mostInformers });
  return [...requests.values()];
}
