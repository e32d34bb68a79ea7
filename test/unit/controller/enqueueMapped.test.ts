import { afterEach, describe, expect, it } from 'vitest';
import type { Key, KubeObject, Reconciler } from '../../../extension/controller/api.ts';
import { enqueueMapped } from '../../../extension/controller/enqueueMapped.ts';
import { DeletedFinalStateUnknown } from '../../../extension/informer/eventHandler.ts';
import { parseResource } from '../../../extension/kube/resource.ts';
import { lowPriority } from '../../../extension/workqueue/priorityQueue.ts';
import { pod } from '../../support/objects.ts';
import { ControllerHarness, kindOf } from './controllerHarness.ts';

const configMaps = parseResource('v1/configmaps')!;
const pods = parseResource('v1/pods')!;

const byApp = ({ metadata: { namespace = '', labels = {} } }: KubeObject): Key[] => (labels['app'] ? [{ namespace, name: labels['app'] }] : []);

describe('enqueueMapped', () => {
  const added: string[] = [];
  const enqueue = (key: string, cause: number, priority: number): void => void added.push(`${key} ${cause}${priority === lowPriority ? ' low' : ''}`);
  const never = new AbortController().signal;
  const handlerOf = (map: (object: KubeObject) => unknown, resource = 'v1/configmaps') => enqueueMapped({ map: map as () => Key[] }, kindOf(resource), enqueue, never);
  const app = (name: string, rv: number) => pod('p', rv, { labels: { app: name } });
  afterEach(() => added.splice(0));

  it('asks for what an object maps to, and for what it mapped to before, each key once', () => {
    const handler = handlerOf(byApp);
    handler.onAdd(app('a', 1), true, 1);
    handler.onAdd(app('a', 1), false, 2);
    handler.onUpdate(app('a', 1), app('b', 2), 3);
    handler.onUpdate(app('a', 2), app('a', 3), 4);
    handler.onUpdate(app('a', 3), app('a', 3), 5);
    handler.onDelete(app('a', 4), 6);
    handler.onDelete(new DeletedFinalStateUnknown('d/p', app('c', 4)), 7);
    handler.onDelete(new DeletedFinalStateUnknown('d/p', undefined), 8);
    expect(added).toEqual(['d/a 1 low', 'd/a 2', 'd/a 3', 'd/b 3', 'd/a 4', 'd/a 5 low', 'd/a 6', 'd/c 7']);
  });

  it('takes keys without a namespace where the kind has none', () => {
    handlerOf(({ metadata }) => [{ name: metadata.namespace! }], 'v1/namespaces').onAdd(pod('p', 1), false, 1);
    expect(added).toEqual(['d 1']);
  });

  it.each([
    [undefined, "`map` must give a list of keys such as { namespace: 'default', name: 'web' }, not undefined"],
    ['d/web', "`map` must give a list of keys such as { namespace: 'default', name: 'web' }, not d/web"],
    [['d/web'], "`map` must give keys such as { namespace: 'default', name: 'web' }, not d/web"],
    [[{ namespace: 'd' }], '`map` must give keys such as { namespace: \'default\', name: \'web\' }, not {"namespace":"d"}'],
    [[{ namespace: 'd', name: 'a/b' }], '`map` must give keys such as { namespace: \'default\', name: \'web\' }, not {"namespace":"d","name":"a/b"}'],
    [[{ name: 'web' }], '`map` gave a key that names nothing: "web" has no namespace, but each ConfigMap is in one'],
    [Array.from({ length: 10_001 }, () => ({})), '`map` gave 10001 keys for one object, and 10000 at most are taken'],
  ])('refuses %j', (mapped, message) => {
    expect(() => handlerOf(() => mapped).onAdd(pod('p', 1), false, 1)).toThrow(message);
    expect(added).toEqual([]);
  });

  it('refuses a namespace where the kind has none', () => {
    expect(() => handlerOf(() => [{ namespace: 'd', name: 'web' }], 'v1/namespaces').onAdd(pod('p', 1), false, 1)).toThrow('"web" has the namespace "d", but no Namespace is in one');
  });
});

describe('a controller that watches with map', () => {
  let harness: ControllerHarness;
  let runs: string[] = [];
  const begin = async (map: (object: KubeObject) => readonly Key[] | Promise<readonly Key[]>): Promise<void> => {
    runs = [];
    const reconciler: Reconciler = { name: 'test', for: 'v1/configmaps', watches: [{ resource: 'v1/pods', map }], reconcile: (_context, { key }) => void runs.push(key) };
    harness = new ControllerHarness(reconciler);
    await harness.start();
  };
  const putPod = (name: string, app = ''): void => void harness.cluster.put(pods, { kind: 'Pod', metadata: { name, namespace: 'd', labels: { app } } });
  afterEach(async () => {
    await harness.stop();
    expect(harness.clock.pending).toBe(0);
  });

  it('reconciles what its objects map to, on account of them', async () => {
    await begin(byApp);
    putPod('p', 'web');
    await harness.clock.settle();
    expect(runs).toEqual(['d/web']);
    const [start] = harness.probe.of('reconcile.start');
    expect(harness.probe.chain(start!.seq).map(({ kind, informer }) => `${kind} ${informer ?? ''}`.trim())).toContain('reflector.event v1/pods');
  });

  it('waits for one that takes time, and maps one object after the other', async () => {
    const answers: ((keys: readonly Key[]) => void)[] = [];
    const asked: string[] = [];
    await begin((object) => {
      asked.push(object.metadata.name!);
      return new Promise((resolve) => answers.push(resolve));
    });
    putPod('p');
    putPod('q');
    await harness.clock.settle();
    expect(asked).toEqual(['p']);
    answers[0]!([{ namespace: 'd', name: 'one' }]);
    await harness.clock.settle();
    answers[1]!([{ namespace: 'd', name: 'two' }]);
    await harness.clock.settle();
    expect(asked).toEqual(['p', 'q']);
    expect(runs).toEqual(['d/one', 'd/two']);
  });

  it.each([
    ['at once', () => { throw new Error('no label'); }],
    ['by its promise', () => Promise.reject(new Error('no label'))],
  ])('what it throws %s is the handler’s error, and costs that one notification', async (_, fail) => {
    await begin((object) => (object.metadata.name === 'bad' ? fail() : byApp(object)));
    putPod('bad', 'a');
    putPod('good', 'b');
    await harness.clock.advance(1000);
    expect(harness.probe.of('handler.error')).toMatchObject([{ handler: 'test', informer: 'v1/pods', key: 'd/bad', message: 'handler test threw: no label' }]);
    expect(runs).toEqual(['d/b']);
  });

  it('is stopped though its map never answers', async () => {
    await begin(() => new Promise(() => undefined));
    putPod('p');
    harness.cluster.put(configMaps, { kind: 'ConfigMap', metadata: { name: 'a', namespace: 'd' } });
    await harness.clock.settle();
    expect(runs).toEqual(['d/a']);
  });
});
