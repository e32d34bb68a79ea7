/**
 * Hot loop: two controllers fight over one field (chapter 9 of the article: one owner for each field). This is the blue one.
 *
 * Alone it settles at once. Beside the green one neither ever does: each write is a watch event for the other, which writes
 * in turn. No error, no back-off: a reconcile that succeeds is forgotten, and the next change comes at once.
 *
 * Around it, as in the article's `processNextWorkItem`:
 *
 *     1   Get             `default/paint`, because the other one has painted it
 *     2   reconcile       paints it blue
 *     3a  Forget          each time: it went well, so that no back-off ever slows it
 *     3b  AddRateLimited  never; with the cure it gives up instead
 *         Done            always: the other's paint is waiting already
 *
 * Watch in the panel: the lint that finds the loop, and a chain of causes that goes on for ever, from write to watch event to write.
 *
 * The cure is to apply without `force`: the server knows who owns the field, and refuses the other. Here that is done for a
 * ConfigMap which says so, and the fight is over:
 *
 *     kubectl annotate configmap paint cure=no-force
 */
import { ApiError, defineReconciler, type KubeObject, TerminalError } from 'informer-inspector';

const configMaps = 'v1/configmaps';
const color = 'blue';

export default defineReconciler({
  name: 'hot-loop-blue',
  for: { resource: configMaps, predicates: [{ type: 'labels', selector: 'sample=hot-loop' }] },

  async setup({ client }) {
    await client.apply(configMaps, paint());
  },

  async reconcile(ctx, { namespace, name }) {
    const current = await ctx.cache.get(configMaps, namespace, name);
    if (!current || current['data']?.color === color) return;
    const force = current.metadata.annotations?.['cure'] !== 'no-force';
    try {
      await ctx.client.apply(configMaps, { ...paint(namespace, name), data: { color } }, { force });
      ctx.log(`paints ${name} ${color}`);
    } catch (error) {
      if (!ApiError.is(error, 409)) throw error;
      throw new TerminalError(`leaves ${name} as it is, since somebody else owns its color: ${error.message}`);
    }
  },
});

/** Something to fight over. Both say this much of it, and agree. */
function paint(namespace = 'default', name = 'paint'): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace, labels: { sample: 'hot-loop' } } };
}
