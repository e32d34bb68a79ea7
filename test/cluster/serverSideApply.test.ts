import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, type TestContext, vi } from 'vitest';
import { silentLogger } from '../../extension/base/logger.ts';
import { systemClock } from '../../extension/base/systemClock.ts';
import { Cluster } from '../../extension/cluster/cluster.ts';
import { createKeyedHash } from '../../extension/cluster/keyedHash.ts';
import { loadKubeconfig } from '../../extension/cluster/kubeconfig.ts';
import type { WriteRequest } from '../../extension/cluster/objectClient.ts';
import type { KubeObject } from '../../extension/kube/object.ts';
import { parseResource } from '../../extension/kube/resource.ts';
import { ApiError } from '../../extension/kube/status.ts';
import type { ManagedFieldsEntry } from '../../extension/playground/registry/managedFields.ts';
import { gadget, gadgetDefinition } from '../support/customKinds.ts';
import { PlaygroundProgram } from '../support/playgroundProgram.ts';
import { propertyParameters } from '../support/seed.ts';
import { type ControlPlane, startControlPlane } from './apiServer.ts';
import { configMaps, gadgets, replicaSets, type Subject } from './applySubjects.ts';
import { customResourceCrash } from './customResourceCrash.ts';
import { describeCluster } from './whenControlPlane.ts';

/** One write to an object. */
interface Step {
  readonly verb: 'create' | 'apply' | 'patch' | 'delete';
  readonly manager: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly force: boolean;
}

/** What a step came to: what the object is, and who owns what of it; or why it was refused. */
interface Outcome {
  readonly is?: unknown;
  readonly owners?: unknown;
  readonly refused?: string;
  readonly conflicts?: readonly string[];
}

const timeout = (): AbortSignal => AbortSignal.timeout(30_000);

async function openCluster(kubeconfig: string): Promise<Cluster> {
  const loaded = await loadKubeconfig({ path: kubeconfig, env: {}, home: '/nonexistent' });
  return Cluster.open(loaded, { allowExec: false, keyedHash: createKeyedHash(), clock: systemClock, logger: silentLogger, env: {} });
}

/** Has the custom kind served. */
async function bringKind({ objects }: Cluster): Promise<void> {
  const request = { resource: parseResource('apiextensions.k8s.io/v1/customresourcedefinitions')!, name: 'gadgets.example.com' } as const;
  await objects.write({ ...request, verb: 'create', body: gadgetDefinition() }, { dryRun: false }, timeout());
  const probe: WriteRequest = { verb: 'create', resource: parseResource(gadgets.resource)!, namespace: 'default', name: 'probe', body: gadget('probe') };
  await vi.waitFor(() => objects.write(probe, { dryRun: true }, timeout()), { timeout: 30_000, interval: 100 });
}

async function take(cluster: Cluster, subject: Subject, name: string, step: Step): Promise<Outcome> {
  try {
    const { object } = await cluster.objects.write(requestOf(subject, name, step), { dryRun: false, fieldManager: step.manager }, timeout());
    return object ? { is: JSON.parse(JSON.stringify(subject.view(object))), owners: ownersOf(object) } : {};
  } catch (error) {
    if (!ApiError.is(error)) throw error;
    const causes = error.reason === 'Conflict' ? (error.data.details?.causes ?? []) : [];
    return { refused: `${error.status} ${error.reason}`, conflicts: causes.map(({ field, message }) => `${message!.replace(/ at .*/, '')}: ${field}`) };
  }
}

/**
 * An object is created with some of each that nobody else touches: who creates a map owns the map, too, on a real server, and is
 * given all back that comes into it once others have taken over its last key.
 */
function requestOf({ resource, apiVersion, kind, withKept }: Subject, name: string, { verb, body, force }: Step): WriteRequest {
  const given = verb === 'create' ? withKept(body) : body;
  const object = { apiVersion, kind, ...given, metadata: { ...(given['metadata'] as object | undefined), name } };
  return {
    verb,
    resource: parseResource(resource)!,
    namespace: 'default',
    name,
    ...(verb !== 'delete' && { body: verb === 'patch' ? body : object }),
    ...(verb === 'apply' && { force }),
  };
}

/** The leaves that each applier owns. Who wrote otherwise owns defaults too, which differ between releases. */
function ownersOf({ metadata }: KubeObject): Record<string, string[]> {
  const applied = ((metadata.managedFields ?? []) as readonly ManagedFieldsEntry[]).filter(({ operation }) => operation === 'Apply');
  return Object.fromEntries(applied.map(({ manager, fieldsV1 }) => [manager, leaves(fieldsV1).toSorted()]));
}

function leaves(set: object, prefix = ''): string[] {
  return Object.entries(set)
    .filter(([path]) => path !== '.')
    .flatMap(([path, inner]) => {
      const below = leaves(inner as object, `${prefix}${path} `);
      return below.length > 0 ? below : [`${prefix}${path}`];
    });
}

describeCluster('server-side apply', () => {
  let plane: ControlPlane;
  let playground: PlaygroundProgram;
  let clusters: readonly Cluster[] = [];
  let crash: string | undefined;

  beforeAll(async () => {
    plane = await startControlPlane();
    playground = new PlaygroundProgram(['--churn', 'off']);
    clusters = await Promise.all([openCluster(plane.kubeconfig), openCluster((await playground.ready()).kubeconfig)]);
    crash = await customResourceCrash(plane);
    if (crash === undefined) await Promise.all(clusters.map(bringKind));
  });

  afterAll(async () => {
    await Promise.all(clusters.map((cluster) => cluster.close()));
    await playground?.stop();
    await plane?.stop();
  });

  let objects = 0;
  it.for([configMaps, replicaSets, gadgets])('any steps of several appliers come to the same on the playground as on a real API server: $kind', { timeout: 300_000 }, async (subject, { skip }: TestContext) => {
    if (subject === gadgets && crash !== undefined) skip(crash);
    const step: fc.Arbitrary<Step> = fc.record({
      verb: fc.constantFrom('apply', 'apply', 'apply', 'apply', 'patch', 'create', 'delete'),
      manager: fc.constantFrom('me', 'you', 'them'),
      body: subject.body,
      force: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
        const name = `object-${++objects}`;
        for (const [index, each] of steps.entries()) {
          const [real, ours] = await Promise.all(clusters.map((cluster) => take(cluster, subject, name, each)));
          // An old release may name one conflict twice instead of two.
          const { conflicts = [], ...rest } = real!;
          expect(ours, `step ${index}`).toEqual({ ...rest, ...(rest.refused !== undefined && { conflicts: expect.arrayContaining([...conflicts]) as unknown }) });
          expect(ours!.conflicts?.length ?? 0, `step ${index}`).toBe(conflicts.length);
        }
      }),
      propertyParameters(40),
    );
  });
});
