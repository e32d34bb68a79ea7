import { afterAll, beforeAll, expect, it } from 'vitest';
import { type KubeApi, pod } from '../kubeApi.ts';
import { pictureOnFailure } from '../pictureOnFailure.ts';
import { playgroundApi } from '../playgroundApi.ts';
import { startPlayground } from '../startPlayground.ts';
import { Workbench } from '../workbench.ts';

/** Going back in time on the packaged extension and its playground: cache, queue and item are seen as they were, and then as they are. */
let workbench: Workbench;
let api: KubeApi;
pictureOnFailure(() => workbench);

const pods = '/api/v1/namespaces/default/pods';
const objects = async (): Promise<number> => Number(/([\d,]+) objects/.exec((await workbench.panel.stage('Indexer').first().textContent()) ?? '')?.[1]?.replaceAll(',', '') ?? -1);
const banner = () => workbench.panel.frame.locator('.past-banner');

beforeAll(async () => {
  workbench = await Workbench.open({
    name: 'time',
    vsix: process.env['VSIX']!,
    settings: { 'informerInspector.playground.churn': 'off' },
    env: { KUBECONFIG: '/nowhere/kubeconfig' },
  });
});
afterAll(() => workbench?.close());

it('the playground runs, and some pods are created', async () => {
  const { sideBar, panel } = workbench;
  await sideBar.open('Informers');
  await startPlayground(workbench);
  await expect.poll(() => panel.status.innerText()).toMatch(/^Live/);
  ({ api } = await playgroundApi(workbench));
  for (const name of ['then-1', 'then-2', 'then-3']) await api.create(pods, pod(name));
  await panel.find('key:default/then-3 kind:store.add', /store.*add|Indexer, add, default\/then-3/);
});

it('at an entry the cache, the queues and the item are what they were, and Live brings back the present', async () => {
  const { panel } = workbench;
  const now = await objects();
  expect(now).toBeGreaterThan(3);
  await panel.filter('key:default/then-1 kind:store.add');
  await panel.row(/Indexer, add, default\/then-1/).first().click();
  await panel.frame.locator('#scrub-selected').click();
  await banner().waitFor();
  const text = await banner().innerText();
  const at = Number(/entry #(\d+)/.exec(text)?.[1]);
  expect(text).toMatch(/This is how it was at entry #\d+/);
  // Of three pods one was there, and the other two are gone from all views.
  await expect.poll(objects).toBeLessThan(now);
  await expect.poll(() => panel.button('Pause').getAttribute('aria-disabled')).toBe('true');
  await panel.filter('key:default/then-3');
  await expect.poll(() => panel.row(/default\/then-3/).count()).toBe(0);
  await panel.filter('');
  const then = await objects();

  await panel.button('One Entry Back').click();
  await expect.poll(() => banner().innerText()).toContain(`entry #${at - 1}`);
  // One step before the pod was stored it was not in the cache.
  await expect.poll(objects).toBeLessThanOrEqual(then);

  await panel.button('Live').click();
  await banner().waitFor({ state: 'detached' });
  await expect.poll(objects).toBeGreaterThanOrEqual(now);
  await panel.find('key:default/then-3 kind:store.add', /Indexer, add, default\/then-3/);
  await expect.poll(() => panel.button('Pause').getAttribute('aria-disabled')).not.toBe('true');
});

it('the session goes on while one looks back, and the bar leads to the oldest entry and to the present', async () => {
  const { panel } = workbench;
  const scrub = panel.frame.locator('#scrub');
  await scrub.focus();
  await workbench.page.keyboard.press('Home');
  await banner().waitFor();
  await expect.poll(() => banner().innerText()).toContain('entry #1,');
  await expect.poll(objects).toBe(0);
  await api.create(pods, pod('meanwhile'));
  await expect.poll(() => banner().innerText()).toMatch(/[1-9][\d,]* entries have come since/);
  await expect.poll(() => panel.row(/default\/meanwhile/).count()).toBe(0);
  await scrub.focus();
  await workbench.page.keyboard.press('End');
  await banner().waitFor({ state: 'detached' });
  await panel.filter('key:default/meanwhile');
  await panel.row(/Indexer, add, default\/meanwhile/).first().waitFor();
});
