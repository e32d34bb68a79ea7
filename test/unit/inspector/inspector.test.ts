import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../../../extension/base/logger.ts';
import { Emitter } from '../../../extension/base/emitter.ts';
import { say } from '../../../extension/base/saying.ts';
import { CredentialError } from '../../../extension/cluster/credentialError.ts';
import type { Kubeconfig } from '../../../extension/cluster/kubeconfig.ts';
import { KubeconfigError } from '../../../extension/cluster/kubeconfigError.ts';
import { emptyReason } from '../../../extension/inspector/emptyReason.ts';
import { informerRequests } from '../../../extension/inspector/informerRequest.ts';
import { Inspector } from '../../../extension/inspector/inspector.ts';
import { KubeconfigStore } from '../../../extension/inspector/kubeconfigStore.ts';
import type { PlaygroundSettings } from '../../../extension/inspector/playgroundFlags.ts';
import type { PlaygroundProcess, UnexpectedExit } from '../../../extension/inspector/playgroundProcess.ts';
import type { SessionCluster } from '../../../extension/inspector/sessionCluster.ts';
import { formatServiceAccount } from '../../../extension/kube/serviceAccount.ts';
import { ApiError, ConnectionError } from '../../../extension/kube/status.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { FakeCluster } from '../../support/fakeCluster.ts';
import { launchHere } from '../../support/inProcessReconcilers.ts';
import { pod } from '../../support/objects.ts';
import { RecordingScript } from '../../support/recordings.ts';

const pods = { group: '', version: 'v1', resource: 'pods' };

function kubeconfigOf(...names: readonly string[]): Kubeconfig {
  const contexts = names.map((name) => ({ name, cluster: name, user: '', server: `https://${name}` }));
  return { paths: ['/home/me/.kube/config'], contexts, ...(names[0] !== undefined && { currentContext: names[0] }), clusters: new Map(), users: new Map(), problems: [] };
}

/** Everything but cluster and process is the real thing. */
const folder = mkdtempSync(path.join(tmpdir(), 'inspector-'));
const emptyKubeconfig = path.join(folder, 'kubeconfig');
writeFileSync(emptyKubeconfig, 'apiVersion: v1\nkind: Config\n');
afterAll(() => rmSync(folder, { recursive: true }));

class Harness {
  readonly clock = new FakeClock();
  kubeconfig: Kubeconfig | Error = kubeconfigOf('kind-dev', 'prod');
  openError: Error | undefined;
  versionError: Error | undefined;
  readonly opened: (string | undefined)[] = [];
  /** The contexts that there were each time. */
  readonly openedWith: string[][] = [];
  /** As whom, where it was as somebody. */
  readonly openedAs: string[] = [];
  closed = 0;
  readonly exit = new Emitter<UnexpectedExit>();
  playgroundStops = 0;
  /** With what the playground was started, each time. */
  readonly playgroundStarts: PlaygroundSettings[] = [];
  playgroundSettings: PlaygroundSettings = { size: 'small', seed: 7, churn: 'off' };
  chosen: string | undefined;
  readonly inspector: Inspector;

  constructor() {
    const store = new KubeconfigStore({
      load: () => (this.kubeconfig instanceof Error ? Promise.reject(this.kubeconfig) : Promise.resolve(this.kubeconfig)),
      chosen: { get: () => this.chosen, set: (context) => (this.chosen = context) },
    });
    this.inspector = new Inspector({
      kubeconfig: store,
      playground: this.#playground(),
      openCluster: (kubeconfig, context, as) => {
        this.openedWith.push(kubeconfig.contexts.map(({ name }) => name));
        return this.#open(context, as && formatServiceAccount(as));
      },
      loadLauncher: async () => launchHere(),
      settings: () => ({ mostDeltas: 321, recordingBytes: 1_000_000, informer: {}, playground: this.playgroundSettings }),
      clock: this.clock,
      random: () => 0.5,
      logger: silentLogger,
    });
  }

  #playground(): PlaygroundProcess {
    let running: PlaygroundSettings | undefined;
    const { playgroundStarts } = this;
    return {
      onUnexpectedExit: this.exit.event,
      get settings() {
        return running;
      },
      start: (settings: PlaygroundSettings) => {
        if (!running) playgroundStarts.push(settings);
        running ??= settings;
        return Promise.resolve({ kubeconfig: emptyKubeconfig });
      },
      introspection: () => Promise.resolve(undefined),
      stop: () => {
        running = undefined;
        return Promise.resolve(this.playgroundStops++);
      },
      dispose: () => undefined,
    } as unknown as PlaygroundProcess;
  }

  #open(context: string | undefined, as: string | undefined): Promise<SessionCluster> {
    this.opened.push(context);
    if (as) this.openedAs.push(as);
    if (this.openError) return Promise.reject(this.openError);
    const cluster = new FakeCluster();
    return Promise.resolve({
      context: context ?? '',
      namespace: undefined,
      server: `https://${context}`,
      version: () => (this.versionError ? Promise.reject(this.versionError) : Promise.resolve({ gitVersion: 'v1.34.0' })),
      listerWatcher: cluster.listerWatcher.bind(cluster),
      objects: cluster,
      close: () => Promise.resolve(this.closed++),
    } as unknown as SessionCluster);
  }
}

let harness: Harness;
let inspector: Inspector;
beforeEach(() => {
  harness = new Harness();
  ({ inspector } = harness);
});

describe('contexts', () => {
  it('opens the current one, once, and says when it is connected', async () => {
    const [one, two] = await Promise.all([inspector.openContext(), inspector.openContext()]);
    expect(one).toBe(two);
    expect(harness.opened).toEqual(['kind-dev']);
    await harness.clock.settle();
    expect(one.connection).toEqual({ phase: 'connected', version: 'v1.34.0' });
    await inspector.close();
  });

  it('opens the chosen one while the kubeconfig has it', async () => {
    harness.chosen = 'prod';
    expect((await inspector.openContext()).id).toBe('context:prod');
    harness.chosen = 'removed';
    expect((await inspector.openContext()).id).toBe('context:kind-dev');
    await inspector.close();
  });

  it('switches: the former session ends before the next one begins', async () => {
    const first = await inspector.openContext();
    const second = await inspector.switchContext('prod');
    expect(first.ended).toBe(true);
    expect(inspector.sessions.all).toEqual([second]);
    expect(harness.chosen).toBe('prod');
    await inspector.close();
  });

  it('reconnects with a kubeconfig that is read again, and with the same informers', async () => {
    const first = await inspector.openContext();
    first.informers.start(pods, { namespace: 'd' });
    first.informers.start(pods, { namespace: 'd', metadataOnly: true });
    const second = await inspector.reconnect(first);
    expect(second).not.toBe(first);
    expect(second.instance).toMatch(/^context:kind-dev /);
    expect(informerRequests(second)).toEqual([
      { resource: pods, scope: { namespace: 'd' }, chosen: {} },
      { resource: pods, scope: { namespace: 'd', metadataOnly: true }, chosen: {} },
    ]);
    await inspector.close();
  });
});

describe('through the eyes of a ServiceAccount', () => {
  const web = { namespace: 'shop', name: 'web' };
  const refused = (message: string) => new ApiError({ code: 403, reason: 'Forbidden', message });

  it('a context is opened beside itself, with a session of its own, once', async () => {
    const itself = await inspector.openContext();
    const [one, two] = await Promise.all([inspector.openAs('kind-dev', web), inspector.openAs('kind-dev', web)]);
    expect(one).toBe(two);
    expect(inspector.sessions.all).toEqual([itself, one]);
    expect(one.id).toBe('serviceaccount:shop/web/kind-dev');
    expect(one.source).toEqual({ kind: 'context', context: 'kind-dev', as: web });
    expect(harness.openedAs).toEqual(['shop/web']);
    await inspector.close();
  });

  it('is reconnected as that account and with its informers, and disconnected alone', async () => {
    const itself = await inspector.openContext();
    const first = await inspector.openAs('kind-dev', web);
    first.informers.start(pods, { namespace: 'shop' });
    const second = await inspector.reconnect(first);
    expect([first.ended, second.id, harness.openedAs]).toEqual([true, first.id, ['shop/web', 'shop/web']]);
    expect(informerRequests(second)).toEqual([{ resource: pods, scope: { namespace: 'shop' }, chosen: {} }]);
    await inspector.disconnect(second);
    expect(inspector.sessions.all).toEqual([itself]);
    await inspector.close();
  });

  it('ends when another context is switched to, and not when its own is', async () => {
    const itself = await inspector.openContext();
    const account = await inspector.openAs('kind-dev', web);
    await inspector.switchContext('kind-dev');
    expect([itself.ended, account.ended]).toEqual([false, false]);
    await inspector.switchContext('prod');
    expect([itself.ended, account.ended]).toEqual([true, true]);
    await inspector.close();
  });

  it('does not open where the user may not act as it: that is thrown, nothing is left, and the context is no failure', async () => {
    await inspector.openContext();
    harness.versionError = refused('serviceaccounts "web" is forbidden: User "me" cannot impersonate resource "serviceaccounts" in API group "" in the namespace "shop"');
    await expect(inspector.openAs('kind-dev', web)).rejects.toBe(harness.versionError);
    expect(inspector.sessions.all).toHaveLength(1);
    expect([harness.closed, inspector.openFailure]).toEqual([1, undefined]);
    await inspector.close();
  });

  it.each([new ConnectionError('refused', '', { server: '' }), refused('User "system:serviceaccount:shop:web" cannot get path "/version"')])('opens where it is not known: %s', async (error) => {
    harness.versionError = error;
    const session = await inspector.openAs('kind-dev', web);
    await harness.clock.settle();
    expect(session.connection).toMatchObject({ phase: 'failed', error });
    await inspector.close();
  });
});

describe('disconnecting', () => {
  it('ends the session, and stops no playground', async () => {
    const session = await inspector.openContext();
    await inspector.disconnect(session);
    expect(session.ended).toBe(true);
    expect(inspector.sessions.all).toEqual([]);
    expect(harness.playgroundStops).toBe(0);
    await inspector.close();
  });

  it('also ends one that could not connect', async () => {
    harness.versionError = new ConnectionError('refused', '', { server: '' });
    const session = await inspector.openContext();
    await harness.clock.settle();
    await inspector.disconnect(session);
    expect(emptyReason(inspector)?.reason).toBe('nothingStarted');
    await inspector.close();
  });
});

describe('recordings', () => {
  it('are replayed with the same bound on what gathers while they are paused', async () => {
    const recording = await new RecordingScript().list(10, pod('a', 5)).watch(10).read();
    const session = await inspector.openRecording({ kind: 'recording', uri: 'file:///a.informertrace', title: 'a' }, { recording, replay: { speed: 1, paused: true } });
    expect(session.pile.most).toBe(321);
    await inspector.close();
  });
});

describe('the end', () => {
  it('leaves no session and no timer', async () => {
    const session = await inspector.openContext();
    session.informers.start(pods);
    await harness.clock.settle();
    await inspector.close();
    expect(session.ended).toBe(true);
    expect(inspector.sessions.all).toEqual([]);
    expect(harness.clock.pending).toBe(0);
  });

  it('of a session that is still being opened comes before it is there', async () => {
    const opening = inspector.openContext().catch((error: unknown) => error);
    await inspector.kubeconfig.read();
    await inspector.close();
    expect(await opening).toMatchObject({ name: 'AbortError' });
    expect(inspector.sessions.all).toEqual([]);
  });
});

describe('a kubeconfig in whose place another one may be meant', () => {
  it('is read again when a context of it is opened, and not before', async () => {
    await inspector.kubeconfig.read();
    harness.kubeconfig = kubeconfigOf('other');
    await inspector.openContext('prod');
    expect(harness.openedWith).toEqual([['kind-dev', 'prod']]);
    inspector.kubeconfig.outdate();
    expect(inspector.kubeconfig.context).toBe('kind-dev');
    await inspector.openAs('other', { namespace: 'shop', name: 'web' });
    expect(harness.openedWith.at(-1)).toEqual(['other']);
    expect(await inspector.kubeconfig.upToDate()).toBe(harness.kubeconfig);
    await inspector.close();
  });

  it('is read again as long as it cannot be', async () => {
    const error = new KubeconfigError('invalid', say``, { paths: ['/home/me/.kube/config'] });
    harness.kubeconfig = error;
    await expect(inspector.kubeconfig.upToDate()).rejects.toBe(error);
    harness.kubeconfig = kubeconfigOf('kind-dev');
    expect(await inspector.kubeconfig.upToDate()).toBe(harness.kubeconfig);
  });
});

describe('emptyReason', () => {
  const fault = { paths: ['/home/me/.kube/config'] };

  it('is unknown until the kubeconfig has been read', () => {
    expect(emptyReason(inspector)).toBeUndefined();
  });

  it('is that nothing was started, when all is well', async () => {
    await inspector.kubeconfig.read();
    expect(emptyReason(inspector)?.reason).toBe('nothingStarted');
  });

  it.each([
    [new KubeconfigError('missing', say``, fault), 'noKubeconfig'],
    [new KubeconfigError('invalid', say``, fault), 'brokenKubeconfig'],
    [new KubeconfigError('unreadable', say``, fault), 'brokenKubeconfig'],
  ])('is the kubeconfig: %o', async (error, reason) => {
    harness.kubeconfig = error;
    await expect(inspector.kubeconfig.read()).rejects.toBe(error);
    expect(emptyReason(inspector)).toEqual({ reason, error });
  });

  it('is that it has no context, for a kubeconfig without one, also when one was asked for', async () => {
    harness.kubeconfig = kubeconfigOf();
    await inspector.kubeconfig.read();
    expect(emptyReason(inspector)).toEqual({ reason: 'emptyKubeconfig' });
    const error = new KubeconfigError('noContext', say``, fault);
    harness.openError = error;
    await expect(inspector.openContext()).rejects.toBe(error);
    expect(emptyReason(inspector)).toEqual({ reason: 'emptyKubeconfig', error });
  });

  it.each([
    [new ConnectionError('refused', '', { server: '' }), 'unreachable'],
    [new ConnectionError('certificate', '', { server: '' }), 'untrusted'],
    [new ApiError({ code: 401 }), 'refused'],
    [new ApiError({ code: 403 }), 'refused'],
    [new CredentialError('unreadable', say``, { user: 'me' }), 'noCredentials'],
  ])('is what the server answers: %o', async (error, reason) => {
    harness.versionError = error;
    await inspector.openContext();
    await harness.clock.settle();
    expect(emptyReason(inspector)).toMatchObject({ reason, error });
    await inspector.close();
  });

  it.each([
    [new CredentialError('execForbidden', say``, { user: 'me' }), 'pluginsOff'],
    [new KubeconfigError('missingCluster', say``, fault), 'brokenKubeconfig'],
  ])('is what kept a context from being opened, until the kubeconfig is read again: %o', async (error, reason) => {
    harness.openError = error;
    await expect(inspector.openContext()).rejects.toBe(error);
    expect(emptyReason(inspector)).toEqual({ reason, error });
    await inspector.kubeconfig.read();
    expect(emptyReason(inspector)?.reason).toBe('nothingStarted');
  });
});

describe('a playground that is restarted otherwise than the settings say', () => {
  it('has that size, keeps nothing of it, and is not out of date for that; its next start is as the settings say', async () => {
    harness.playgroundSettings = { size: 'small', seed: 7, churn: 'off', keep: '/kept' };
    await inspector.startPlayground();
    expect((await inspector.restartPlayground({ size: 'town' })).source).toMatchObject({ size: 'town', seed: 7 });
    expect(harness.playgroundStarts.at(-1)).toMatchObject({ size: 'town', keep: '' });
    expect([inspector.playground.isKept, inspector.playground.isOutdated]).toEqual([false, false]);
    harness.playgroundSettings = { ...harness.playgroundSettings, churn: 'busy', speed: 10 };
    expect(inspector.playground.isOutdated).toBe(false);
    harness.playgroundSettings = { ...harness.playgroundSettings, seed: 8 };
    expect(inspector.playground.isOutdated).toBe(true);
    await inspector.restartPlayground();
    expect(harness.playgroundStarts.at(-1)).toEqual(harness.playgroundSettings);
    await inspector.close();
  });
});
