import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type KubeApi, pod } from '../kubeApi.ts';
import { pictureOnFailure } from '../pictureOnFailure.ts';
import { playgroundApi } from '../playgroundApi.ts';
import { startPlayground } from '../startPlayground.ts';
import { Workbench } from '../workbench.ts';

/** The tree is narrowed where it stands, by what one types in a box: what is open stays open, and what does not match is gone until the filter is cleared. */
let workbench: Workbench;
let api: KubeApi;
pictureOnFailure(() => workbench);

const command = 'Informer Inspector: Filter...';
const title = 'Filter Objects';

interface Pod {
  readonly metadata: { readonly name: string; readonly namespace: string; readonly labels?: Readonly<Record<string, string>> };
  readonly status?: { readonly phase?: string };
}

beforeAll(async () => {
  workbench = await Workbench.open({ name: 'filter', vsix: process.env['VSIX']!, settings: { 'informerInspector.playground.churn': 'off' }, env: { KUBECONFIG: '/nowhere/kubeconfig' } });
  await startPlayground(workbench, 'pods');
  ({ api } = await playgroundApi(workbench));
  await workbench.sideBar.widen(420);
});
afterAll(() => workbench?.close());

/** The line above the rows. */
const line = (): Locator => workbench.sideBar.part.getByText(/^Filter: /);
/** Of the informer on pods, which is the one that is open. */
const groups = (): Promise<string[]> => workbench.sideBar.content.getByRole('treeitem', { name: /^namespace \S+, \d+ objects/ }).locator('.label-name').allInnerTexts();
const pods = (): Promise<Pod[]> => api.list<Pod>('/api/v1/pods');

async function filterBy(text: string): Promise<void> {
  await workbench.runCommand(command);
  await workbench.quickInput.say(title, text);
}

/** How many the line says that there are, once all have been looked at. */
async function shown(text: string): Promise<number> {
  await line().filter({ hasText: text, hasNotText: 'still to be looked at' }).waitFor();
  return Number(/ · ([\d,]+) of /.exec(await line().innerText())?.[1]?.replaceAll(',', ''));
}

it('narrows the tree by a pattern, and leaves open what is open', async () => {
  const { sideBar, editor } = workbench;
  await sideBar.content.getByRole('treeitem', { name: /^namespace default,/ }).first().waitFor();
  await sideBar.expand('default');
  const before = await groups();
  expect(before.length).toBeGreaterThan(1);
  const web = (await pods()).filter(({ metadata }) => metadata.namespace === 'default' && metadata.name.startsWith('web-'));
  const { name } = web[0]!.metadata;
  const row = sideBar.item(name);
  await row.click();
  // Its document takes the focus when it opens, from a box as well.
  await editor.tab(new RegExp(`^${name}`)).waitFor();
  await expect.poll(() => editor.text()).toContain(name);
  await filterBy('default/web-*');
  await expect.poll(groups).toEqual(['default']);
  await expect.poll(async () => (await sideBar.content.getByRole('treeitem').filter({ has: workbench.page.locator('.label-name', { hasText: /^web-/ }) }).count())).toBeGreaterThanOrEqual(web.length);
  await expect.poll(() => sideBar.item('pods').first().innerText()).toContain(`${web.length} of `);
  await sideBar.content.getByRole('treeitem', { name: `namespace default, ${web.length} objects` }).waitFor();
  expect([await sideBar.item('pods').first().getAttribute('aria-expanded'), await row.getAttribute('aria-selected')]).toEqual(['true', 'true']);
  // All informers stay, also those that have nothing to show.
  await expect.poll(() => sideBar.content.getByRole('treeitem', { name: /^informer / }).count()).toBeGreaterThan(1);
  await workbench.screenshot('pattern');
});

it('follows what comes and goes', async () => {
  const before = await shown('default/web-*');
  await api.create('/api/v1/namespaces/default/pods', pod('web-by-hand'));
  await workbench.sideBar.item('web-by-hand').waitFor();
  await expect.poll(() => shown('default/web-*')).toBe(before + 1);
  await api.create('/api/v1/namespaces/default/pods', pod('other-by-hand'));
  await api.delete('/api/v1/namespaces/default/pods/web-by-hand?gracePeriodSeconds=0');
  await expect.poll(() => shown('default/web-*')).toBe(before);
  await expect.poll(() => workbench.sideBar.item('other-by-hand').count()).toBe(0);
});

it('narrows it by labels', async () => {
  const labelled = (await pods()).filter(({ metadata }) => metadata.labels?.['app'] === 'web');
  await filterBy('labels: app in (web)');
  await shown('labels: app in (web)');
  await expect.poll(() => workbench.sideBar.item('pods').first().innerText()).toContain(`${labelled.length} of `);
  await workbench.screenshot('labels');
});

it('tells of an expression that is none while one types, and keeps the box', async () => {
  const { quickInput, page } = workbench;
  await workbench.runCommand(command);
  await quickInput.fill(title, 'cel: object.status.phase ==');
  const fault = quickInput.widget.locator('.quick-input-message');
  await fault.filter({ hasText: 'The expression cannot be used' }).waitFor();
  await workbench.screenshot('wrong-expression');
  await quickInput.input.press('Enter');
  await quickInput.fill(title, 'labels: app in web');
  await fault.filter({ hasText: 'The label selector cannot be used' }).waitFor();
  await page.keyboard.press('Escape');
  // What there was is still there.
  await line().filter({ hasText: 'labels: app in (web)' }).waitFor();
});

it('narrows it by an expression, and says for how many it fails', async () => {
  await filterBy('cel: object.status.phase == "Running"');
  await expect.poll(() => shown('cel: object.status.phase == "Running"')).toBeGreaterThan(0);
  // Deployments have a status without a phase.
  await line().filter({ hasText: /its expression fails for [\d,]+, which count as not matching \(\S+: there is no field `phase`\)/ }).waitFor();
  const { length } = (await pods()).filter(({ status }) => status?.phase === 'Running');
  await expect.poll(() => workbench.sideBar.item('pods').first().innerText()).toContain(`${length} of `);
  await workbench.screenshot('expression');
});

it('is cleared by an icon that is there as long as it is', async () => {
  const { sideBar } = workbench;
  await sideBar.pressTitle('Informers', 'Clear Filter');
  await line().waitFor({ state: 'detached' });
  await expect.poll(groups).toContain('kube-system');
  await sideBar.part.getByRole('button', { name: 'Clear Filter' }).waitFor({ state: 'detached' });
  await expect.poll(() => workbench.sideBar.item('default').first().getAttribute('aria-expanded')).toBe('true');
  await workbench.sideBar.item('other-by-hand').waitFor();
  await workbench.screenshot('cleared');
  // And from the palette, by one that asks for nothing.
  await filterBy('web');
  await line().waitFor();
  await workbench.runCommand('Informer Inspector: Clear Filter');
  await line().waitFor({ state: 'detached' });
});
