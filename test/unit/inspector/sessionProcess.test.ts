import { afterEach, expect, it, vi } from 'vitest';
import { silentLogger } from '../../../extension/base/logger.ts';
import { systemClock } from '../../../extension/base/systemClock.ts';
import { launchInProcess } from '../../../extension/inspector/launchReconciler.ts';
import { deployment } from '../../support/deployment.ts';
import type { FakeClock } from '../../support/fakeClock.ts';
import { rolloutSample } from '../../support/inProcessReconcilers.ts';
import { openSession } from '../../support/openSession.ts';
import { isGroupAlive, reconcilerProgram, reconcilerSource, RunningFile } from '../../support/reconcilerFile.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { keysOf } from '../../support/keysOf.ts';

// A session as it is used: real time, real processes; only the cluster is not there.
vi.setConfig({ testTimeout: 60_000 });

const deployments = { group: 'apps', version: 'v1', resource: 'deployments' };
const folder = temporaryFolder();
let pids: number[] = [];
afterEach(async () => {
  for (const pid of pids.splice(0)) await expect.poll(() => isGroupAlive(pid)).toBe(false);
});

function open() {
  const launchReconciler = launchInProcess({ program: reconcilerProgram, clock: systemClock, logger: silentLogger });
  const opened = openSession({ source: { kind: 'playground', size: 'small', seed: 1 }, clock: systemClock as unknown as FakeClock, launchReconciler });
  opened.cluster.put(deployments, deployment('web'));
  return opened;
}

it('a sample converges, is killed, and converges again without a write', async () => {
  const { session, cluster } = open();
  const controller = await session.controllers.run(rolloutSample, { dryRun: false });
  pids.push(controller.pid!);
  await expect.poll(() => cluster.writes, { timeout: 20_000 }).toEqual([expect.stringMatching(/^create replicasets default\/web-/)]);
  await expect.poll(() => keysOf(session, controller)[0]).toMatchObject({ key: 'default/web', result: 'done' });
  await controller.kill();
  expect([controller.state, controller.sentence]).toEqual(['crashed', 'deployment-rollout was killed.']);
  await controller.restart();
  pids.push(controller.pid!);
  await expect.poll(() => keysOf(session, controller)[0], { timeout: 20_000 }).toMatchObject({ key: 'default/web', runs: 1, result: 'done', writes: [] });
  expect((await controller.runAgain('default/web')).writes).toEqual([]);
  expect(cluster.writes).toHaveLength(1);
  await session.close();
});

it('a file is broken, mended and run again, with each sentence about it', async () => {
  const { session } = open();
  const lines: string[] = [];
  session.controllers.onLine(({ text, key }) => lines.push(key === undefined ? text : `${key}: ${text}`));
  const write = (text: string): Promise<string> => folder.path().then((path) => RunningFile.write(path, { 'mine.ts': text }));
  const controller = await session.controllers.run({ kind: 'file', path: await write('export default {') }, { dryRun: true });
  pids.push(controller.pid!);
  expect([controller.name, controller.state, controller.sentence]).toEqual(['mine.ts', 'crashed', 'mine.ts:1 is not valid TypeScript: Unexpected token, expected ",".']);
  await write(reconcilerSource(`ctx.log('it runs');`));
  await controller.restart();
  pids.push(controller.pid!);
  await expect.poll(() => lines, { timeout: 20_000 }).toContainEqual('default/web: it runs');
  expect([controller.name, controller.state, controller.error]).toEqual(['tried', 'running', undefined]);
  await write(reconcilerSource(`throw new Error('not yet');`));
  await controller.restart();
  pids.push(controller.pid!);
  await expect.poll(() => lines, { timeout: 20_000 }).toContainEqual(expect.stringMatching(/^default\/web: Error: not yet\n {4}at Object\.reconcile \(.*mine\.ts:8:7\)$/));
  await write(reconcilerSource(`const object: any = await ctx.cache.get('apps/v1/deployments', 'default', 'web');\n object.spec.replicas = 1;`));
  await controller.restart();
  pids.push(controller.pid!);
  const mutation = (): object | undefined => [...session.tracer.entries(0)].find(({ kind }) => kind === 'reconcile.mutation');
  await expect.poll(mutation, { timeout: 20_000 }).toMatchObject({ key: 'default/web', path: 'spec.replicas', at: expect.stringMatching(/mine\.ts:9:\d+$/) as unknown });
  await session.controllers.stop('tried');
  expect(session.controllers.all).toEqual([]);
  await session.close();
});
