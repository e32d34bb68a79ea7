/**
 * Stale read: it trusts its cache too much, and makes too many (chapter 6 of the article: the cache is behind; chapter 9: reads from
 * the cache, writes to the server).
 *
 * It keeps as many pods as a ConfigMap asks for in `data.pods`, and lets the server make up their names. After each write it notes
 * on the ConfigMap what it did; that note comes back through *another* informer than the pods do. Whenever it overtakes them, the
 * next run counts the pods that it has just made as missing, and makes them again; nothing refuses, since every name is new. Then all
 * of them arrive, there are too many, and it deletes: perhaps again too many.
 *
 * Around it, as in the article's `processNextWorkItem`:
 *
 *     1   Get             the key of a ConfigMap: it changed, or one of its pods did
 *     2   reconcile       counts the pods that the cache has, and makes or deletes the rest
 *     3a  Forget          also when it has made too many: it knows of no failure
 *     3b  AddRateLimited  a write was refused
 *         Done            always: what the watch has brought meanwhile is counted next
 *
 * To see it each time, hold the watch of pods in the panel while you ask for more:
 *
 *     kubectl patch configmap stale-read --type=merge -p '{"data":{"pods":"5"}}'
 *
 * Watch in the panel: `reconcile.read` marked as one that does not see this reconciler's own earlier write.
 *
 * The cure, as Kubernetes' own controllers have it (pkg/controller), is expectations: remember what was written, and do nothing until the cache has seen
 * it. Here that is done for a ConfigMap which says so. (The other cure is *ReplicaSet*'s: names that follow from what is wanted.)
 *
 *     kubectl annotate configmap stale-read cure=expectations
 */
import { ApiError, defineReconciler, type KubeObject, type ReconcileContext } from 'informer-inspector';

const configMaps = 'v1/configmaps';
const pods = 'v1/pods';

/** What was written, and is not in the cache yet. By key. */
const expectations = new Map<string, Expected>();

interface Expected {
  readonly made: Set<string>;
  readonly deleted: Set<string>;
  /** What never shows itself, made and gone between two looks, is waited for until then and no longer (Kubernetes: five minutes). */
  until: number;
}

const patienceMs = 300_000;

export default defineReconciler({
  name: 'stale-read',
  for: { resource: configMaps, predicates: [{ type: 'labels', selector: 'sample=stale-read' }] },
  owns: [pods],

  async setup({ client }) {
    await client.create(configMaps, example).catch(ignore(409));
  },

  async reconcile(ctx, { key, namespace, name }) {
    const configMap = await ctx.cache.get(configMaps, namespace, name);
    if (!configMap || configMap.metadata.deletionTimestamp) {
      expectations.delete(key);
      return {};
    }
    const owned = await ctx.cache.byIndex(pods, 'owner', configMap.metadata.uid ?? '');
    const there = new Set(owned.filter(({ metadata }) => !metadata.deletionTimestamp).map(({ metadata }) => metadata.name ?? ''));

    const cured = configMap.metadata.annotations?.['cure'] === 'expectations';
    const expected = stillExpected(key, there);
    if (cured && expected.made.size + expected.deleted.size > 0) return { requeueAfter: expected.until - Date.now() }; // their watch events will ask before

    const wanted = Number(configMap['data']?.pods ?? 0);
    if (there.size !== wanted) expected.until = Date.now() + patienceMs;
    for (let number = there.size; number < wanted; number++) expected.made.add(await createPod(ctx, configMap));
    for (const pod of [...there].slice(wanted)) {
      await ctx.client.delete(pods, namespace, pod).catch(ignore(404));
      expected.deleted.add(pod);
    }
    const note = `saw ${there.size} of ${wanted}`;
    if (configMap.metadata.annotations?.['note'] !== note) {
      await ctx.client.patch(configMaps, namespace, name, { metadata: { annotations: { note } } });
      ctx.log(note);
    }
    return {};
  },
});

function stillExpected(key: string, there: ReadonlySet<string>): Expected {
  const known = expectations.get(key);
  const expected = known && known.until > Date.now() ? known : { made: new Set<string>(), deleted: new Set<string>(), until: 0 };
  for (const pod of expected.made) if (there.has(pod)) expected.made.delete(pod);
  for (const pod of expected.deleted) if (!there.has(pod)) expected.deleted.delete(pod);
  expectations.set(key, expected);
  return expected;
}

/** @returns the name that the server has made up */
async function createPod(ctx: ReconcileContext, configMap: KubeObject): Promise<string> {
  const { namespace = '', name = '', uid = '' } = configMap.metadata;
  const pod = await ctx.client.create(pods, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      generateName: `${name}-`,
      namespace,
      ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name, uid, controller: true, blockOwnerDeletion: true }],
    },
    spec: { containers: [{ name: 'pause', image: 'registry.k8s.io/pause:3.10' }] },
  });
  return pod.metadata.name ?? '';
}

function ignore(status: number): (error: unknown) => void {
  return (error) => {
    if (!ApiError.is(error, status)) throw error;
  };
}

/** Something to work on. */
const example: KubeObject = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'stale-read', namespace: 'default', labels: { sample: 'stale-read' } },
  data: { pods: '2' },
};
