import type { KubeObject, ReconcileCache, ReconcileContext, Reconciler, Watches } from './api.ts';
import { frozenView } from './frozenView.ts';

/** Told of each attempt to change an object of the cache: while which key was worked on, at which field, and where in the code (`file:line:column`, or empty). */
export type ReportMutation = (mutation: { readonly key: string; readonly path: string; readonly at: string }) => void;

/**
 * The reconciler, with views that cannot be changed for all that it gets of the cache. For one that shares this process: what it
 * changed there, every other reader would see.
 */
export function guardedReconciler(reconciler: Reconciler, report: ReportMutation): Reconciler {
  const guard = (key: string) => (object: KubeObject) => frozenView(object, (path) => report({ key, path, at: placeOfChange() }));
  const guarded: Pick<Reconciler, 'reconcile' | 'watches'> = {
    reconcile: (context, request) => reconciler.reconcile(guardedContext(context, guard(request.key)), request),
    ...(reconciler.watches && { watches: reconciler.watches.map((watch): Watches => ({ ...watch, map: (object) => watch.map(guard(keyOf(object))(object)) })) }),
  };
  // On top of it rather than a copy: it may be an instance of a class.
  return Object.assign(Object.create(reconciler) as Reconciler, guarded);
}

function guardedContext(context: ReconcileContext, guard: (object: KubeObject) => KubeObject): ReconcileContext {
  const { cache } = context;
  const guarded: ReconcileCache = {
    get: async (...of) => {
      const object = await cache.get(...of);
      return object && guard(object);
    },
    list: async (...of) => (await cache.list(...of)).map(guard),
    byIndex: async (...of) => (await cache.byIndex(...of)).map(guard),
  };
  return { ...context, cache: guarded };
}

function keyOf({ metadata: { namespace, name = '' } }: KubeObject): string {
  return namespace ? `${namespace}/${name}` : name;
}

/** The first frame above the view itself that is in a file. */
function placeOfChange(): string {
  const frames = (new Error().stack ?? '').split('\n');
  const above = frames.slice(frames.findLastIndex((frame) => frame.includes('frozenView')) + 1);
  for (const frame of above) {
    const place = /\(?((?:file:\/\/)?\/[^()]+?|[A-Za-z]:\\[^()]+?):(\d+):(\d+)\)?$/.exec(frame);
    if (place) return `${place[1]!.replace(/^file:\/\//, '')}:${place[2]}:${place[3]}`;
  }
  return '';
}
