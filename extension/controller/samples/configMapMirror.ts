/**
 * ConfigMap mirror: copies of a ConfigMap in other namespaces, which go when it goes (chapter 9 of the article: a reconcile may be
 * cut off anywhere, and the next one goes on from what is there).
 *
 *     kubectl annotate configmap web-content mirror-to=shop,kube-public
 *
 * An owner reference cannot reach into another namespace: the garbage collector looks for the owner in the namespace of the
 * object that names it, does not find it, and deletes the copy. So the original is held by a finalizer until its copies are gone.
 * What lives beside the original, the list of copies, has an owner reference, and is left to the garbage collector.
 *
 * It writes down where it will copy to before it does, on the original itself. Whenever it is killed, whatever its cache has seen,
 * the next run knows what there is to undo.
 *
 * Around it, as in the article's `processNextWorkItem`:
 *
 *     1   Get             the key of an original, also when one of its copies changed
 *     2   reconcile       note, copy, remove: it goes on from what is there
 *     3a  Forget          it went well
 *     3b  AddRateLimited  the cache was behind, or a write was refused: again from the beginning
 *         Done            always; after a kill there is none, and the next process begins with Get
 *
 * Watch in the panel: delete the original and see `deletionTimestamp` come by, the copies go, the finalizer go, and only then the
 * DELETED event. Kill the process between two of these writes, and start it again.
 */
import { ApiError, defineReconciler, type Key, type KubeObject, type ReconcileContext } from 'informer-inspector';
import { containsJson, equalJson } from './json.ts';

const configMaps = 'v1/configmaps';
const finalizer = 'samples.informer-inspector/mirror';

export default defineReconciler({
  name: 'configmap-mirror',
  // No predicate on the annotation: when it is taken away, that too must be seen.
  for: configMaps,
  owns: [configMaps],
  watches: [{ resource: configMaps, predicates: [{ type: 'labels', selector: 'sample=mirror' }], map: originalOf }],
  workers: 2,

  async reconcile(ctx, { namespace, name }) {
    const original = await ctx.cache.get(configMaps, namespace, name);
    if (!original) return; // gone, and by its finalizer the copies before it
    const { annotations = {}, finalizers = [], deletionTimestamp } = original.metadata;
    const wanted = deletionTimestamp ? [] : namesIn(annotations['mirror-to']).filter((target) => target !== namespace);
    const noted = namesIn(annotations['mirrored-to']);

    if (wanted.some((target) => !noted.includes(target)) || (wanted.length > 0 && !finalizers.includes(finalizer))) {
      return note(ctx, original, [...new Set([...noted, ...wanted])]); // its own watch event asks for the next run
    }
    for (const target of wanted) await copy(ctx, original, target);
    if (wanted.length > 0) await list(ctx, original, wanted);
    const undone = noted.filter((target) => !wanted.includes(target));
    for (const target of undone) await remove(ctx, original, target);
    if (undone.length > 0 || (wanted.length === 0 && finalizers.includes(finalizer))) await note(ctx, original, wanted);
  },
});

/** Where copies are, or may be from now on. The finalizer stays as long as there is any. */
async function note(ctx: ReconcileContext, original: KubeObject, targets: readonly string[]): Promise<void> {
  const { namespace, name = '', resourceVersion, finalizers = [] } = original.metadata;
  const others = finalizers.filter((each) => each !== finalizer);
  await ctx.client.patch(configMaps, namespace, name, {
    metadata: {
      resourceVersion, // refused when the cache was behind: other finalizers may have come or gone
      finalizers: targets.length > 0 ? [...others, finalizer] : others,
      annotations: { 'mirrored-to': targets.length > 0 ? targets.join(',') : null },
    },
  });
}

async function copy(ctx: ReconcileContext, original: KubeObject, target: string): Promise<void> {
  const { name = '' } = original.metadata;
  const wanted: KubeObject = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: target, labels: { sample: 'mirror' }, annotations: { 'mirror-of': keyOf(original) } },
    data: original['data'],
    binaryData: original['binaryData'],
  };
  const there = await ctx.cache.get(configMaps, target, name);
  if (!there) {
    await ctx.client.create(configMaps, wanted).catch(ignore(409)); // there already, and on its way to the cache
  } else if (there.metadata.annotations?.['mirror-of'] !== keyOf(original)) {
    ctx.log(`leaves ${target}/${name} alone: it is somebody else's`);
  } else if (!sameData(there, wanted)) {
    await ctx.client.update(configMaps, { ...there, data: wanted['data'], binaryData: wanted['binaryData'] }); // 409 when the cache is behind
  }
}

async function remove(ctx: ReconcileContext, original: KubeObject, target: string): Promise<void> {
  const { name = '' } = original.metadata;
  // The cache may not know it yet, and it may be somebody else's: a patch that changes nothing asks the server itself.
  const isOurs = [{ op: 'test', path: '/metadata/annotations/mirror-of', value: keyOf(original) }];
  try {
    await ctx.client.patch(configMaps, target, name, isOurs);
  } catch (error) {
    if (ApiError.is(error, 404) || ApiError.is(error, 422)) return;
    throw error;
  }
  await ctx.client.delete(configMaps, target, name).catch(ignore(404));
}

/** Beside the original, and owned by it. */
async function list(ctx: ReconcileContext, original: KubeObject, targets: readonly string[]): Promise<void> {
  const { namespace = '', name = '', uid = '' } = original.metadata;
  const wanted: KubeObject = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: `${name}-mirrors`, namespace, ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name, uid, controller: true }] },
    data: { namespaces: targets.join(',') },
  };
  const there = await ctx.cache.get(configMaps, namespace, `${name}-mirrors`);
  if (!containsJson(there, wanted)) await ctx.client.apply(configMaps, wanted, { force: true });
}

function originalOf(copied: KubeObject): Key[] {
  const [namespace, name] = (copied.metadata.annotations?.['mirror-of'] ?? '').split('/');
  return namespace && name ? [{ namespace, name }] : [];
}

function keyOf({ metadata }: KubeObject): string {
  return `${metadata.namespace}/${metadata.name}`;
}

function namesIn(text = ''): string[] {
  return [...new Set(text.split(',').map((name) => name.trim()).filter((name) => name !== ''))];
}

function sameData(one: KubeObject, other: KubeObject): boolean {
  return ['data', 'binaryData'].every((field) => equalJson(one[field] ?? {}, other[field] ?? {}));
}

function ignore(status: number): (error: unknown) => void {
  return (error) => {
    if (!ApiError.is(error, status)) throw error;
  };
}
