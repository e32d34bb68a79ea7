import { afterEach, describe, expect, it } from 'vitest';
import observe from '../../../../extension/controller/samples/observe.ts';
import { PlaygroundController } from '../../../support/playgroundController.ts';

const web = ['apps/v1/deployments', 'default', 'web'] as const;

describe('observe', () => {
  let world: PlaygroundController;
  afterEach(() => world.stop());

  /** What it said of `default/web` since it was asked last. */
  const said = (): string[] => world.log.lines.splice(0).flatMap((line) => /default\/web: (.*)/.exec(line)?.[1] ?? []);

  it('says what would have to be done, and does nothing of it', async () => {
    world = await new PlaygroundController(observe).start();
    expect(said()).toEqual(['is as it should be, with 2 ReplicaSets']);
    await world.patch(...web, { spec: { replicas: 5 } });
    expect(said()[0]).toMatch(/^would scale web-\w+ from 3 to 5$/);
    await world.patch(...web, { spec: { template: { spec: { containers: [{ name: 'nginx', image: 'nginx:1.26' }] } } } });
    expect(said()[0]).toMatch(/^would create a ReplicaSet for nginx:1\.26, then scale web-\w+ from 3 to 0$/);
    await world.patch(...web, { spec: { paused: true } });
    expect(said()[0]).toMatch(/^is as it should be/);
    await world.playground.ask('DELETE', '/apis/apps/v1/namespaces/default/deployments/web');
    await world.playground.clock.settle();
    expect(said()).toContain('is gone: what it owned is for the garbage collector');
    expect(world.probe.of('reconcile.write')).toEqual([]);
    expect(world.probe.of('reconcile.read').length).toBeGreaterThan(5);
  });

  it('sees a restart, which changes an annotation of the template and no container, and scales down only what there is', async () => {
    world = await new PlaygroundController(observe).start();
    said();
    await world.patch(...web, { spec: { template: { metadata: { annotations: { 'kubectl.kubernetes.io/restartedAt': '2026-01-01T00:00:00Z' } } } } });
    const [restarted] = said();
    const [, current] = /^would create a ReplicaSet for \S+, then scale (web-\w+) from 3 to 0$/.exec(restarted ?? '') ?? [];
    expect(current, restarted).toBeDefined();
    await world.patch('apps/v1/replicasets', 'default', current!, { spec: { replicas: 0 } });
    expect(said().at(-1)).toMatch(/^would create a ReplicaSet for \S+$/);
  });
});
