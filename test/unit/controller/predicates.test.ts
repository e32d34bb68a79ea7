import { afterEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../../../extension/base/logger.ts';
import type { Predicate, Reconciler } from '../../../extension/controller/api.ts';
import { judgeOf, predicated } from '../../../extension/controller/predicates.ts';
import { DeletedFinalStateUnknown } from '../../../extension/informer/eventHandler.ts';
import { compileCel } from '../../../extension/inspector/celCompiler.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';
import { parseResource } from '../../../extension/kube/resource.ts';
import { RecordingProbe } from '../../support/recordingProbe.ts';
import { ControllerHarness } from './controllerHarness.ts';

const deployments = parseResource('apps/v1/deployments')!;

function web(more: { replicas?: number; labels?: Record<string, string>; ready?: number } = {}, name = 'web'): KubeObject {
  const { replicas = 1, labels = { app: 'web' }, ready = 0 } = more;
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, namespace: 'd', labels }, spec: { replicas }, status: { ready } };
}

const at = (generation: number | undefined): KubeObject => ({ metadata: { name: 'a', ...(generation !== undefined && { generation }) } });

describe('judgeOf', () => {
  it.each([
    ['an add', { type: 'add', object: at(1) }, true],
    ['a deletion', { type: 'delete', object: at(1) }, true],
    ['an update of the spec', { type: 'update', object: at(2), old: at(1) }, true],
    ['an update of status or metadata', { type: 'update', object: at(2), old: at(2) }, false],
    ['an update of a kind that counts no generations', { type: 'update', object: at(undefined), old: at(undefined) }, false],
  ] as const)('generationChanged, as controller-runtime has it: %s', (_, change, expected) => {
    expect(judgeOf({ type: 'generationChanged' }, compileCel).accepts(change)).toBe(expected);
  });

  it('labels: the new object counts in an update, the last known one in a deletion', () => {
    const judge = judgeOf({ type: 'labels', selector: 'app in (web, api),!canary' }, compileCel);
    expect(judge.text).toBe('labels app in (web, api),!canary');
    expect(judge.accepts({ type: 'update', object: web(), old: web({ labels: {} }) })).toBe(true);
    expect(judge.accepts({ type: 'update', object: web({ labels: {} }), old: web() })).toBe(false);
    expect(judge.accepts({ type: 'delete', object: web({ labels: { app: 'web', canary: '' } }) })).toBe(false);
  });

  it('CEL: oldObject is null where there is none', () => {
    const judge = judgeOf({ type: 'cel', expression: 'oldObject == null || object.spec.replicas != oldObject.spec.replicas' }, compileCel);
    expect(judge.accepts({ type: 'add', object: web() })).toBe(true);
    expect(judge.accepts({ type: 'delete', object: web() })).toBe(true);
    expect(judge.accepts({ type: 'update', object: web({ replicas: 2 }), old: web() })).toBe(true);
    expect(judge.accepts({ type: 'update', object: web({ ready: 1 }), old: web() })).toBe(false);
  });

  it.each([
    { type: 'labels', selector: 'app in web' },
    { type: 'cel', expression: 'object.' },
  ] as const)('throws for $type that does not parse', (predicate) => {
    expect(() => judgeOf(predicate, compileCel)).toThrow();
  });
});

describe('a controller with predicates', () => {
  let harness: ControllerHarness;
  let runs: string[] = [];
  const begin = async (...predicates: Predicate[]): Promise<void> => {
    runs = [];
    const reconciler: Reconciler = { name: 'test', for: { resource: 'apps/v1/deployments', predicates }, reconcile: (_context, { key }) => void runs.push(key) };
    harness = new ControllerHarness(reconciler);
    await harness.start();
  };
  const put = async (object: KubeObject): Promise<string[]> => {
    harness.cluster.put(deployments, object);
    await harness.clock.settle();
    return runs.splice(0);
  };
  afterEach(() => harness.stop());

  it('reconciles what all of them accept, and records what was not, by which, and on account of what', async () => {
    await begin({ type: 'labels', selector: 'app=web' }, { type: 'generationChanged' });
    expect(await put(web({ labels: {} }))).toEqual([]);
    expect(await put(web())).toEqual([]); // the labels fit, the generation has not changed
    expect(await put(web({ replicas: 2 }))).toEqual(['d/web']);
    harness.cluster.remove(deployments, 'd/web');
    await harness.clock.settle();
    expect(runs).toEqual(['d/web']);
    const filtered = harness.probe.of('handler.filtered');
    expect(filtered.map(({ key, handler, predicate }) => [key, handler, predicate])).toEqual([
      ['d/web', 'test', 'labels app=web'],
      ['d/web', 'test', 'generationChanged'],
    ]);
    expect(harness.probe.chain(filtered[0]!.seq).map(({ kind }) => kind).slice(0, 6)).toEqual(['handler.filtered', 'handler.add', 'store.add', 'queue.pop', 'queue.add', 'reflector.event']);
  });

  it('lets through what a predicate cannot judge, and says so once', async () => {
    await begin({ type: 'cel', expression: 'object.spec.template.size > 1' });
    expect(await put(web())).toEqual(['d/web']);
    expect(await put(web({ replicas: 2 }))).toEqual(['d/web']);
    const errors = harness.probe.of('handler.error');
    expect(errors).toHaveLength(1);
    expect(errors[0]!.message).toMatch(/^The predicate `cel object\.spec\.template\.size > 1` of test could not judge apps\/v1\/deployments d\/web: .*template.*\. Changes that it cannot judge count; this is said once\.$/);
    expect(harness.log.lines).toContain(`warn test: ${errors[0]!.message}`);
  });
});

it('predicated: lets a deletion through of which nobody knows the object', () => {
  const handled: string[] = [];
  const handler = predicated({
    handler: { onAdd: () => undefined, onUpdate: () => undefined, onDelete: (object) => void handled.push((object as DeletedFinalStateUnknown).key) },
    judges: [judgeOf({ type: 'labels', selector: 'app=web' }, compileCel)],
    controller: 'test',
    informer: 'apps/v1/deployments',
    probe: new RecordingProbe(),
    logger: silentLogger,
  });
  handler.onDelete(new DeletedFinalStateUnknown('d/gone', undefined), 0);
  handler.onDelete(new DeletedFinalStateUnknown('d/other', web({ labels: {} })), 0);
  expect(handled).toEqual(['d/gone']);
});
