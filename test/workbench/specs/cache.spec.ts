import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KubeApi, pod } from '../kubeApi.ts';
import { pictureOnFailure } from '../pictureOnFailure.ts';
import { playgroundApi } from '../playgroundApi.ts';
import { startPlayground } from '../startPlayground.ts';
import { Workbench } from '../workbench.ts';

/** Looking into a cache, comparing it with its server and listing it anew, on the playground. */
let workbench: Workbench;
let api: KubeApi;
pictureOnFailure(() => workbench);

beforeAll(async () => {
  workbench = await Workbench.open({
    name: 'cache',
    vsix: process.env['VSIX']!,
    settings: { 'informerInspector.playground.churn': 'calm' },
    env: { KUBECONFIG: '/nowhere/kubeconfig' },
  });
  await startPlayground(workbench, 'pods');
  ({ api } = await playgroundApi(workbench));
});
afterAll(() => workbench?.close());

describe('the page of the cache', () => {
  it('shows the Indexer by an index that is chosen, down to its keys', async () => {
    const { frame } = workbench.panel;
    await frame.getByRole('tab', { name: 'Cache' }).click();
    await frame.getByRole('button', { name: /^default \d+ keys?$/ }).click();
    await frame.getByRole('button', { name: /^Open default\// }).first().waitFor();
    await frame.getByRole('combobox', { name: 'Index' }).click();
    await frame.getByRole('option', { name: /^owner \(\d+ values?\)$/ }).click();
    await frame.getByRole('button', { name: /^default \d+ keys?$/ }).waitFor({ state: 'detached' });
    await frame.locator('.value').first().click();
    await frame.getByRole('button', { name: /^Open .+\/.+/ }).first().waitFor();
    await workbench.screenshot('cache-index');
  });

  it('finds the cache true while the playground lives on, and lists it anew when asked', async () => {
    const { panel } = workbench;
    await panel.button('Verify Against Server').click();
    await panel.frame.getByText(/^The cache is true: \d+ objects? compared at version \d+\.$/).first().waitFor({ timeout: 100_000 });
    await workbench.screenshot('cache-verified');
    await panel.button('Relist').click();
    await panel.find('reflector.relist', /Reflector, relist/);
    await panel.frame.getByText(/^It was asked to list anew/).waitFor();
  });

  it('leads from a key to the page of the item', async () => {
    const { frame } = workbench.panel;
    const key = frame.locator('.cached-keys .key').first();
    const name = (await key.innerText()).trim();
    await key.click();
    await expect.poll(() => frame.getByRole('tab', { name: 'Item' }).getAttribute('aria-selected')).toBe('true');
    await frame.locator('#tab-page').getByText(name).first().waitFor();
  });
});

describe('the commands', () => {
  it('say in a notification what came of it', async () => {
    await workbench.runCommand('Informer Inspector: Verify Cache Against Server', 'v1/pods');
    await workbench.page.getByText(/The cache of v1\/pods is true: \d+ objects compared at version \d+\./).first().waitFor({ timeout: 100_000 });
    await workbench.screenshot('cache-notification');
  });

  it('N4: tell how far a comparison has come, in the status bar too, and end it when that is cancelled', async () => {
    const { page, notifications, panel } = workbench;
    // Of a key whose delta is held nothing can be decided: it would wait for as long as the pipeline is paused.
    await workbench.runCommand('Informer Inspector: Pause Pipeline');
    await api.create('/api/v1/namespaces/default/pods', pod('undecided'));
    await panel.find('kind:queue.add key:default/undecided', /DeltaFIFO, add, default\/undecided/);
    await workbench.runCommand('Informer Inspector: Verify Cache Against Server', 'v1/pods');
    const notice = notifications.toasts.filter({ hasText: 'Comparing the cache of v1/pods with its server' });
    await notice.filter({ hasText: 'cannot be decided before their deltas are popped' }).waitFor({ timeout: 60_000 });
    const item = page.locator('.statusbar-item').filter({ hasText: 'Playground' });
    await expect.poll(() => item.innerText()).toMatch(/paused · verifying/);
    await workbench.screenshot('cache-cancel');
    await notice.getByRole('button', { name: 'Cancel' }).click();
    await notice.waitFor({ state: 'detached' });
    await expect.poll(() => item.innerText()).not.toContain('verifying');
    await workbench.runCommand('Informer Inspector: Continue Pipeline');
    await expect.poll(() => item.innerText()).not.toContain('paused');
  });
});
