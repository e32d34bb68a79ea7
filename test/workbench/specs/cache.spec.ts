import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pictureOnFailure } from '../pictureOnFailure.ts';
import { startPlayground } from '../startPlayground.ts';
import { Workbench } from '../workbench.ts';

/** Looking into a cache, comparing it with its server and listing it anew, on the playground. */
let workbench: Workbench;
pictureOnFailure(() => workbench);

beforeAll(async () => {
  workbench = await Workbench.open({
    name: 'cache',
    vsix: process.env['VSIX']!,
    settings: { 'informerInspector.playground.churn': 'calm' },
    env: { KUBECONFIG: '/nowhere/kubeconfig' },
  });
  await startPlayground(workbench, 'pods');
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
});
