import { afterAll, beforeAll, expect, it } from 'vitest';
import { pictureOnFailure } from '../pictureOnFailure.ts';
import { Workbench } from '../workbench.ts';

/** A person who has nothing running chooses chapter 9, goes through it step by step, follows a link, and reads the script. */
let workbench: Workbench;
pictureOnFailure(() => workbench);

const page = (): ReturnType<Workbench['panel']['frame']['locator']> => workbench.panel.frame.locator('[data-page=scenario]');
const state = (text: RegExp): Promise<void> => page().locator('.scenario-state').filter({ hasText: text }).waitFor({ timeout: 120_000 });
const step = (name: RegExp): ReturnType<typeof page> => page().getByRole('button', { name });

beforeAll(async () => {
  workbench = await Workbench.open({
    name: 'scenario',
    vsix: process.env['VSIX']!,
    settings: { 'informerInspector.playground.churn': 'off' },
    env: { KUBECONFIG: '/nowhere/kubeconfig' },
  });
  await workbench.sideBar.open('Informers');
});
afterAll(() => workbench?.close());

it('is offered where nothing runs, and by chapter and rule in the palette', async () => {
  const { page: window, quickInput } = workbench;
  await window.getByRole('link', { name: 'Run a scenario' }).or(window.getByRole('button', { name: 'Run a scenario' })).first().click();
  await quickInput.title.filter({ hasText: 'Run Scenario' }).waitFor();
  await expect.poll(() => quickInput.widget.innerText()).toContain('Chapters of the article');
  await workbench.screenshot('scenarios-offered');
  await quickInput.answer('Run Scenario', '9. The whole chain of one change');
});

it('starts the playground, shows its page, and does its first step', { timeout: 180_000 }, async () => {
  await page().getByRole('heading', { name: 'The whole chain of one change' }).waitFor({ timeout: 120_000 });
  await state(/Step 2 of 5: waits for you/);
  await expect.poll(() => step(/^1\. A controller comes up/).getAttribute('aria-expanded')).toBe('true');
  await workbench.screenshot('scenario-first-step');
});

it('goes on by Next, and by the palette; what is held is held for that one key', { timeout: 180_000 }, async () => {
  await workbench.panel.button('Next').click();
  await state(/Step 3 of 5: waits for you/);
  await expect.poll(() => page().innerText()).toContain('The Indexer still has the old image');
  await workbench.screenshot('scenario-held');
  await workbench.runCommand('Informer Inspector: Next Scenario Step');
  await state(/Step 4 of 5: waits for you/);
  await page().getByRole('button', { name: 'Page Queues' }).click();
  await workbench.panel.frame.locator('[data-page=queues]').getByText('default/web').first().waitFor();
  await workbench.panel.frame.getByRole('tab', { name: 'Scenario' }).click();
});

it('leads to the chain of what the reconciler wrote', { timeout: 180_000 }, async () => {
  await workbench.panel.button('Next').click();
  await state(/Step 5 of 5: waits for you/);
  await page().getByRole('table', { name: 'Measured' }).waitFor();
  await workbench.screenshot('scenario-measured');
  await page().getByRole('button', { name: /^Entry #\d+/ }).click();
  await workbench.panel.frame.locator('[data-page=chain]').getByText(/replicasets default\/web-/).first().waitFor({ timeout: 60_000 });
  await workbench.screenshot('scenario-chain');
  await workbench.panel.frame.getByRole('tab', { name: 'Scenario' }).click();
});

it('ends, takes everything back, and can be read as a script', { timeout: 180_000 }, async () => {
  await workbench.panel.button('Next').click();
  await state(/Done; everything was taken back/);
  await workbench.screenshot('scenario-done');
  await expect.poll(() => workbench.sideBar.item('deployment-rollout').count()).toBe(0);
  await workbench.panel.button('Show Script').click();
  await expect.poll(() => workbench.editor.text()).toContain('kubectl set image deployment/web -n default nginx=nginx:1.26');
  await workbench.screenshot('scenario-script');
  expect(workbench.console.cspViolations).toEqual([]);
  expect(workbench.console.errors).toEqual([]);
});
