import { describe, expect, it } from 'vitest';
import type { Reconciler } from '../../../extension/controller/api.ts';
import type { SessionController } from '../../../extension/inspector/sessionController.ts';
import type { SessionSource } from '../../../extension/inspector/sessionSource.ts';
import type { FakeClock } from '../../support/fakeClock.ts';
import { type LaunchedHere, launchHere } from '../../support/inProcessReconcilers.ts';
import { openSession } from '../../support/openSession.ts';
import { keysOf } from '../../support/keysOf.ts';

const deployments = { group: 'apps', version: 'v1', resource: 'deployments' };
const web = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', namespace: 'd' }, spec: { replicas: 1 } };

/** A session on which these can be run, each as a file of its name. */
function open(reconcilers: Record<string, Reconciler>, source?: SessionSource) {
  const launched: LaunchedHere[] = [];
  const opened = openSession({ launchReconciler: launchHere(reconcilers, launched), ...(source && { source }) });
  const { controllers } = opened.session;
  const crashes: (string | undefined)[] = [];
  controllers.onCrash(({ sentence }) => crashes.push(sentence));
  const lines: string[] = [];
  controllers.onLine(({ controller, text }) => lines.push(`${controller.name}: ${text}`));
  const states = (): string[] => controllers.all.map(({ name, state }) => `${name} ${state}`);
  const run = (name: string, how: Parameters<typeof controllers.run>[1] = { dryRun: false }): Promise<SessionController> => controllers.run({ kind: 'file', path: `/somewhere/${name}` }, how);
  return { ...opened, controllers, launched, crashes, lines, states, run };
}

async function settled<T>(clock: FakeClock, promise: Promise<T>): Promise<T> {
  await clock.settle();
  return promise;
}

function counting(fields: Partial<Reconciler> = {}) {
  const keys: string[] = [];
  const reconciler: Reconciler = { name: 'counts', for: 'apps/v1/deployments', reconcile: (_ctx, { key }) => void keys.push(key), ...fields };
  return { keys, reconciler };
}

describe('a controller of a session', () => {
  it('starts under the name of its file, and then under its own', async () => {
    const { reconciler, keys } = counting();
    const { states, run, cluster, clock, session, lines, launched } = open({ 'a.ts': reconciler });
    cluster.put(deployments, web);
    const running = run('a.ts');
    expect(states()).toEqual(['a.ts starting']);
    const controller = await running;
    await clock.settle();
    expect(states()).toEqual(['counts running']);
    expect([controller.pid, controller.dryRun, controller.workers, keys]).toEqual([4711, false, 1, ['d/web']]);
    expect(keysOf(session, controller)).toMatchObject([{ key: 'd/web', place: 'settled', runs: 1, attempts: 0, result: 'done', writes: [] }]);
    expect(session.controllers.metrics()).toMatch(/^workqueue_adds_total\{.*"counts".*\} 1$/m);
    expect(await settled(clock, controller.runAgain('d/web'))).toMatchObject({ wasSettled: true, outcome: 'done', writes: [] });
    launched[0]!.onLineEmitter.fire({ level: 'info', text: 'hello' });
    expect(lines).toEqual(['counts: hello']);
    await controller.stop();
    expect([states(), session.informers.all, clock.pending]).toEqual([[], [], 0]);
    expect(launched[0]!.stops).toBeGreaterThan(0);
    await session.close();
  });

  it('that crashes stays, with one sentence and nothing that runs on, and reconciles everything again when it is restarted', async () => {
    const { reconciler, keys } = counting();
    const { states, run, cluster, clock, session, launched, crashes } = open({ 'a.ts': reconciler });
    cluster.put(deployments, web);
    const controller = await run('a.ts');
    await clock.settle();
    launched[0]!.crash(new Error('counts did not answer'));
    await clock.settle();
    expect([states(), controller.sentence, crashes]).toEqual([['counts crashed'], 'counts did not answer', ['counts did not answer']]);
    expect([session.informers.all, session.controllers.running, clock.pending]).toEqual([[], [], 0]);
    cluster.put(deployments, { ...web, spec: { replicas: 2 } });
    await clock.settle();
    expect(keys).toEqual(['d/web']);
    const restarting = controller.restart();
    expect(states()).toEqual(['counts starting']);
    await restarting;
    await clock.settle();
    expect([states(), controller.error, keys, launched.length]).toEqual([['counts running'], undefined, ['d/web', 'd/web'], 2]);
    launched[1]!.crash(new Error('again'));
    await clock.settle();
    expect(crashes).toEqual(['counts did not answer', 'again']);
    await controller.stop();
    expect(states()).toEqual([]);
    await controller.restart(); // from a notice that is older than that
    expect([states(), controller.state, launched.length]).toEqual([[], 'stopped', 2]);
    await session.close();
  });

  it('does not record the end of a run that its process did not see', async () => {
    const { promise: forever } = Promise.withResolvers<void>();
    const { reconciler } = counting({ reconcile: () => forever });
    const { run, cluster, clock, session, launched } = open({ 'a.ts': reconciler });
    cluster.put(deployments, web);
    await run('a.ts');
    await clock.settle();
    launched[0]!.crash(new Error('gone'));
    await clock.settle();
    const kinds = Array.from(session.tracer.entries(0), ({ kind }) => kind).filter((kind) => kind.startsWith('reconcile.'));
    expect(kinds).toEqual(['reconcile.start']);
    await session.close();
  });

  it('is killed in the middle of what it does', async () => {
    const { run, clock, session, states } = open({ 'a.ts': counting().reconciler });
    const controller = await run('a.ts');
    await clock.settle();
    await controller.kill();
    await expect(controller.runAgain('d/web')).rejects.toThrow('counts does not run now, so that d/web cannot be run again');
    expect([states(), controller.sentence]).toEqual([['counts crashed'], 'it was killed']);
    await session.close();
  });

  it('that does not come up says why, and can be mended', async () => {
    const reconcilers: Record<string, Reconciler> = {};
    const { run, states, clock, session, crashes } = open(reconcilers);
    const controller = await run('a.ts');
    expect([states(), controller.sentence, crashes.length]).toEqual([['a.ts crashed'], 'a.ts is not there', 1]);
    reconcilers['a.ts'] = counting().reconciler;
    await controller.restart();
    await clock.settle();
    expect([states(), controller.sentence]).toEqual([['counts running'], undefined]);
    await session.close();
  });

  it('that watches what is not there, or could not set up what it needs, says so', async () => {
    const { run, clock, session, crashes } = open({
      'a.ts': counting({ for: 'example.com/v1/widgets' }).reconciler,
      'b.ts': counting({ name: 'sets-up', setup: () => Promise.reject(new Error('forbidden')) }).reconciler,
    });
    await run('a.ts');
    await run('b.ts');
    await clock.settle();
    expect(crashes).toEqual([expect.stringContaining('counts watches example.com/v1/widgets, which this cluster does not have'), 'sets-up could not set up what it needs: forbidden']);
    await session.close();
  });

  it('takes the place of one of its name that was started before', async () => {
    const { run, states, clock, session } = open({ 'a.ts': counting().reconciler, 'b.ts': counting().reconciler });
    const first = await run('a.ts');
    const second = await run('b.ts');
    await clock.settle();
    expect([states(), session.controllers.all, first.state]).toEqual([['counts running'], [second], 'stopped']);
    await session.close();
  });

  it('takes the place of whoever has the name that its file says now, and takes no informers with it that are not its own', async () => {
    const reconcilers = { 'a.ts': counting({ name: 'a' }).reconciler, 'b.ts': counting({ name: 'b' }).reconciler };
    const { run, states, clock, session, cluster } = open(reconcilers);
    cluster.put(deployments, web);
    const a = await run('a.ts');
    const b = await run('b.ts');
    await clock.settle();
    reconcilers['a.ts'] = counting({ name: 'b' }).reconciler;
    await a.reload();
    await clock.settle();
    expect([states(), session.controllers.all, b.state]).toEqual([['b running'], [a], 'stopped']);
    expect(session.informers.all.map(({ controllers }) => controllers)).toEqual([['b']]);
    expect(keysOf(session, a)).toMatchObject([{ key: 'd/web' }]);
    // The other way round: the later one is in its place, and the end of the first takes nothing from it.
    const again = await run('b.ts');
    await clock.settle();
    expect([states(), a.state]).toEqual([['b running'], 'stopped']);
    await a.stop();
    await clock.settle();
    expect([session.controllers.all, session.informers.all.map(({ controllers }) => controllers)]).toEqual([[again], [['b']]]);
    await session.close();
  });

  it('gives way to one of its name that was started after it, and came up before', async () => {
    const { run, states, clock, session } = open({ 'a.ts': counting().reconciler, 'b.ts': counting().reconciler });
    const { promise, resolve } = Promise.withResolvers<{ dryRun: boolean }>();
    const slow = run('a.ts', { ask: () => promise });
    const fast = await run('b.ts');
    resolve({ dryRun: false });
    await slow;
    await clock.settle();
    expect([states(), session.controllers.all]).toEqual([['counts running'], [fast]]);
    await session.close();
  });

  it('is stopped while it is being started, twice as well as once', async () => {
    const { run, states, clock, session, launched } = open({ 'a.ts': counting().reconciler });
    const starting = run('a.ts');
    const [controller] = session.controllers.all;
    await Promise.all([controller!.stop(), controller!.stop(), starting]);
    await clock.settle();
    expect([states(), launched[0]!.stops > 0, clock.pending]).toEqual([[], true, 0]);
    await session.close();
  });

  it('runs beside other replicas of itself, of which one leads', async () => {
    const { reconciler, keys } = counting();
    const { run, states, cluster, clock, session, launched } = open({ 'a.ts': reconciler });
    cluster.put(deployments, web);
    await run('a.ts', { dryRun: false, replica: '1' });
    await clock.advance(1000);
    await run('a.ts', { dryRun: false, replica: '2' });
    await clock.advance(1000);
    expect([states(), keys]).toEqual([['counts#1 running', 'counts#2 standby'], ['d/web']]);
    launched[0]!.crash(new Error('gone'));
    await clock.advance(10_000);
    // What died gives nothing back: the other has to wait for the Lease to run out.
    expect(states()).toEqual(['counts#1 crashed', 'counts#2 standby']);
    await clock.advance(30_000);
    expect([states(), keys]).toEqual([['counts#1 crashed', 'counts#2 running'], ['d/web', 'd/web']]);
    await session.close();
  });
});

describe('how it is run', () => {
  it('is asked when it is known what it watches, and again when that has changed', async () => {
    const reconcilers = { 'a.ts': counting().reconciler };
    const { run, clock, session } = open(reconcilers);
    const asked: unknown[] = [];
    const ask = (reconciler: Reconciler) => {
      asked.push(reconciler.owns);
      return Promise.resolve({ dryRun: false, workers: 2 });
    };
    const controller = await run('a.ts', { ask });
    await clock.settle();
    expect([asked, controller.dryRun, controller.workers]).toEqual([[undefined], false, 2]);
    await controller.reload();
    expect(asked).toHaveLength(1);
    reconcilers['a.ts'] = counting({ owns: ['v1/pods'] }).reconciler;
    await controller.reload();
    expect(asked).toEqual([undefined, ['v1/pods']]);
    await session.close();
  });

  it('is asked again by whoever starts it again: only the saving of its file finds the yes still there', async () => {
    const { run, clock, session, launched } = open({ 'a.ts': counting().reconciler });
    let asked = 0;
    const controller = await run('a.ts', { ask: async () => ({ dryRun: asked++ > 0 }) });
    await clock.settle();
    await controller.reload();
    await clock.settle();
    expect([asked, controller.controller?.dryRun]).toEqual([1, false]);
    launched.at(-1)!.crash(new Error('gone'));
    await clock.settle();
    await controller.reload();
    await clock.settle();
    expect([asked, controller.controller?.dryRun]).toEqual([1, false]);
    launched.at(-1)!.crash(new Error('gone again'));
    await clock.settle();
    await controller.restart();
    await clock.settle();
    expect([asked, controller.controller?.dryRun]).toEqual([2, true]);
    await controller.restart();
    expect(asked).toBe(3);
    await session.close();
  });

  it('is not taken from an answer that came when its process was gone', async () => {
    const reconcilers = { 'a.ts': counting().reconciler };
    const { run, clock, session, launched, states } = open(reconcilers);
    const late = Promise.withResolvers<{ dryRun: boolean }>();
    const answers = [Promise.resolve({ dryRun: false }), late.promise, Promise.resolve({ dryRun: true })];
    const asked: unknown[] = [];
    const ask = ({ owns }: Reconciler) => answers[asked.push(owns) - 1]!;
    const controller = await run('a.ts', { ask });
    await clock.settle();
    reconcilers['a.ts'] = counting({ owns: ['v1/pods'] }).reconciler;
    const reloading = controller.reload();
    await clock.settle();
    expect([asked, controller.dryRun]).toEqual([[undefined, ['v1/pods']], true]);
    launched.at(-1)!.crash(new Error('gone'));
    await clock.settle();
    late.resolve({ dryRun: true });
    await reloading;
    await clock.settle();
    expect(states()).toEqual(['counts crashed']);
    await controller.reload();
    await clock.settle();
    expect([asked.length, states(), controller.controller?.dryRun]).toEqual([3, ['counts running'], true]);
    await session.close();
  });

  it('keeps nobody waiting who wants it to end', async () => {
    const { run, clock, session } = open({ 'a.ts': counting().reconciler });
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const running = run('a.ts', { ask: () => promise });
    await clock.settle();
    const closing = session.close();
    await clock.settle();
    await Promise.all([closing, running]);
    resolve(undefined);
    expect([session.controllers.all, clock.pending]).toEqual([[], 0]);
  });

  it('is known from elsewhere for some resources only: for others there is nobody to be asked, and it does not run', async () => {
    const reconcilers = { 'a.ts': counting().reconciler };
    const { run, clock, session, states, crashes } = open(reconcilers);
    const controller = await run('a.ts', { dryRun: false, replica: '1' });
    await clock.advance(1000);
    await controller.restart();
    await clock.advance(60_000);
    expect(states()).toEqual(['counts#1 running']);
    reconcilers['a.ts'] = counting({ owns: ['v1/pods'] }).reconciler;
    await controller.restart();
    await clock.advance(1000);
    expect([states(), crashes]).toEqual([['counts#1 crashed'], ['counts works with other resources than when it was allowed to run: apps/v1/deployments, v1/pods. Stop it, and run it again.']]);
    await session.close();
  });

  it('may have been said before, and holds for what was asked about then', async () => {
    const reconcilers = { 'a.ts': counting().reconciler };
    const { run, clock, session } = open(reconcilers);
    let asked = 0;
    const answer = { run: { dryRun: false, replica: '1' }, resources: ['apps/v1/deployments'] };
    const controller = await run('a.ts', { answer, ask: async () => ({ dryRun: asked++ === 0, replica: '1' }) });
    await clock.advance(1000);
    expect([asked, controller.name, controller.controller?.dryRun]).toEqual([0, 'counts#1', false]);
    reconcilers['a.ts'] = counting({ owns: ['v1/pods'] }).reconciler;
    await controller.reload();
    expect(asked).toBe(1);
    await session.close();
  });

  it('may be not at all', async () => {
    const { run, states, session, launched, crashes } = open({ 'a.ts': counting().reconciler });
    const controller = await run('a.ts', { ask: () => Promise.resolve(undefined) });
    expect([controller.state, states(), crashes, launched[0]!.stops > 0]).toEqual(['stopped', [], [], true]);
    await session.close();
  });

  it('is a dry run until somebody has said otherwise', async () => {
    const { run, session } = open({ 'a.ts': counting().reconciler });
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const running = run('a.ts', { ask: () => promise });
    expect(session.controllers.all[0]!.dryRun).toBe(true);
    resolve(undefined);
    await running;
    await session.close();
  });

  it('is as many workers as the reconciler itself says, whatever else was asked for', async () => {
    const { run, session } = open({ 'a.ts': counting({ workers: 5 }).reconciler });
    expect((await run('a.ts', { dryRun: true, workers: 2 })).workers).toBe(5);
    await session.close();
  });
});

describe('what it writes', () => {
  const namespaceOf = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'note', namespace: name } });

  async function tried(fields: Partial<Reconciler>, options: { dryRun: boolean; namespace?: string }, source?: SessionSource) {
    const refusals: string[] = [];
    const attempt = (promise: Promise<unknown>) => promise.then(() => undefined, (error: Error) => void refusals.push(`${error.name}: ${error.message}`));
    const { reconciler } = counting({
      ...fields,
      reconcile: async ({ client }) => {
        await attempt(client.create('v1/configmaps', namespaceOf('d')));
        await attempt(client.create('v1/configmaps', namespaceOf('other')));
        await attempt(client.create('v1/secrets', { metadata: { name: 'etcd', namespace: 'd' } }));
      },
    });
    const { run, cluster, clock, session } = open({ 'a.ts': reconciler }, source);
    cluster.put(deployments, web);
    await run('a.ts', options);
    await clock.settle();
    await session.close();
    return { refusals, writes: cluster.writes.map((write) => write.replace(' (dry run)', '')) };
  }

  const secret = 'TerminalError: counts may not create v1/secrets d/etcd: it was allowed to write to apps/v1/deployments, v1/configmaps only. Name v1/secrets under `writes`, and run it again.';
  const elsewhere = 'TerminalError: counts may not create v1/configmaps other/note: it was allowed to write in the namespace d only. Run it again in all namespaces, or in that one.';

  it('is what it names, where it was told to', async () => {
    expect(await tried({ writes: ['v1/configmaps'] }, { dryRun: false, namespace: 'd' })).toEqual({ refusals: [elsewhere, secret], writes: ['create configmaps d/note'] });
    expect(await tried({ owns: ['v1/configmaps'] }, { dryRun: false })).toEqual({ refusals: [secret], writes: ['create configmaps d/note', 'create configmaps other/note'] });
    expect(await tried({ watches: [{ resource: 'v1/configmaps', map: () => [] }] }, { dryRun: false })).toMatchObject({ refusals: [secret] });
  });

  it('is anything where nothing is stored, or nobody depends on it', async () => {
    const all = { refusals: [], writes: ['create configmaps d/note', 'create configmaps other/note', 'create secrets d/etcd'] };
    expect(await tried({}, { dryRun: true, namespace: 'd' })).toEqual(all);
    expect(await tried({}, { dryRun: false, namespace: 'd' }, { kind: 'playground', size: 'small', seed: 7 })).toEqual(all);
  });
});

it('nothing of any of them is left when the session ends', async () => {
  const { run, clock, session, launched } = open({ 'a.ts': counting().reconciler, 'b.ts': counting({ name: 'other' }).reconciler });
  await run('a.ts');
  await run('b.ts');
  const third = run('a.ts');
  const ending = session.close();
  await clock.settle();
  await Promise.all([ending, third]);
  expect([session.controllers.all, clock.pending, launched.every(({ stops }) => stops > 0)]).toEqual([[], 0, true]);
});
