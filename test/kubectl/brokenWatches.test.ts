import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FaultKind } from '../../extension/introspection/faults.ts';
import { Kubectl } from './kubectl.ts';

/** The watch of a kubectl that waits is broken in the middle, in every way that ends one: whoever waits for something goes on, and hears of it in the end. */

const breaks: readonly FaultKind[] = ['dropWatch', 'cutObject', 'expireWatch', 'restart'];
const patience = { timeout: 40_000, interval: 50 };

let kubectl: Kubectl;
beforeAll(async () => {
  kubectl = await Kubectl.start(['--churn', 'off', '--introspection']);
});
afterEach(async () => {
  await kubectl.inside.clearFaults();
});
afterAll(async () => {
  expect(kubectl.complaints).toBe('');
  await kubectl.stop();
});

/** @param resource `v1/configmaps` */
async function untilWatched(resource: string): Promise<void> {
  const watched = async (): Promise<boolean> => (await kubectl.inside.watchers(resource)).some(({ userAgent, live, ended }) => userAgent.startsWith('kubectl') && live && ended === '');
  await expect.poll(watched, patience).toBe(true);
}

/** Breaks the watches of kubectl once, with the next event of them. @param change what makes one */
async function breakWatch(kind: FaultKind, resource: string, change: string): Promise<void> {
  const ofServer = kind === 'restart';
  const faults = await kubectl.inside.addFault({ kind, ...(!ofServer && { times: 1, scope: { resource, userAgent: 'kubectl' } }) });
  const { id } = faults.at(-1)!;
  // A server that begins anew refuses for a while.
  await expect.poll(async () => (await kubectl.run(change)).status, patience).toBe(0);
  await expect.poll(async () => (await kubectl.inside.faults()).find((fault) => fault.id === id)?.struck, patience).toBe(1);
}

describe.each(breaks)('%s', (kind) => {
  const name = kind.toLowerCase();

  it('wait: until what it waits for is so', { timeout: 120_000 }, async () => {
    await kubectl.ok(`create configmap ${name} --from-literal=x=0`);
    const waiting = kubectl.run(`wait configmap/${name} --for=jsonpath={.data.x}=1 --timeout=60s`);
    await untilWatched('v1/configmaps');
    await breakWatch(kind, 'v1/configmaps', `annotate configmap ${name} broken=x`);
    await kubectl.ok(`patch configmap ${name} -p {"data":{"x":"1"}}`);
    expect(await waiting).toMatchObject({ status: 0, out: `configmap/${name} condition met\n` });
  });

  it('rollout status: until all is rolled out', { timeout: 120_000 }, async () => {
    await kubectl.inside.setWorldSpeed(0);
    await kubectl.ok(`set image deployment/web *=nginx:${name}`);
    const waiting = kubectl.run('rollout status deployment/web --timeout=60s');
    await untilWatched('apps/v1/deployments');
    await breakWatch(kind, 'apps/v1/deployments', `annotate deployment web ${name}=x`);
    await kubectl.inside.setWorldSpeed(20);
    const { status, out } = await waiting;
    expect([status, out.trimEnd().split('\n').at(-1)]).toEqual([0, 'deployment "web" successfully rolled out']);
  });

  it('get -w: ends with the watch, and does not hang', { timeout: 120_000 }, async () => {
    const watching = kubectl.run('get configmap kube-root-ca.crt -w -o name');
    await untilWatched('v1/configmaps');
    await breakWatch(kind, 'v1/configmaps', `annotate configmap kube-root-ca.crt ${kind}=x`);
    const { status, out } = await watching;
    expect([status, out.split('\n')[0]]).toEqual([0, 'configmap/kube-root-ca.crt']);
  });
});
