import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { seededRandomFor } from '../../../extension/base/random.ts';
import type { Cluster } from '../../../extension/cluster/cluster.ts';
import type { GroupVersionResource } from '../../../extension/kube/resource.ts';
import { ApiError } from '../../../extension/kube/status.ts';
import { openClusterAt } from '../../support/openCluster.ts';
import { PlaygroundProgram } from '../../support/playgroundProgram.ts';
import { fileSeed } from '../../support/seed.ts';
import { type ControlPlane, startControlPlane } from '../apiServer.ts';
import { customResourceCrash } from '../customResourceCrash.ts';
import { AggregatedKind } from '../support/aggregatedKind.ts';
import { namespaces } from '../support/changedPlane.ts';
import { Changes } from '../support/changes.ts';
import { expectNothingLost, expectWatching, onServer } from '../support/expectNothingLost.ts';
import { Trial } from '../support/trial.ts';
import { variants } from '../support/variants.ts';
import { describeCluster } from '../whenControlPlane.ts';

const seed = fileSeed(1);

/** Behind the real API server, and defined in one. */
const [aggregated, defined] = ['aggregated.example.com', 'defined.example.com'].map((group) => ({ group, version: 'v1', resource: 'widgets' })) as [GroupVersionResource, GroupVersionResource];

const definitions = { group: 'apiextensions.k8s.io', version: 'v1', resource: 'customresourcedefinitions' };

const factor = 20;
const patience = { timeout: 240_000, interval: 20 };

const limit = (): AbortSignal => AbortSignal.timeout(240_000);
const definitionName = ({ group, resource }: GroupVersionResource): string => `${resource}.${group}`;

/** Resolves when the kind is served. */
async function define(writer: Cluster, kind: GroupVersionResource): Promise<void> {
  const { group, version, resource } = kind;
  const spec = {
    group,
    scope: 'Namespaced',
    names: { plural: resource, singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
    versions: [{ name: version, served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } } }],
  };
  const body = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: definitionName(kind) }, spec };
  await writer.objects.write({ verb: 'create', resource: definitions, name: definitionName(kind), body }, { dryRun: false }, limit());
  await vi.waitUntil(() => writer.listerWatcher(kind, {}).list({}, limit()).then(() => true, () => false), patience);
}

/** Resolves when it has gone, and its objects with it. */
async function undefine(writer: Cluster, kind: GroupVersionResource): Promise<void> {
  await writer.objects.write({ verb: 'delete', resource: definitions, name: definitionName(kind) }, { dryRun: false }, limit());
  await vi.waitUntil(() => writer.objects.get(definitions, undefined, definitionName(kind), limit()).then(() => false, (error: unknown) => ApiError.is(error, 404)), patience);
}

async function createNamespaces(writer: Cluster): Promise<void> {
  const resource = { group: '', version: 'v1', resource: 'namespaces' };
  for (const name of namespaces) await writer.objects.write({ verb: 'create', resource, name, body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name } } }, { dryRun: false }, limit());
}

function changesBy(writer: Cluster, resource: GroupVersionResource): Changes {
  return new Changes({ cluster: writer, resource, kind: 'Widget', random: seededRandomFor(seed, 'changes'), namespaces, keys: 120 });
}

const upTo = (count: number, from = 0): number[] => Array.from({ length: count }, (_, index) => from + index);

/** Waits until each has met such a refusal since. */
async function expectRefused(trials: readonly Trial[], code: number, since: readonly number[]): Promise<void> {
  for (const [index, trial] of trials.entries()) {
    await expect.poll(() => trial.entries('reflector.error', since[index]).map((entry) => entry.code), { ...patience, message: `${trial.name}, seed ${seed}` }).toContain(code);
  }
}

const now = (trials: readonly Trial[]): number[] => trials.map(({ trace }) => trace.lastSeq + 1);

describeCluster(`a kind that goes away under running informers and comes back (seed ${seed})`, () => {
  let plane: ControlPlane;
  let kind: AggregatedKind;
  let playground: PlaygroundProgram;
  let behind: { readonly server: string; readonly kubeconfig: string };
  let writer: Cluster;
  let changes: Changes;
  let trials: Trial[] = [];

  beforeAll(async () => {
    kind = await AggregatedKind.prepare(aggregated.group, aggregated.version);
    playground = new PlaygroundProgram(['--churn', 'off', '--seed', String(seed)]);
    behind = await playground.ready();
    plane = await startControlPlane({ apiServerArguments: kind.apiServerArguments });
    writer = await openClusterAt(behind.kubeconfig);
    await createNamespaces(writer);
    await define(writer, aggregated);
    const [, token = ''] = /token: "?([^"\s]+)/.exec(await readFile(behind.kubeconfig, 'utf8')) ?? [];
    await kind.install(plane, { server: behind.server, token });
    changes = changesBy(writer, aggregated);
    trials = await Promise.all(variants.map((variant) => Trial.open({ kubeconfig: plane.kubeconfig, resource: aggregated, changes, seed, factor, ...variant })));
  });

  afterEach(async () => {
    await changes.stop();
  });

  afterAll(async () => {
    await Promise.all(trials.map((trial) => trial.stop()));
    await writer?.close();
    await plane?.stop();
    await kind?.close();
    await playground?.stop();
  });

  /** kube-apiserver has its own time to find that somebody is there again. */
  async function expectTrueAgain(): Promise<void> {
    await changes.more(20);
    await changes.stop();
    await expect.poll(() => onServer(plane, { resource: aggregated, scope: {} }).then(() => 'served', String), { ...patience, message: 'the kind' }).toBe('served');
    await expectNothingLost(plane, trials, changes, seed);
  }

  it('is lost by nobody when the APIService that leads to it is deleted and created again', { timeout: 600_000 }, async () => {
    await changes.each(upTo(80), (index) => changes.create(index));
    await expectWatching(trials, seed, patience);
    changes.start(5);
    await changes.more(20);
    const since = now(trials);
    await kind.unregister(plane);
    kind.breakOff();
    await expectRefused(trials, 404, since);
    await changes.more(50);
    await kind.register(plane);
    await expectTrueAgain();
  });

  it('is lost by nobody when the server that has it, behind the real one, is down and up again', { timeout: 600_000 }, async () => {
    await expectWatching(trials, seed, patience);
    changes.start(5);
    await changes.more(20);
    const since = now(trials);
    await kind.shut();
    await expectRefused(trials, 503, since);
    await changes.more(50);
    await kind.open();
    await expectTrueAgain();
  });

  it('is lost by nobody when its definition is deleted and created again, and what has its names is other objects', { timeout: 600_000 }, async ({ skip }) => {
    const crash = await customResourceCrash(plane);
    if (crash !== undefined) skip(crash);
    const admin = await openClusterAt(plane.kubeconfig);
    await createNamespaces(admin).finally(() => admin.close());
    await definitionComesAndGoes(plane);
  });

  it('is lost by nobody when that happens on the playground, which crashes on no definition', { timeout: 600_000 }, async () => {
    const { kubeconfig } = behind;
    // The flag that comes last holds.
    await definitionComesAndGoes({ kubeconfig, kubectl: (args, input) => plane.kubectl(['--kubeconfig', kubeconfig, ...args], input) });
  });
});

/** A definition that is deleted and created again under running informers, while nobody has anything to do with another server. */
async function definitionComesAndGoes(server: Pick<ControlPlane, 'kubeconfig' | 'kubectl'>): Promise<void> {
  const writer = await openClusterAt(server.kubeconfig);
  let trials: Trial[] = [];
  try {
    await define(writer, defined);
    const changes = changesBy(writer, defined);
    await changes.each(upTo(80), (index) => changes.create(index));
    trials = await Promise.all(variants.map((variant) => Trial.open({ kubeconfig: server.kubeconfig, resource: defined, changes, seed, factor, ...variant })));
    await expectNothingLost(server, trials, changes, seed);
    const since = now(trials);
    changes.allGo();
    await undefine(writer, defined);
    await expectRefused(trials, 404, since);
    await define(writer, defined);
    // Some with names that there have been, and some with new ones.
    await changes.each(upTo(80, 40), (index) => changes.create(index));
    await expectNothingLost(server, trials, changes, seed);
  } finally {
    await Promise.all(trials.map((trial) => trial.stop()));
    await writer.close();
  }
}
