import { describe, expect, it, vi } from 'vitest';
import type { Reconciler } from '../../extension/controller/api.ts';
import { Killed } from '../../extension/controller/leaderElection.ts';
import configMapMirror from '../../extension/controller/samples/configMapMirror.ts';
import { deploymentRollout } from '../../extension/controller/samples/deploymentRollout.ts';
import websiteOperator from '../../extension/controller/samples/websiteOperator.ts';
import { PlaygroundController } from '../support/playgroundController.ts';

/**
 * A sample that writes more than once is killed before each of its writes in turn, and started again with empty hands. Whichever it was: the
 * world comes to the same, nothing is there twice, what was written before is not written again, and another run writes nothing.
 */

interface Story {
  readonly reconciler: Reconciler;
  /** What was wanted before, and is done. */
  readonly given?: (world: PlaygroundController) => Promise<unknown>;
  /** Writes that only ask the server, and change nothing: they may be asked again. */
  readonly asks?: (write: string) => boolean;
  /** What a person does, which takes several writes. */
  readonly wish: (world: PlaygroundController) => Promise<unknown>;
  readonly key: string;
  readonly resources: readonly string[];
}

const stories: Readonly<Record<string, Story>> = {
  'configmap mirror': {
    reconciler: configMapMirror,
    wish: (world) => world.patch('v1/configmaps', 'default', 'web-content', { metadata: { annotations: { 'mirror-to': 'shop,kube-public' } } }),
    key: 'default/web-content',
    resources: ['v1/configmaps'],
  },
  'configmap mirror, of one that is deleted': {
    reconciler: configMapMirror,
    given: (world) => world.patch('v1/configmaps', 'default', 'web-content', { metadata: { annotations: { 'mirror-to': 'shop,kube-public' } } }),
    asks: (write) => /^patch v1\/configmaps (shop|kube-public)\//.test(write),
    wish: (world) => world.playground.ask('DELETE', '/api/v1/namespaces/default/configmaps/web-content'),
    key: 'default/web-content',
    resources: ['v1/configmaps'],
  },
  'deployment rollout': {
    reconciler: deploymentRollout as Reconciler,
    wish: (world) => world.patch('apps/v1/deployments', 'default', 'web', { spec: { template: { spec: { containers: [{ name: 'nginx', image: 'nginx:1.26' }] } } } }),
    key: 'default/web',
    resources: ['apps/v1/replicasets'],
  },
  'CRD operator': {
    reconciler: websiteOperator,
    wish: (world) => world.playground.ask('POST', '/apis/samples.informer-inspector.dev/v1/namespaces/default/websites', {
      body: { apiVersion: 'samples.informer-inspector.dev/v1', kind: 'Website', metadata: { name: 'another' }, spec: { page: 'p' } },
    }),
    key: 'default/another',
    resources: ['v1/configmaps', 'apps/v1/deployments'],
  },
};

/** Between a process and its server: it ends with the process, before a write of which the server then hears nothing. */
class Line {
  #left = Infinity;
  #kill: (() => Promise<void>) | undefined;
  /** Resolves when the process is gone; undefined while it is not cut. */
  end: Promise<void> | undefined;

  cutAfter(writes: number, kill: () => Promise<void>): void {
    this.#left = writes;
    this.#kill = kill;
  }

  send<T>(write: () => Promise<T>): Promise<T> {
    if (this.#left-- > 0) return write();
    this.end ??= this.#kill!();
    return Promise.reject(new Killed());
  }
}

/** `setup` waits for the server by the machine's clock, as anybody's file does. */
async function start(world: PlaygroundController): Promise<PlaygroundController> {
  await world.start();
  await vi.waitFor(async () => {
    await world.playground.clock.advance(10);
    expect(world.controller.state).toBe('running');
  }, 20_000);
  await world.playground.clock.advance(5000);
  return world;
}

/** All that a key has sent to the server. */
function requests({ probe }: PlaygroundController, key: string) {
  return probe.of('reconcile.write').filter((entry) => entry.key === key);
}

/** Writes of the story's key that were answered well. */
function written(world: PlaygroundController, { key, asks = () => false }: Story): string[] {
  const all = requests(world, key).filter(({ code }) => code >= 200 && code < 300).map(({ verb, target }) => `${verb} ${target}`);
  return all.filter((write) => !asks(write));
}

/** Without what differs each time: uids, versions, times. */
async function outcome(world: PlaygroundController, { resources }: Story): Promise<string[]> {
  const all = await Promise.all(resources.map((resource) => world.objects(resource)));
  return all.flat().map(({ kind, metadata: { namespace, name, labels, finalizers }, data, spec }) => {
    const { replicas } = (spec ?? {}) as { readonly replicas?: number };
    return JSON.stringify([kind, namespace, name, labels, finalizers, data, replicas]);
  }).toSorted();
}

describe.each(Object.entries(stories))('%s', (_, story) => {
  const { reconciler, given, wish, key } = story;

  async function prepare(world: PlaygroundController): Promise<void> {
    await given?.(world);
    await world.playground.clock.advance(10_000);
    world.probe.clear();
  }

  it('killed before any of its writes, comes to the same, and writes nothing twice', { timeout: 60_000 }, async () => {
    const undisturbed = await start(new PlaygroundController(reconciler));
    await prepare(undisturbed);
    await wish(undisturbed);
    await undisturbed.playground.clock.advance(60_000);
    const [all, wanted] = [written(undisturbed, story), await outcome(undisturbed, story)];
    await undisturbed.stop();
    expect(all.length).toBeGreaterThan(1);

    const { length } = requests(undisturbed, key);
    for (let before = 0; before < length; before++) {
      const line = new Line();
      const first = await start(new PlaygroundController(reconciler, { transport: (inner) => ({ write: (...of) => line.send(() => inner.write(...of)) }) }));
      await prepare(first);
      line.cutAfter(before, () => first.stop(new Killed()));
      await wish(first);
      await first.playground.clock.advance(60_000);
      await line.end;
      expect(line.end, `killed before write ${before}`).toBeDefined();
      expect(written(first, story), `killed before write ${before}`).toEqual(all.slice(0, written(first, story).length));

      const second = await start(new PlaygroundController(reconciler, { playground: first.playground }));
      await second.playground.clock.advance(60_000);
      expect(await outcome(second, story), `killed before write ${before}`).toEqual(wanted);
      expect([...written(first, story), ...written(second, story)].toSorted(), `killed before write ${before}`).toEqual(all.toSorted());
      expect(await second.writesOfSecondRun(key)).toEqual([]);
      await second.stop();
    }
  });
});
