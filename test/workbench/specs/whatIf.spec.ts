import { afterAll, beforeAll, expect, it } from 'vitest';
import { type KubeApi, pod } from '../kubeApi.ts';
import { pictureOnFailure } from '../pictureOnFailure.ts';
import { playgroundApi } from '../playgroundApi.ts';
import { startPlayground } from '../startPlayground.ts';
import { Workbench } from '../workbench.ts';

/** The course of things is changed from the palette, on the playground: whatever was done, the cache is true again at the end. */
let workbench: Workbench;
let api: KubeApi;
pictureOnFailure(() => workbench);

const pods = '/api/v1/namespaces/default/pods';
const run = (title: string, ...answers: readonly string[]): Promise<void> => workbench.runCommand(`Informer Inspector: ${title}`, ...answers);
const told = (words: RegExp): Promise<void> => workbench.panel.find('kind:whatif.applied', words);
/** What was asked for is known to the host, which says so in the status bar: what comes now is what it is about. */
const armed = (title: string): Promise<void> => workbench.page.locator('.statusbar').getByText(`${title}: the next `).waitFor();
const versionOf = (object: Record<string, unknown>): string => (object['metadata'] as { readonly resourceVersion: string }).resourceVersion;

/** The numbers of the entries that the stream shows and that are spoken so. */
async function numbers(spoken: RegExp): Promise<number[]> {
  return (await workbench.panel.row(spoken).allInnerTexts()).map((text) => Number.parseInt(text, 10));
}

/** The cache still learns of what happens. */
async function learnsOf(name: string): Promise<void> {
  await api.create(pods, pod(name));
  await workbench.sideBar.item(name).waitFor();
}

beforeAll(async () => {
  workbench = await Workbench.open({
    name: 'what-if',
    vsix: process.env['VSIX']!,
    settings: { 'informerInspector.playground.churn': 'off' },
    env: { KUBECONFIG: '/nowhere/kubeconfig' },
  });
  await workbench.sideBar.open('Informers');
  await startPlayground(workbench, 'pods', 'default');
  ({ api } = await playgroundApi(workbench));
});
afterAll(() => workbench?.close());

it('Duplicate Delta: the next watch event comes twice', async () => {
  await run('Duplicate Delta', 'v1/pods');
  await armed('Duplicate Delta');
  const version = versionOf(await api.create(pods, pod('twice')));
  await told(/what if: comes twice/);
  await workbench.panel.filter(`kind:reflector.event rv:${version}`);
  await expect.poll(() => numbers(/Reflector, event, default\/twice/)).toHaveLength(2);
  await workbench.panel.filter('');
  await expect.poll(() => workbench.sideBar.item('twice').innerText()).toContain('Running');
});

it('Forge Delta: the cache believes what was written in an editor, until the server tells of the object again', async () => {
  const { sideBar, editor, page, notifications } = workbench;
  await run('Forge Delta...', 'v1/pods', 'default/twice', 'MODIFIED');
  await expect.poll(() => editor.text()).toContain('"metadata": {');
  const line = (await editor.text()).split('\n').findIndex((text) => text.includes('"metadata": {')) + 1;
  await editor.goTo(line);
  await page.keyboard.insertText('"labels": {"forged": "yes"},');
  await expect.poll(() => editor.text()).toContain('"forged": "yes"');
  await workbench.screenshot('forged');
  await notifications.toasts.getByRole('button', { name: 'Send Forged Event' }).click();
  await armed('Forge Delta');
  await api.patch(`${pods}/twice`, { metadata: { labels: { real: 'yes' } } });
  // A row of the tree that is drawn anew while it is clicked has no command for a moment: first the event has to be there.
  await workbench.panel.tab.click();
  await told(/what if: replaced by another/);
  await sideBar.item('twice').click();
  await expect.poll(() => editor.text()).toContain('forged:');
  await expect.poll(() => editor.text()).not.toContain('real:');
  await api.patch(`${pods}/twice`, { metadata: { labels: { again: 'yes' } } });
  await expect.poll(() => editor.text()).toContain('real:');
  await expect.poll(() => editor.text()).not.toContain('forged:');
  await workbench.panel.tab.click();
});

it('Fail Next Reconcile: the reconciler fails once, and does it on the next try', async () => {
  await run('Run Sample Reconciler...', 'Deployment Rollout');
  await workbench.panel.find('kind:reconcile.end key:default/web', /Reconcile, end, default\/web/);
  await run('Fail Next Reconcile');
  await armed('Fail Next Reconcile');
  await api.patch('/apis/apps/v1/namespaces/default/deployments/web', { metadata: { annotations: { touched: 'yes' } } });
  await told(/what if: the reconcile is made to fail/);
  await workbench.panel.filter('stage:reconcile key:default/web');
  const failed = /Reconcile, error, default\/web/;
  // Rows are drawn anew as entries come in: one that is not there for a moment makes this untrue, and it is asked again.
  await expect.poll(async () => Math.max(...(await numbers(/Reconcile, end, default\/web/))) - Math.min(...(await numbers(failed)))).toBeGreaterThan(0);
  await workbench.panel.filter('');
  await run('Stop Reconciler');
});

it('Fire Resync: every object of the cache is queued again, though none has changed', async () => {
  await run('Fire Resync', 'v1/pods');
  await told(/what if: resync asked for/);
  await workbench.panel.find('kind:queue.add key:default/twice Sync', /default\/twice, Sync/);
});

it('Drop Watch: the next watch begins where the dropped one was', async () => {
  await run('Drop Watch', 'v1/pods');
  await told(/what if: the watch is dropped/);
  await learnsOf('after-the-drop');
});

it('Answer Next List or Watch: a watch and the list after it are told 410, and all is listed anew', async () => {
  await run('Answer Next List or Watch...', 'v1/pods', 'list', '410 Expired');
  await run('Answer Next List or Watch...', 'v1/pods', 'watch', '410 Expired');
  await told(/the answer was made here · watch 410/);
  await told(/the answer was made here · list 410/);
  await learnsOf('after-410');
});

it('the cache is true, and nothing was said on the console that should not have been', async () => {
  await run('Verify Cache Against Server', 'v1/pods');
  await workbench.page.getByText(/The cache of v1\/pods is true: \d+ objects compared at version \d+\./).first().waitFor();
  await workbench.screenshot('true-again');
  expect(workbench.console.cspViolations).toEqual([]);
  expect(workbench.console.errors).toEqual([]);
});
