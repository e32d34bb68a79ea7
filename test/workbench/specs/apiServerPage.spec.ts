import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KubeApi } from '../kubeApi.ts';
import { pictureOnFailure } from '../pictureOnFailure.ts';
import { playgroundApi } from '../playgroundApi.ts';
import { startPlayground } from '../startPlayground.ts';
import { Workbench } from '../workbench.ts';

/** The inside of the playground on the panel's page API server, and the commands that change it. */
let workbench: Workbench;
let api: KubeApi;
pictureOnFailure(() => workbench);

const pods = '/api/v1/namespaces/default/pods';

beforeAll(async () => {
  workbench = await Workbench.open({
    name: 'apiServerPage',
    vsix: process.env['VSIX']!,
    // Nothing happens there but what the tests do, and that kubelets renew their Leases.
    settings: { 'informerInspector.playground.churn': 'off', 'informerInspector.playground.compaction': 0 },
    env: { KUBECONFIG: '/nowhere/kubeconfig' },
  });
  await startPlayground(workbench);
  ({ api } = await playgroundApi(workbench));
  await workbench.runCommand('Informer Inspector: Look Inside API Server');
  await workbench.panel.frame.locator('.sub-navigation').waitFor();
});
afterAll(() => workbench?.close());

const part = (name: string): Locator => workbench.panel.frame.locator(`#server-${name}`);

async function open(tab: string): Promise<void> {
  await workbench.panel.frame.locator(`#server-tab-${tab}`).click();
  await workbench.panel.frame.locator(`#server-part[data-part="${tab}"]`).waitFor();
}

const revisionOf = (object: unknown): number => Number((object as { readonly metadata: { readonly resourceVersion: string } }).metadata.resourceVersion);
const grouped = (number: number): string => number.toLocaleString('en');

describe('the watch cache of pods', () => {
  it('has a patch in its ring and its store, and tells that the informer of the tree was sent it', async () => {
    const [pod] = await api.list<{ readonly metadata: { readonly name: string } }>(pods);
    const { name } = pod!.metadata;
    const revision = revisionOf(await api.patch(`${pods}/${name}`, { metadata: { annotations: { looked: 'inside' } } }));
    await open('caches');
    await part('slots').locator('tbody tr').first().filter({ hasText: `default/${name}` }).filter({ hasText: 'MODIFIED' }).filter({ hasText: grouped(revision) }).waitFor();
    await part('slots').getByRole('button', { name: `Show fan-out of ${grouped(revision)}` }).click();
    await part('fanOut').locator('tbody tr').filter({ hasText: 'informer-inspector' }).filter({ hasText: 'sent as MODIFIED' }).waitFor();
    await workbench.screenshot('fan-out');
    await part('watchers').locator('tbody tr').filter({ hasText: 'informer-inspector' }).waitFor();
    await workbench.panel.frame.getByRole('button', { name: /^Store/, expanded: false }).click();
    await part('store').getByRole('button', { name: new RegExp(`${name} ?${grouped(revision)}`) }).click();
    await part('store').locator('.inside-object').filter({ hasText: 'looked: inside' }).waitFor();
    await workbench.screenshot('store');
  });
});

describe('the storage', () => {
  const fields = (): Promise<string> => workbench.panel.frame.locator('#server-part .fields').innerText();

  it('has its horizon moved by Compact Storage', async () => {
    await open('storage');
    await expect.poll(fields).toMatch(/Compaction horizon\s+none/);
    await workbench.runCommand('Informer Inspector: Compact Storage');
    await expect.poll(fields).toMatch(/Compaction horizon\s+[\d,]+/);
    await workbench.screenshot('compacted');
  });

  it('takes as long for a commit as a person wants it to', async () => {
    await workbench.panel.frame.locator('#inside-latency').click();
    await workbench.quickInput.say('Set Commit Latency', '25');
    await expect.poll(fields).toMatch(/Commit latency\s+25 ms/);
  });
});

describe('requests', () => {
  it('are seen in flight, with the priority levels that they take their seats of', async () => {
    await open('requests');
    await part('inflight').locator('tbody tr').filter({ hasText: 'watch' }).filter({ hasText: '/api/v1/pods' }).first().waitFor();
    await part('levels').locator('tbody tr').filter({ hasText: 'workload-low' }).waitFor();
    await workbench.screenshot('requests');
  });
});

describe('polling', () => {
  it('is really done, and measured, until a person ends it', async () => {
    await open('traffic');
    await part('pollers').locator('#start-pollers').click();
    const cost = (): Promise<string> => part('pollers').locator('tbody tr').first().locator('td').nth(1).innerText();
    await expect.poll(async () => Number((await cost()).replace(/[^\d.]/g, ''))).toBeGreaterThan(0);
    await workbench.screenshot('polling');
    await part('pollers').locator('#end-pollers').click();
    await part('pollers').locator('#start-pollers').waitFor();
  });
});

describe('the world', () => {
  it('goes as fast as it is told, without a controller that is cut off', async () => {
    await workbench.runCommand('Informer Inspector: Set World Speed...', '10×');
    await open('world');
    await workbench.panel.frame.locator('#server-part .fields').filter({ hasText: '10×' }).waitFor();
    const scheduler = part('world').locator('tbody tr').filter({ hasText: 'scheduler' });
    await scheduler.getByRole('button', { name: /^Disconnect/ }).click();
    await scheduler.filter({ hasText: 'cut off' }).waitFor();
    await workbench.screenshot('world');
    await scheduler.getByRole('button', { name: /^Reconnect/ }).click();
    await scheduler.getByRole('button', { name: /^Disconnect/ }).waitFor();
  });
});

describe('a snapshot', () => {
  it('is saved, and a playground goes on from it', async () => {
    const file = path.join(workbench.server.folder, 'snapshot.playground');
    await workbench.runCommand('Informer Inspector: Save Playground Snapshot...');
    await workbench.quickInput.accept(file);
    await expect.poll(() => stat(file).then(({ size }) => size, () => 0)).toBeGreaterThan(1000);
    await api.create(pods, { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'too-late' }, spec: { containers: [{ name: 'c', image: 'nginx' }] } });
    await workbench.runCommand('Informer Inspector: Start Playground from Snapshot...');
    await workbench.quickInput.answer('Start Playground from Snapshot', path.basename(file));
    await workbench.notifications.answerDialog('Start from Snapshot');
    await expect.poll(async () => (await workbench.server.processes('dist/playground.js')).length).toBe(1);
    // Another server, with what had been saved and nothing that came later.
    await expect.poll(() => api.get('/version').then(() => 'same', () => 'gone')).toBe('gone');
    await workbench.runCommand('Informer Inspector: Copy Playground Kubeconfig');
    await expect.poll(() => workbench.clipboard()).toMatch(/^apiVersion: v1/);
    api = KubeApi.of(await workbench.clipboard());
    const names = (await api.list<{ readonly metadata: { readonly name: string; readonly annotations?: Record<string, string> } }>(pods)).map(({ metadata }) => metadata);
    expect(names.some(({ annotations }) => annotations?.['looked'] === 'inside')).toBe(true);
    expect(names.some(({ name }) => name === 'too-late')).toBe(false);
  });
});

it('said nothing on the console that it should not have, and broke no content security policy', () => {
  expect(workbench.console.cspViolations).toEqual([]);
  expect(workbench.console.errors).toEqual([]);
});
