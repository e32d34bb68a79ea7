/**
 * Lost and found: a notification is lost, and only a resync finds what it was about (chapter 4 of the article: why resync is
 * there; chapter 9: why a reconcile looks at the whole state instead of at what changed).
 *
 * It keeps the number of a namespace's ConfigMaps in an annotation of the namespace. Its `map` has a bug: it stumbles over a
 * ConfigMap that has no data. So nobody asks for a reconcile, the annotation stays wrong, and no error is tried again: the
 * handler is not the work queue. Every 30 seconds the informer hands all that it has to the handlers once more, the other objects
 * ask for a reconcile, and that one counts everything, also what was lost.
 *
 * Around it, as in the article's `processNextWorkItem`:
 *
 *     1   Get             the key of a namespace, if `map` could say which
 *     2   reconcile       count the ConfigMaps, and note how many
 *     3a  Forget          it went well
 *     3b  AddRateLimited  the note was refused; what `map` throws never comes here
 *         Done            always
 *
 *     kubectl create configmap nothing-in-it -n kube-public
 *     kubectl get namespace kube-public -o jsonpath='{.metadata.annotations}'
 *
 * Watch in the panel: `handler.error`, after which nothing follows; then, within 30 seconds, `handler.update` with `resync`, and
 * the reconcile that repairs it. The cure of the bug is one word, `configMap['data'] ?? {}`; the cure of all bugs of its kind is
 * not to depend on having been told.
 */
import { defineReconciler } from 'informer-inspector';

const namespaces = 'v1/namespaces';
const configMaps = 'v1/configmaps';

export default defineReconciler({
  name: 'lost-and-found',
  for: namespaces,
  watches: [
    {
      resource: configMaps,
      map(configMap) {
        const { namespace } = configMap.metadata;
        const size = Object.keys(configMap['data']).length; // throws where there is no data at all
        return namespace && size >= 0 ? [{ name: namespace }] : [];
      },
    },
  ],
  resync: 30_000,

  async reconcile(ctx, request) {
    const namespace = await ctx.cache.get(namespaces, undefined, request.name);
    if (!namespace || namespace.metadata.deletionTimestamp) return;
    const count = String((await ctx.cache.list(configMaps, request.name)).length);
    if (namespace.metadata.annotations?.['configmaps'] === count) return;
    await ctx.client.patch(namespaces, undefined, request.name, { metadata: { annotations: { configmaps: count } } });
    ctx.log(`has ${count} ConfigMaps`);
  },
});
