import { beforeEach, expect, it } from 'vitest';
import type { Reconciler } from '../../../extension/controller/api.ts';
import { ReplacedControllers, type WorldAccess } from '../../../extension/inspector/replacedControllers.ts';
import type { WorldView } from '../../../extension/introspection/world.ts';
import { PlaygroundHarness } from '../../support/playgroundHarness.ts';
import { RecordingLogger } from '../../support/recordingLogger.ts';

let harness: PlaygroundHarness;
let log: RecordingLogger;
let replaced: ReplacedControllers;
beforeEach(async () => {
  harness = new PlaygroundHarness({ controllers: ['*'] });
  await harness.clock.settle();
  log = new RecordingLogger();
  const inside: WorldAccess = {
    world: () => harness.inside('/world'),
    connectController: async (name, isConnected) => (await harness.ask('POST', '/world/controllers', { to: 'introspect', body: { name, connected: isConnected } })).json as WorldView,
  };
  replaced = new ReplacedControllers(() => Promise.resolve(inside), log);
});

function reconcilerFor(resource: string): Reconciler {
  return { name: 'r', for: resource, reconcile: () => Promise.resolve() } as unknown as Reconciler;
}

function connected(...names: string[]): boolean[] {
  return names.map((name) => harness.playground.world.controllers.find(name)!.view.connected);
}

async function settled(step: Promise<void>): Promise<void> {
  await harness.clock.settle();
  await step;
}

it('cuts off the one whose place is taken, and connects it again', async () => {
  const holder = { name: 'mine' };
  await settled(replaced.begin(holder, reconcilerFor('apps/v1/deployments'), { dryRun: false }));
  expect(connected('deployment', 'deployment-status', 'replicaset')).toEqual([false, true, true]);
  await settled(replaced.end(holder));
  expect(connected('deployment', 'deployment-status', 'replicaset')).toEqual([true, false, true]);
  expect(log.lines).toEqual([
    "info mine: the playground's own controller deployment is cut off as long as this runs",
    "info mine: the playground's own controller deployment is connected again",
  ]);
});

it('waits for the last of several', async () => {
  const [one, other] = [{ name: 'one' }, { name: 'other' }];
  for (const holder of [one, other]) await settled(replaced.begin(holder, reconcilerFor('apps/v1/replicasets'), { dryRun: false }));
  await settled(replaced.end(one));
  expect(connected('replicaset')).toEqual([false]);
  await settled(replaced.end(other));
  expect(connected('replicaset')).toEqual([true]);
});

it('leaves alone what a dry run is for, what has no counterpart, and what somebody else has cut off', async () => {
  await settled(replaced.begin({ name: 'dry' }, reconcilerFor('apps/v1/deployments'), { dryRun: true }));
  await settled(replaced.begin({ name: 'maps' }, reconcilerFor('v1/configmaps'), { dryRun: false }));
  expect(connected('deployment')).toEqual([true]);
  await settled(harness.playground.world.setConnected('deployment', false));
  const holder = { name: 'mine' };
  await settled(replaced.begin(holder, reconcilerFor('apps/v1/deployments'), { dryRun: false }));
  await settled(replaced.end(holder));
  expect(connected('deployment', 'deployment-status')).toEqual([false, false]);
});

it('goes on where the playground does not answer, and says so', async () => {
  const lost = new ReplacedControllers(() => Promise.reject(new Error('it is down')), log);
  await lost.begin({ name: 'mine' }, reconcilerFor('batch/v1/jobs'), { dryRun: false });
  expect(log.lines).toEqual(['warn playground: its own controllers cannot be cut off or connected: it is down']);
});
