import { expect } from 'vitest';
import type { Clock } from '../../extension/base/clock.ts';
import { silentLogger } from '../../extension/base/logger.ts';
import { systemRandom } from '../../extension/base/random.ts';
import { systemClock } from '../../extension/base/systemClock.ts';
import { Cluster } from '../../extension/cluster/cluster.ts';
import { createKeyedHash } from '../../extension/cluster/keyedHash.ts';
import { loadKubeconfig } from '../../extension/cluster/kubeconfig.ts';
import { Breakpoints } from '../../extension/debugger/breakpoints.ts';
import { celForBreakpoints } from '../../extension/inspector/celBreakpoints.ts';
import { launchInProcess } from '../../extension/inspector/launchReconciler.ts';
import { Session } from '../../extension/inspector/session.ts';
import type { SessionController } from '../../extension/inspector/sessionController.ts';
import type { KubeObject } from '../../extension/kube/object.ts';
import { parseResource } from '../../extension/kube/resource.ts';
import { ApiError } from '../../extension/kube/status.ts';
import type { TraceEntry } from '../../extension/trace/entry.ts';
import { reconcilerProgram } from './reconcilerFile.ts';
import { keysOf } from './keysOf.ts';

/** On a busy machine a server and a process take their time. */
const patience = { timeout: 60_000, interval: 50 };

/** A session with a server behind a kubeconfig, on which samples run as people run them: each in its process, with writes on. */
export class SampleWorld {
  readonly session: Session;
  readonly breakpoints: Breakpoints;
  readonly #cluster: Cluster;

  private constructor(cluster: Cluster, clock: Clock) {
    this.#cluster = cluster;
    this.breakpoints = new Breakpoints({ clock, loadExpressions: () => Promise.resolve(celForBreakpoints(clock)) });
    this.session = new Session({
      breakpoints: this.breakpoints,
      source: { kind: 'context', context: cluster.context },
      cluster,
      clock,
      random: systemRandom,
      logger: silentLogger,
      launchReconciler: launchInProcess({ program: reconcilerProgram, clock: systemClock, logger: silentLogger }),
      informerSettings: () => ({}),
    });
  }

  /** @param clock of the session: a hasty one has resyncs come sooner @param context default: the current one */
  static async open(kubeconfig: string, clock = systemClock, context?: string): Promise<SampleWorld> {
    const loaded = await loadKubeconfig({ path: kubeconfig, env: {}, home: '/nonexistent' });
    return new SampleWorld(await Cluster.open(loaded, { ...(context !== undefined && { context }), allowExec: false, keyedHash: createKeyedHash(), clock: systemClock, logger: silentLogger, env: {} }), clock);
  }

  /** Stops what runs; resolves when no process is left. */
  close(): Promise<void> {
    return this.session.close();
  }

  async run(sample: string): Promise<SessionController> {
    const controller = await this.session.controllers.run({ kind: 'sample', name: sample }, { dryRun: false });
    await expect.poll(() => [controller.state, controller.sentence], patience).toEqual(['running', undefined]);
    return controller;
  }

  async create(resource: string, object: KubeObject): Promise<void> {
    const { name = '', namespace } = object.metadata;
    await this.#cluster.objects.write({ verb: 'create', resource: parseResource(resource)!, name, ...(namespace && { namespace }), body: object }, { dryRun: false, fieldManager: 'person' }, timeout());
  }

  async patch(resource: string, namespace: string | undefined, name: string, body: unknown): Promise<void> {
    await this.#cluster.objects.write({ verb: 'patch', resource: parseResource(resource)!, name, ...(namespace && { namespace }), body }, { dryRun: false, fieldManager: 'person' }, timeout());
  }

  async delete(resource: string, namespace: string | undefined, name: string): Promise<void> {
    await this.#cluster.objects.write({ verb: 'delete', resource: parseResource(resource)!, name, ...(namespace && { namespace }) }, { dryRun: false }, timeout());
  }

  /** Undefined for what is not there. */
  async get(resource: string, namespace: string | undefined, name: string): Promise<KubeObject | undefined> {
    try {
      return await this.#cluster.objects.get(parseResource(resource)!, namespace, name, timeout());
    } catch (error) {
      if (ApiError.is(error, 404)) return undefined;
      throw error;
    }
  }

  async list(resource: string, namespace: string): Promise<readonly KubeObject[]> {
    return (await this.#cluster.listerWatcher(parseResource(resource)!, { namespace }).list({}, timeout())).items;
  }

  async names(resource: string, namespace: string, prefix: string): Promise<string[]> {
    return (await this.list(resource, namespace)).map(({ metadata }) => metadata.name ?? '').filter((name) => name.startsWith(prefix)).toSorted();
  }

  /** What the server answered well, of the writes of that controller for a key. */
  writes(controller: SessionController): string[] {
    const all = this.entries('reconcile.write').filter((entry) => entry.controller === controller.name && entry.key !== '' && entry.code >= 200 && entry.code < 300);
    return all.map(({ verb, target }) => `${verb} ${target}`);
  }

  entries<Kind extends TraceEntry['kind']>(kind: Kind): Extract<TraceEntry, { readonly kind: Kind }>[] {
    return [...this.session.tracer.entries()].filter((entry): entry is Extract<TraceEntry, { readonly kind: Kind }> => entry.kind === kind);
  }

  /** Waits until the key is settled, runs it once more, and expects it to write nothing. */
  async expectSettled(controller: SessionController, key: string): Promise<void> {
    await expect.poll(() => keysOf(this.session, controller).find((each) => each.key === key), patience).toMatchObject({ place: 'settled' });
    expect(await controller.runAgain(key)).toMatchObject({ outcome: 'done', writes: [] });
  }

  /** Polls until it holds. */
  until(what: () => unknown) {
    return expect.poll(what, patience);
  }
}

function timeout(): AbortSignal {
  return AbortSignal.timeout(30_000);
}
