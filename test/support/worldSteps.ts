import fc from 'fast-check';
import type { KubeObject } from '../../extension/kube/object.ts';
import { readFaultSpec } from '../../extension/playground/faults/faultSpec.ts';
import type { PlaygroundHarness } from './playgroundHarness.ts';

/**
 * What may happen to a world that lives: what people do to its objects, what is done to those who keep it alive, and to the server under them.
 */
export type WorldStep =
  | { readonly do: 'deployment' | 'replicaSet' | 'job' | 'service'; readonly space: number; readonly name: number; readonly size: number; readonly variant: number }
  | { readonly do: 'scale' | 'image' | 'pause' | 'relabel'; readonly space: number; readonly name: number; readonly size: number }
  | { readonly do: 'delete'; readonly what: keyof typeof kinds; readonly space: number; readonly name: number; readonly propagation: string }
  | { readonly do: 'deletePod'; readonly space: number; readonly nth: number; readonly now: boolean }
  | { readonly do: 'namespace' | 'deleteNamespace'; readonly space: number }
  | { readonly do: 'cutOff' | 'connect'; readonly nth: number }
  | { readonly do: 'refuse' | 'allow'; readonly nth: number }
  | { readonly do: 'speed' | 'latency' | 'restore' | 'wait'; readonly value: number }
  | { readonly do: 'compact' | 'restart' | 'heal' };

const kinds = { deployment: 'apps/v1/deployments', replicaSet: 'apps/v1/replicasets', job: 'batch/v1/jobs', service: 'v1/services' } as const;

/** The last two are made and deleted. */
const spaces = ['default', 'one', 'two'] as const;

const space = fc.nat(spaces.length - 1);
const name = fc.nat(2);
const size = fc.nat(6);

export const worldStep: fc.Arbitrary<WorldStep> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constantFrom('deployment', 'deployment', 'replicaSet', 'job', 'service'), space, name, size, variant: fc.nat(5) }) },
  { weight: 10, arbitrary: fc.record({ do: fc.constantFrom('scale', 'scale', 'image', 'image', 'pause', 'relabel'), space, name, size }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('delete'), what: fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[])), space, name, propagation: fc.constantFrom('Background', 'Foreground', 'Orphan') }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('deletePod'), space, nth: fc.nat(8), now: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('namespace', 'namespace', 'deleteNamespace'), space }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('cutOff', 'connect', 'refuse', 'allow'), nth: fc.nat(40) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('speed'), value: fc.constantFrom(0, 0.5, 1, 10, 100) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('latency'), value: fc.constantFrom(0, 5, 100, 1_500) }) },
  { weight: 10, arbitrary: fc.record({ do: fc.constant('wait'), value: fc.constantFrom(0, 1, 60, 400, 3_000, 3_000, 20_000, 60_000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('compact', 'restart') }) },
  // To how it was so many milliseconds ago; 0: as far back as is known.
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restore'), value: fc.constantFrom(0, 1, 4_000, 30_000) }) },
) as fc.Arbitrary<WorldStep>;

export interface StartingPoint {
  /** Of controllers; by whose absence somebody is refused. */
  readonly bindings: readonly KubeObject[];
  /** Who lives in the world. */
  readonly names: readonly string[];
}

const bindingsPath = '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings';

/** @param harness one that has just begun, without waiting for a commit */
export function startingPoint({ playground }: PlaygroundHarness): StartingPoint {
  const all = playground.storage.range('/registry/rbac.authorization.k8s.io/clusterrolebindings/').items.map(({ object }) => object);
  const bindings = all.filter(({ metadata }) => /^system:(controller:|kube-|node)/.test(metadata.name!));
  if (bindings.length < 10) throw new Error(`there are only ${bindings.length} bindings of controllers`);
  const { controllers } = playground.world.view;
  return { bindings, names: controllers.filter(({ connected }) => connected).map((controller) => controller.name) };
}

/** Waits for no answer: what takes time to be committed is overtaken by what comes after it. */
export async function actOnWorld(harness: PlaygroundHarness, start: StartingPoint, step: WorldStep): Promise<void> {
  const { playground, clock } = harness;
  const { world, storage, faults } = playground;
  switch (step.do) {
    case 'deployment':
    case 'replicaSet':
    case 'job':
    case 'service':
      void harness.ask('POST', collection(step.do, step.space), { body: bodyOf(step) });
      break;
    case 'scale':
      void harness.patch(`${collection('deployment', step.space)}/deployment-${step.name}/scale`, { spec: { replicas: step.size } });
      void harness.patch(`${collection('replicaSet', step.space)}/replicaset-${step.name}/scale`, { spec: { replicas: step.size } });
      void harness.patch(`${collection('job', step.space)}/job-${step.name}`, { spec: { parallelism: step.size, suspend: step.size === 0 } });
      break;
    case 'image':
      void harness.patch(`${collection('deployment', step.space)}/deployment-${step.name}`, { spec: { template: { spec: { containers: [{ name: 'c', image: `image:${step.size}` }] } } } });
      break;
    case 'pause':
      void harness.patch(`${collection('deployment', step.space)}/deployment-${step.name}`, { spec: { paused: step.size > 2 } });
      break;
    case 'relabel':
      await relabel(harness, step.space, step.name + step.size);
      break;
    case 'delete':
      void harness.ask('DELETE', `${collection(step.what, step.space)}/${step.what.toLowerCase()}-${step.name}`, { body: { propagationPolicy: step.propagation } });
      break;
    case 'deletePod': {
      const pod = await podAt(harness, step.space, step.nth);
      if (pod) void harness.ask('DELETE', `/api/v1/namespaces/${spaces[step.space]}/pods/${pod.metadata.name}`, { body: step.now ? { gracePeriodSeconds: 0 } : {} });
      break;
    }
    case 'namespace':
      void harness.ask('POST', '/api/v1/namespaces', { body: { metadata: { name: spaces[step.space] } } });
      break;
    case 'deleteNamespace':
      void harness.ask('DELETE', `/api/v1/namespaces/${spaces[step.space]}`);
      break;
    case 'cutOff':
    case 'connect':
      void world.setConnected(start.names[step.nth % start.names.length]!, step.do === 'connect');
      break;
    case 'refuse':
      void harness.ask('DELETE', `${bindingsPath}/${start.bindings[step.nth % start.bindings.length]!.metadata.name}`);
      break;
    case 'allow':
      allow(harness, start.bindings[step.nth % start.bindings.length]!);
      break;
    case 'speed':
      world.setSpeed(step.value);
      break;
    case 'latency':
      storage.commitLatencyMs = step.value;
      break;
    case 'wait':
      return clock.advance(step.value);
    case 'compact':
    case 'restart':
      faults.add(readFaultSpec({ kind: step.do }));
      break;
    case 'restore':
      faults.add(readFaultSpec({ kind: 'restore', ms: step.value }));
      break;
    case 'heal':
      world.setSpeed(1);
      for (const controller of start.names) void world.setConnected(controller, true);
      for (const binding of start.bindings) allow(harness, binding);
      await resumeAll(harness);
  }
  await clock.settle();
}

function collection(what: keyof typeof kinds, at: number): string {
  const [version, resource] = kinds[what].split(/\/(?=[^/]+$)/);
  return `${version === 'v1' ? '/api/v1' : `/apis/${version}`}/namespaces/${spaces[at]}/${resource}`;
}

function bodyOf({ do: what, name: nth, size: count, variant }: Extract<WorldStep, { readonly size: number; readonly variant: number }>): object {
  const called = `${what.toLowerCase()}-${nth}`;
  const labels = { app: called, tier: `tier-${nth}` };
  const template = (command: readonly string[] = [], restartPolicy?: string): object => ({
    metadata: { labels },
    spec: { ...(restartPolicy && { restartPolicy }), terminationGracePeriodSeconds: 5, containers: [{ name: 'c', image: 'image:0', ...(command.length > 0 && { command }) }] },
  });
  const metadata = { name: called, labels };
  switch (what) {
    case 'service':
      return { metadata, spec: { selector: { tier: `tier-${nth}` }, ports: [{ port: 80 }], ...(variant === 0 && { type: 'LoadBalancer' }) } };
    case 'job': {
      const command = variant === 0 ? ['sh', '-c', 'exit 3'] : variant < 3 ? ['sleep', '3'] : [];
      const restartPolicy = variant % 2 ? 'OnFailure' : 'Never';
      return { metadata, spec: { completions: count, parallelism: 2, backoffLimit: 2, ...(variant === 4 && { completionMode: 'Indexed' }), ...(variant === 5 && { ttlSecondsAfterFinished: 10 }), template: template(command, restartPolicy) } };
    }
    case 'deployment':
      return { metadata, spec: { replicas: count, minReadySeconds: variant === 3 ? 5 : 0, ...(variant === 1 && { strategy: { type: 'Recreate' } }), ...(variant === 2 && { revisionHistoryLimit: 1 }), selector: { matchLabels: { app: called } }, template: template() } };
    case 'replicaSet':
      return { metadata, spec: { replicas: count, selector: { matchLabels: { app: called } }, template: template() } };
  }
}

async function podAt(harness: PlaygroundHarness, at: number, nth: number): Promise<KubeObject | undefined> {
  const { items } = (await harness.get(`/api/v1/namespaces/${spaces[at]}/pods`)).json as { readonly items?: readonly KubeObject[] };
  return items?.length ? items[nth % items.length] : undefined;
}

/** It is nobody's any more, for as long as nobody takes it. */
async function relabel(harness: PlaygroundHarness, at: number, nth: number): Promise<void> {
  const pod = await podAt(harness, at, nth);
  if (pod) void harness.patch(`/api/v1/namespaces/${spaces[at]}/pods/${pod.metadata.name}`, { metadata: { labels: { app: nth % 2 ? 'nobody' : 'deployment-0' } } });
}

function allow(harness: PlaygroundHarness, binding: KubeObject): void {
  const { name: called, labels } = binding.metadata;
  void harness.ask('POST', bindingsPath, { body: { ...binding, metadata: { name: called, labels } } });
}

/** What is paused or suspended asks for nothing that could be compared. */
async function resumeAll(harness: PlaygroundHarness): Promise<void> {
  await harness.clock.advance(5_000);
  for (let at = 0; at < spaces.length; at++) {
    for (let nth = 0; nth < 3; nth++) {
      void harness.patch(`${collection('deployment', at)}/deployment-${nth}`, { spec: { paused: false } });
      void harness.patch(`${collection('job', at)}/job-${nth}`, { spec: { suspend: false, parallelism: 2 } });
    }
  }
}
