import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../extension/base/systemClock.ts';
import type { Reconciler } from '../../../extension/controller/api.ts';
import { declaredInformers, readDeclaration, TooManyInformers } from '../../../extension/inspector/declaredInformers.ts';
import { launchInProcess } from '../../../extension/inspector/launchReconciler.ts';
import { UnknownResourceError } from '../../../extension/inspector/resolveKinds.ts';
import { scopedInformerName } from '../../../extension/kube/resource.ts';
import { LaunchedHere } from '../../support/inProcessReconcilers.ts';
import { reconcilerProgram, RunningFile } from '../../support/reconcilerFile.ts';
import { RecordingLogger } from '../../support/recordingLogger.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const api = (group: string, resource: string, kind: string, namespaced = true) => ({ group, version: 'v1', resource, kind, namespaced, verbs: ['list', 'watch'], shortNames: [], singularName: kind.toLowerCase() });
const served = [api('apps', 'deployments', 'Deployment'), api('', 'pods', 'Pod'), api('', 'nodes', 'Node', false), api('', 'configmaps', 'ConfigMap')];

const reconciler: Reconciler = {
  name: 'tried',
  for: { resource: 'apps/v1/deployments', predicates: [{ type: 'generationChanged' }] },
  owns: ['v1/configmaps', { resource: 'v1/pods' }],
  watches: [{ resource: 'v1/nodes', map: () => [] }, { resource: 'v1/pods', map: () => [] }],
  resync: 30_000,
  reconcile: () => undefined,
};

const named = async (namespaces: readonly string[], of: Reconciler = reconciler): Promise<string[]> => (await declaredInformers(of, async () => served, namespaces)).map(({ resource, scope }) => scopedInformerName(resource, scope));

describe('the informers of a controller', () => {
  it('are those of For, Owns and Watches, each once, as it would have them resynced', async () => {
    expect(await named([''])).toEqual(['apps/v1/deployments', 'v1/configmaps', 'v1/pods', 'v1/nodes']);
    const requests = await declaredInformers(reconciler, async () => served, ['']);
    expect(requests.map(({ chosen }) => chosen)).toEqual(Array.from({ length: 4 }, () => ({ resyncPeriodMs: 30_000 })));
    const { resync: _, ...without } = reconciler;
    expect((await declaredInformers(without, async () => served, ['']))[0]!.chosen).toEqual({});
  });

  it('are in each of the namespaces, but for kinds that are in none', async () => {
    expect(await named(['a', 'b'])).toEqual(['apps/v1/deployments@a', 'apps/v1/deployments@b', 'v1/configmaps@a', 'v1/configmaps@b', 'v1/pods@a', 'v1/pods@b', 'v1/nodes']);
  });

  it('are as many at most as a workspace may keep, whether kinds or namespaces make them many', async () => {
    const most = 100;
    const namespaces = (count: number): string[] => Array.from({ length: count }, (_, index) => `n${index}`);
    expect(await named(namespaces(33))).toHaveLength(most);
    const error: unknown = await named(namespaces(34)).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: 'TooManyInformers', data: { count: 103, most } });
    expect(TooManyInformers.is(error)).toBe(true);
    const kinds = Array.from({ length: most + 1 }, (_, index) => ({ resource: `example.com/v1/kind${index}s`, kind: `Kind${index}`, namespaced: true }) as const);
    const greedy = (count: number): Reconciler => ({ name: 'greedy', for: { resource: kinds[0]! }, owns: kinds.slice(1, count).map((resource) => ({ resource })), reconcile: () => undefined });
    expect(await named([''], greedy(most))).toHaveLength(most);
    await expect(named([''], greedy(most + 1))).rejects.toSatisfy(TooManyInformers.is);
  });

  it('of a kind that the cluster does not have are not guessed', async () => {
    await expect(named([''], { ...reconciler, owns: ['v1/gadgets'] })).rejects.toSatisfy((error) => UnknownResourceError.is(error));
    const installed = { resource: 'example.com/v1/gadgets', kind: 'Gadget', namespaced: false };
    expect(await named(['a'], { name: 'own', for: { resource: installed }, reconcile: () => undefined })).toEqual(['example.com/v1/gadgets']);
  });
});

describe('a declaration is read', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'declared-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('in a process of its own, which is over then, and in which neither setup nor reconcile has run', async () => {
    const mark = path.join(folder, 'ran');
    const file = await RunningFile.write(folder, {
      'one.ts': `import { writeFileSync } from 'node:fs';
import { defineReconciler } from 'informer-inspector';
const ran = () => writeFileSync(${JSON.stringify(mark)}, 'ran');
export default defineReconciler({ name: 'one', for: 'apps/v1/deployments', owns: ['v1/pods'], watches: [{ resource: 'v1/nodes', map: () => { ran(); return []; } }], async setup() { ran(); }, async reconcile() { ran(); } });
`,
    });
    const logger = new RecordingLogger();
    const launch = launchInProcess({ program: reconcilerProgram, clock: systemClock, logger });
    let ended: Promise<Error | undefined> | undefined;
    const declared = await readDeclaration(
      (source) => {
        const launched = launch(source);
        ended = launched.ended;
        return launched;
      },
      { kind: 'file', path: file },
      new AbortController().signal,
    );
    expect(await ended).toBeUndefined();
    expect(await named([''], declared)).toEqual(['apps/v1/deployments', 'v1/pods', 'v1/nodes']);
    expect(existsSync(mark)).toBe(false);
  });

  it('and its process is stopped when nobody waits for it any more, or when it says nothing of use', async () => {
    const leaving = new AbortController();
    const silent = new LaunchedHere(new Promise(() => undefined));
    const reading = readDeclaration(() => silent, { kind: 'file', path: 'a.ts' }, leaving.signal);
    leaving.abort(new Error('left'));
    await expect(reading).rejects.toThrow('left');
    expect(silent.stops).toBe(1);
    const broken = new LaunchedHere(Promise.reject(new Error('a.ts is wrong')));
    await expect(readDeclaration(() => broken, { kind: 'file', path: 'a.ts' }, new AbortController().signal)).rejects.toThrow('a.ts is wrong');
    expect(broken.stops).toBe(1);
  });
});
