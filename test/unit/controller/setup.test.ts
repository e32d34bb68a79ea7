import { describe, expect, it } from 'vitest';
import type { Reconciler, SetupContext } from '../../../extension/controller/api.ts';
import { parseResource } from '../../../extension/kube/resource.ts';
import { Stepper } from '../../../extension/debugger/stepper.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { ControllerHarness } from './controllerHarness.ts';

const configMaps = parseResource('v1/configmaps')!;
const definition = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'things.example.com' } };
const install = ({ client }: SetupContext): Promise<unknown> => client.create('apiextensions.k8s.io/v1/customresourcedefinitions', definition);

describe('setup', () => {
  const reconciler = (setup: (context: SetupContext) => Promise<unknown>): Reconciler => ({ name: 'test', for: 'v1/configmaps', setup: async (context) => void (await setup(context)), reconcile: () => undefined });

  it('comes before anything is watched, and its writes are part of the trace', async () => {
    const harness = new ControllerHarness(reconciler(async (context) => {
      expect(harness.factory.informers).toEqual([]);
      await install(context);
      context.log('installed');
    }));
    harness.cluster.put(configMaps, { kind: 'ConfigMap', metadata: { name: 'a', namespace: 'd' } });
    await harness.start();
    const [setup] = harness.probe.of('reconcile.setup');
    expect(setup).toMatchObject({ seq: 1, controller: 'test', key: '' });
    expect(harness.probe.of('reconcile.write')).toMatchObject([{ key: '', verb: 'create', target: 'apiextensions.k8s.io/v1/customresourcedefinitions things.example.com', code: 201, cause: [1] }]);
    expect(harness.probe.of('reconcile.end').map(({ key, result }) => [key, result])).toEqual([['', 'done'], ['d/a', 'done']]);
    expect(harness.log.lines).toContain('info test: setup: installed');
    expect(harness.controller.state).toBe('running');
    await harness.stop();
  });

  it('fails the controller with what it could not do, and nothing is watched', async () => {
    const harness = new ControllerHarness(reconciler(install));
    harness.cluster.failNext = new Error('no route to host');
    await harness.start();
    await expect(harness.ended).rejects.toMatchObject({ code: 'setup', message: 'test could not set up what it needs: no route to host' });
    expect(harness.probe.of('reconcile.error')).toMatchObject([{ key: '', message: 'no route to host' }]);
    expect(harness.factory.informers).toEqual([]);
    expect(harness.controller.state).toBe('stopped');
    expect(harness.clock.pending).toBe(0);
  });

  it('is stopped while its write is held: nothing is sent, and nothing is watched', async () => {
    const stepper = new Stepper(new FakeClock());
    stepper.pause();
    const harness = new ControllerHarness(reconciler(install), { gate: stepper });
    await harness.start();
    expect(stepper.held).toMatchObject([{ point: 'reconcile.write', key: '', effect: { summary: 'create apiextensions.k8s.io/v1/customresourcedefinitions things.example.com' } }]);
    await harness.stop();
    expect(harness.cluster.writes).toEqual([]);
    expect(harness.factory.informers).toEqual([]);
  });

  it('is stopped though it never ends', async () => {
    const harness = new ControllerHarness(reconciler(() => new Promise(() => undefined)));
    await harness.start();
    await harness.stop();
    expect(harness.controller.state).toBe('stopped');
  });
});
