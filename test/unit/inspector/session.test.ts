import { describe, expect, it } from 'vitest';
import type { InformerScope } from '../../../extension/informer/sharedInformer.ts';
import { InformerInUse } from '../../../extension/inspector/informerInUse.ts';
import { ApiError, ConnectionError } from '../../../extension/kube/status.ts';
import { page, pod } from '../../support/objects.ts';
import { rolloutSample } from '../../support/inProcessReconcilers.ts';
import { openSession } from '../../support/openSession.ts';
import { ScriptedListerWatcher } from '../../support/scriptedListerWatcher.ts';

const pods = { group: '', version: 'v1', resource: 'pods' };
const deployments = { group: 'apps', version: 'v1', resource: 'deployments' };
const web = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'd', uid: 'u-web' },
  spec: { replicas: 2, selector: { matchLabels: { app: 'web' } }, template: { metadata: { labels: { app: 'web' } }, spec: {} } },
};

describe('informers of a session', () => {
  it('come to be synced, with a state that the trace tells', async () => {
    const { session, cluster, clock } = openSession();
    cluster.put(pods, pod('a', 1));
    session.informers.start(pods);
    expect(session.informers.stateOf('v1/pods').phase).toBe('connecting');
    await clock.settle();
    expect(session.informers.stateOf('v1/pods')).toEqual({ phase: 'watching', synced: true, isOpen: true, wasServed: true });
    expect(session.informers.get('v1/pods')?.indexer.listKeys()).toEqual(['d/a']);
    await session.close();
  });

  it('are shared: the same resource and scope is one informer, another scope another', async () => {
    const { session } = openSession();
    const first = session.informers.start(pods);
    expect(session.informers.start(pods)).toBe(first);
    expect(session.informers.start(pods, { namespace: 'd' })).not.toBe(first);
    expect(session.informers.all.map(({ name }) => name)).toEqual(['v1/pods', 'v1/pods@d']);
    await session.close();
  });

  it('of metadata alone are others, which a controller never shares', async () => {
    const scopes: InformerScope[] = [];
    const { session, clock } = openSession({
      cluster: {
        listerWatcher(_resource, scope) {
          scopes.push(scope);
          return new ScriptedListerWatcher([page(1)]);
        },
      },
    });
    const metadata = session.informers.start(deployments, { metadataOnly: true });
    await session.controllers.run(rolloutSample, { dryRun: true, workers: 1 });
    await clock.settle();
    expect(session.informers.all.map(({ name, asked }) => [name, asked])).toEqual([
      ['apps/v1/deployments#metadata', true],
      ['apps/v1/deployments', false],
      ['apps/v1/replicasets', false],
    ]);
    expect(scopes.map(({ metadataOnly = false }) => metadataOnly)).toEqual([true, false, false]);
    await session.informers.stop('apps/v1/deployments#metadata');
    expect(metadata.isStopped()).toBe(true);
    await session.close();
  });

  it('are new, and empty, when they are started again', async () => {
    const { session, cluster, clock } = openSession();
    const first = session.informers.start(pods);
    await clock.settle();
    await session.informers.stop('v1/pods');
    expect(session.informers.all).toEqual([]);
    expect(first.isStopped()).toBe(true);
    cluster.put(pods, pod('late', 1));
    const second = session.informers.start(pods);
    expect(second).not.toBe(first);
    await clock.settle();
    expect(second.indexer.listKeys()).toEqual(['d/late']);
    await session.close();
  });

  it('keep running while a controller reads from them, and say who does', async () => {
    const { session, clock } = openSession();
    session.informers.start(deployments);
    await session.controllers.run(rolloutSample, { dryRun: false, workers: 1 });
    await clock.settle();
    expect(session.informers.all.map(({ name, asked, controllers }) => [name, asked, controllers])).toEqual([
      ['apps/v1/deployments', true, ['deployment-rollout']],
      ['apps/v1/replicasets', false, ['deployment-rollout']],
    ]);
    const refused: unknown = await session.informers.stop('apps/v1/deployments').catch((error: unknown) => error);
    expect(InformerInUse.is(refused) && refused.data.controllers).toEqual(['deployment-rollout']);
    await session.controllers.stop('deployment-rollout');
    // What only the controller needed has stopped with it.
    expect(session.informers.all.map(({ name }) => name)).toEqual(['apps/v1/deployments']);
    await session.informers.stop('apps/v1/deployments');
    await session.close();
  });
});

describe('what a start costs', () => {
  it('is asked on the clock of the session, in the scope of the informer', async () => {
    const { session, cluster } = openSession();
    for (const name of ['a', 'b']) cluster.put(pods, pod(name, 1));
    expect(await session.preflight(pods, { namespace: 'd' }, new AbortController().signal)).toMatchObject({ kind: 'counted', objects: 2 });
    await session.close();
  });

  it('is not asked for after the end, and a question ends with the session', async () => {
    const asked: AbortSignal[] = [];
    const { session, clock } = openSession({
      cluster: {
        listerWatcher: () => ({
          list: (_options, signal) => new Promise<never>(() => void asked.push(signal)),
          watch: () => new Promise<never>(() => undefined),
        }),
      },
    });
    const asking = session.preflight(pods, {}, new AbortController().signal).catch(() => 'ended');
    await session.close();
    expect(await asking).toBe('ended');
    expect(asked.map(({ aborted }) => aborted)).toEqual([true]);
    expect(clock.pending).toBe(0);
  });
});

describe('a controller of a session', () => {
  it('writes what is missing, and nothing the second time', async () => {
    const { session, cluster, clock } = openSession({ source: { kind: 'playground', size: 'small', seed: 7 } });
    cluster.put(deployments, web);
    await session.controllers.run(rolloutSample, { dryRun: false, workers: 2 });
    await clock.advance(1000);
    expect(cluster.writes).toHaveLength(1);
    expect(cluster.writes[0]).toMatch(/^create replicasets d\/web-/);
    await clock.advance(60_000);
    expect(cluster.writes).toHaveLength(1);
    await session.close();
  });

  it('stores nothing in a dry run', async () => {
    const { session, cluster, clock } = openSession();
    cluster.put(deployments, web);
    await session.controllers.run(rolloutSample, { dryRun: true, workers: 1 });
    await clock.advance(1000);
    expect(cluster.writes).toEqual([expect.stringContaining('(dry run)')]);
    expect(session.controllers.all[0]?.dryRun).toBe(true);
    await session.close();
  });

  it('replaces one of its name that runs already', async () => {
    const { session, clock } = openSession();
    const first = await session.controllers.run(rolloutSample, { dryRun: true, workers: 1 });
    const second = await session.controllers.run(rolloutSample, { dryRun: false, workers: 1 });
    await clock.settle();
    expect(session.controllers.all).toEqual([second]);
    expect(first).not.toBe(second);
    await session.close();
  });
});

describe('the connection of a session', () => {
  it('tells the version of the server', async () => {
    const { session } = openSession();
    expect(await session.connect()).toEqual({ phase: 'connected', version: 'v1.34.0' });
    await session.close();
  });

  it('is tried again by itself when the server does not answer, and says when', async () => {
    const error = new ConnectionError('refused', 'connection refused', { server: 'https://127.0.0.1:1' });
    let isUp = false;
    const asked: number[] = [];
    const { session, clock } = openSession({
      cluster: {
        version: () => {
          asked.push(clock.now());
          return isUp ? Promise.resolve({ gitVersion: 'v1.34.0' }) : Promise.reject(error);
        },
      },
    });
    expect(await session.connect()).toEqual({ phase: 'failed', error, retry: { attempt: 2, due: 1000 } });
    const phases: string[] = [];
    session.onConnectionChange(() => phases.push(session.connection.phase));
    await clock.advance(100_000);
    expect(asked.map((time) => time / 1000)).toEqual([0, 1, 3, 7, 15, 31, 61, 91]);
    expect(new Set(phases)).toEqual(new Set(['failed']));
    isUp = true;
    await clock.advance(30_000);
    expect(session.connection).toEqual({ phase: 'connected', version: 'v1.34.0' });
    expect(clock.pending).toBe(0);
    await session.close();
  });

  it('stands where the server keeps its version from whoever asks: that is an answer', async () => {
    const hidden = new ApiError({ kind: 'Status', code: 403, reason: 'Forbidden', message: 'forbidden: User "dev" cannot get path "/version"' });
    const { session, clock } = openSession({ cluster: { version: () => Promise.reject(hidden) } });
    expect(await session.connect()).toEqual({ phase: 'connected' });
    expect(clock.pending).toBe(0);
    await session.close();
  });

  it.each([
    ['what is no answer of Kubernetes', new ApiError({ code: 403, message: 'the server answered 403 Forbidden' })],
    ['who may not act as somebody else', new ApiError({ kind: 'Status', code: 403, message: 'users "jane" is forbidden: User "dev" cannot impersonate resource "users" in API group "" at the cluster scope' })],
  ])('does not stand with %s', async (_name, error) => {
    const { session } = openSession({ cluster: { version: () => Promise.reject(error) } });
    expect(await session.connect()).toEqual({ phase: 'failed', error });
    await session.close();
  });

  it('is not tried again where that cannot help, and not after the end', async () => {
    const refused = new ApiError({ code: 401 });
    const { session } = openSession({ cluster: { version: () => Promise.reject(refused) } });
    expect(await session.connect()).toEqual({ phase: 'failed', error: refused });
    const away = openSession({ cluster: { version: () => Promise.reject(new ConnectionError('timeout', '', { server: '' })) } });
    await away.session.connect();
    await away.session.close();
    expect(away.clock.pending).toBe(0);
    await session.close();
  });
});

describe('the end of a session', () => {
  it('leaves no timer, no handler and no open cluster, also while it is held', async () => {
    const { session, cluster, clock, closed } = openSession();
    cluster.put(pods, pod('a', 1));
    session.informers.start(pods);
    await session.controllers.run(rolloutSample, { dryRun: true, workers: 2 });
    await clock.settle();
    session.stepper.pause();
    cluster.put(pods, pod('b', 2));
    cluster.put(deployments, web);
    await clock.advance(2000);
    expect(session.stepper.held.length).toBeGreaterThan(0);
    const before = session.tracer.lastSeq;
    const ending = session.close();
    await clock.settle();
    await ending;
    // What was held has not been let through on the way.
    expect(Array.from(session.tracer.entries(before + 1), ({ kind }) => kind).filter((kind) => /^(queue\.pop|store\.)/.test(kind))).toEqual([]);
    expect(session.ended).toBe(true);
    expect(clock.pending).toBe(0);
    expect(closed()).toBe(1);
  });

  it('comes once, whoever asks', async () => {
    const { session, closed } = openSession();
    await Promise.all([session.close(), session.close()]);
    expect(closed()).toBe(1);
  });
});
