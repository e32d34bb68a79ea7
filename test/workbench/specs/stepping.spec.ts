import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findKubectl } from '../../kubectl/findKubectl.ts';
import { KubeApi, pod } from '../kubeApi.ts';
import { BreakpointsView } from '../pages/breakpointsView.ts';
import { pictureOnFailure } from '../pictureOnFailure.ts';
import { playgroundApi } from '../playgroundApi.ts';
import { startPlayground } from '../startPlayground.ts';
import { Workbench } from '../workbench.ts';

/** The pipeline is stepped, stopped and led astray, on the packaged extension and its playground. */
let workbench: Workbench;
let breakpoints: BreakpointsView;
let api: KubeApi;
let kubeconfig: string;
pictureOnFailure(() => workbench);

const pods = '/api/v1/namespaces/default/pods';
const status = (): Promise<string> => workbench.panel.status.innerText();
const stands = (text: RegExp): Promise<void> => expect.poll(status).toMatch(text);
const run = (title: string, ...answers: readonly string[]): Promise<void> => workbench.runCommand(`Informer Inspector: ${title}`, ...answers);

/** A key pressed with the panel in front. */
async function press(key: string): Promise<void> {
  await workbench.panel.status.click();
  await workbench.page.keyboard.press(key);
}

/** Sets a breakpoint as a person does, from the palette. It stops what happens once it is in the view. */
async function set(kind: string, part: { readonly pick: string } | { readonly say: string }, key?: string): Promise<void> {
  const { quickInput } = workbench;
  await run('Add Breakpoint...', kind);
  if ('pick' in part) await quickInput.answer(/2\/3/, part.pick);
  else await quickInput.say(/2\/3/, part.say);
  if (key !== undefined) await quickInput.answer(/3\/3/, key);
  await quickInput.widget.waitFor({ state: 'hidden' });
}

/** Back to where nothing stops. */
async function clear(): Promise<void> {
  await run('Remove All Breakpoints');
  if (!(await status()).startsWith('Live')) await run('Continue Pipeline');
  await stands(/^Live/);
}

async function start(): Promise<void> {
  await startPlayground(workbench, 'pods', 'default');
  await stands(/^Live/);
  ({ api, kubeconfig } = await playgroundApi(workbench));
}

beforeAll(async () => {
  workbench = await Workbench.open({
    name: 'stepping',
    vsix: process.env['VSIX']!,
    settings: { 'informerInspector.playground.churn': 'off' },
    env: { KUBECONFIG: '/nowhere/kubeconfig' },
  });
  breakpoints = new BreakpointsView(workbench.sideBar);
});
afterAll(() => workbench?.close());

it('the playground is started, and the panel says that it is live', async () => {
  await workbench.sideBar.open('Informers');
  await start();
});

describe('Pause, proved', () => {
  const key = 'default/proved';
  const queue = (): Promise<string> => workbench.panel.deltaQueue();

  it('holds a Pop while 100 patches by kubectl come: one entry with 100 deltas, and the cache as it was', async () => {
    const { panel, sideBar, editor } = workbench;
    const kubectl = findKubectl();
    expect(kubectl, 'there is no kubectl').toBeDefined();
    await api.create(pods, pod('proved'));
    await sideBar.item('proved').waitFor();
    // It is running before: whatever the kubelet has to say comes now.
    await expect.poll(async () => ((await api.get(`${pods}/proved`)) as { status: { phase?: string } }).status.phase).toBe('Running');
    await stands(/^Live/);
    await press('F6');
    await stands(/^Paused/);
    const patch = (number: number): Promise<unknown> =>
      promisify(execFile)(kubectl!, ['--kubeconfig', kubeconfig, 'patch', 'pod', 'proved', '-n', 'default', '--type', 'merge', '-p', JSON.stringify({ metadata: { annotations: { [`patch-${number}`]: 'yes' } } })]);
    for (let first = 1; first <= 100; first += 10) await Promise.all(Array.from({ length: 10 }, (_, index) => patch(first + index)));
    await expect.poll(() => panel.waiting.innerText()).toBe('1 key · 100 deltas');
    await expect.poll(() => queue()).toMatch(new RegExp(`^\\s*queue = \\[ ${key} \\]$`));
    await stands(/^Paused before queue\.pop · v1\/pods default\/proved · held .* 100 deltas/);
    await workbench.screenshot('proved-held');
    await sideBar.item('proved').click();
    await expect.poll(() => editor.text()).toContain('name: proved');
    await expect.poll(() => editor.text()).not.toContain('patch-');
  }, 300_000);

  it('still holds it when the panel is hidden, and when it is closed', async () => {
    const { panel, sideBar, editor, page } = workbench;
    await panel.tab.click();
    await stands(/^Paused before queue\.pop · v1\/pods default\/proved/);
    await panel.tab.getByRole('button', { name: /Close/ }).click();
    await panel.tab.waitFor({ state: 'detached' });
    await expect.poll(() => editor.text()).not.toContain('patch-');
    await expect.poll(() => sideBar.item('Playground').innerText()).toContain('paused');
    await page.keyboard.press('Escape');
    await run('Open Panel');
    await expect.poll(() => panel.waiting.innerText()).toBe('1 key · 100 deltas');
  });

  it('lets one Pop through by one Step, with all that waited', async () => {
    const { panel, sideBar, editor } = workbench;
    const { metadata } = (await api.get(`${pods}/proved`)) as { metadata: { resourceVersion: string } };
    await press('F11');
    await expect.poll(() => panel.waiting.innerText()).toBe('0 keys · 0 deltas');
    await run('Continue Pipeline');
    await sideBar.item('proved').click();
    await expect.poll(() => editor.text()).toContain('patch-');
    await panel.tab.click();
    await panel.find(`kind:store.update rv:${metadata.resourceVersion}`, /Indexer, update, default\/proved/);
    await stands(/^Live/);
  });
});

describe('the steps', () => {
  const web = '/apis/apps/v1/namespaces/default/deployments/web';
  const touch = (how: string): Promise<unknown> => api.patch(web, { metadata: { annotations: { touched: how } } });

  it('Step goes to the next gate of the same item, Step Over to the next stage, Step Out through all of it', async () => {
    await run('Run Sample Reconciler...', 'Deployment Rollout');
    await workbench.panel.find('kind:reconcile.end', /Reconcile, end/);
    await press('F6');
    await stands(/^Paused/);
    await touch('step');
    await stands(/^Paused before queue\.pop · apps\/v1\/deployments default\/web/);
    await press('F11');
    await stands(/^Stepped to handler\.call/);
    await workbench.screenshot('stepped');
    await press('F10');
    await stands(/^Stepped to workqueue\.(add|get)/);
    // The same delta is on its way to another handler, too: when the one branch has left, it goes on with the other.
    await press('Shift+F11');
    await stands(/^Stepped to handler\.call · apps\/v1\/deployments default\/web/);
    await press('Shift+F11');
    await stands(/^Stepped out: the item has left the pipeline/);
    await press('F5');
    await stands(/^Live/);
  });

  it('Run to Key goes on until something of that key comes', async () => {
    await run('Run to Key...', 'default/web');
    await stands(/^Running to default\/web$/);
    await touch('run-to-key');
    await stands(/^Ran to default\/web, before /);
    await run('Continue Pipeline');
    await stands(/^Live/);
  });

  it('slow motion holds each gate for a while, and goes on by itself', async () => {
    const { panel } = workbench;
    await panel.menu(/^Slow motion/, '0.2 s at each gate');
    await stands(/^Live in slow motion: 0\.2 s at each gate/);
    await api.create(pods, pod('slowly'));
    await workbench.sideBar.item('slowly').waitFor();
    await panel.menu(/^Slow motion/, 'Full speed');
    await expect.poll(status).toBe('Live');
    await run('Stop Reconciler');
  });
});

describe('breakpoints', () => {
  it('the view is empty, and says what they are good for', async () => {
    await run('Show Breakpoints');
    await workbench.sideBar.content.getByText('A breakpoint stops the pipeline when').first().waitFor();
    await workbench.sideBar.link('Add Breakpoint...').waitFor();
    await workbench.screenshot('no-breakpoints');
  });

  it.each([
    ['Key', { pick: 'default/bp-*' }, undefined, 'default/bp-*', () => api.create(pods, pod('bp-key'))],
    ['Delta', { pick: 'Deleted' }, 'default/bp-*', 'Deleted · default/bp-*', () => api.delete(`${pods}/bp-key`)],
    ['Stage', { pick: 'Before a Pop of the delta queue' }, 'default/bp-*', 'default/bp-* · queue.pop', () => api.create(pods, pod('bp-stage'))],
    ['Field Changed', { say: 'metadata.labels' }, 'default/bp-*', 'metadata.labels changed · default/bp-*', () => api.patch(`${pods}/bp-stage`, { metadata: { labels: { changed: 'yes' } } })],
    ['Condition', { say: "delta == 'Updated' && object.metadata.name == 'bp-stage'" }, 'Any key', "delta == 'Updated' && object.metadata.name == 'bp-stage'", () => api.patch(`${pods}/bp-stage`, { metadata: { labels: { changed: 'again' } } })],
  ] as const)('%s: is set from the palette, and stops', async (kind, part, key, label, happen) => {
    await set(kind, part, key);
    await breakpoints.item(label).waitFor();
    await happen();
    await expect.poll(status).toContain(`Breakpoint “${label}”`);
    await expect.poll(() => breakpoints.description(label).innerText()).toMatch(/×[1-9]/);
    await workbench.screenshot(`breakpoint-${kind.toLowerCase().replaceAll(' ', '-')}`);
    await clear();
  });

  it('Error: is set from the palette, and stops when a watch is answered so', async () => {
    await set('Error', { pick: '410 Expired' }, 'Any key');
    await run('Answer Next List or Watch...', 'v1/pods', 'watch', '410 Expired');
    await expect.poll(status).toContain('Breakpoint “410 Expired”');
    await clear();
  });

  it('a Logpoint writes a line to its output channel, and stops nothing', async () => {
    const label = 'log: {key} is {delta} · default/bp-*';
    await set('Logpoint', { say: '{key} is {delta}' }, 'default/bp-*');
    await breakpoints.item(label).waitFor();
    await api.patch(`${pods}/bp-stage`, { metadata: { labels: { changed: 'logged' } } });
    await expect.poll(() => breakpoints.description(label).innerText()).toMatch(/×[1-9]/);
    await run('Show Logpoint Output');
    await expect.poll(() => workbench.output.text()).toContain('default/bp-stage is Updated');
    await expect.poll(() => status()).toBe('Live');
    await workbench.screenshot('logpoint');
    await run('Remove All Breakpoints');
  });

  it('is edited: for another key, and for the hit that is asked for', async () => {
    const { quickInput } = workbench;
    await set('Key', { pick: 'default/bp-nothing' });
    await run('Edit Breakpoint...', 'Key');
    await quickInput.answer(/Edit Breakpoint .*2\/3/, 'default/bp-edited');
    await breakpoints.item('default/bp-edited').waitFor();
    await run('Edit Breakpoint Hit Count...');
    await quickInput.say('Edit Hit Count', 'never');
    await quickInput.widget.getByText('Write a number, >= and a number, or % and a number.').waitFor();
    await quickInput.say('Edit Hit Count', '2');
    await expect.poll(() => breakpoints.description('default/bp-edited').innerText()).toBe('hits 2');
    await api.create(pods, pod('bp-edited'));
    await expect.poll(status).toContain('Breakpoint “default/bp-edited”');
    await expect.poll(() => breakpoints.description('default/bp-edited').innerText()).toBe('×2 · hits 2');
    await clear();
  });

  it('an expression that is none is refused where it is written', async () => {
    const { quickInput, page } = workbench;
    await run('Add Breakpoint...', 'Condition');
    await quickInput.say(/2\/3/, 'object.spec.replicas >');
    await quickInput.widget.getByText(/^The expression cannot be used: /).waitFor();
    await page.keyboard.press('Escape');
    await quickInput.widget.waitFor({ state: 'hidden' });
  });

  it('are set on an object of the tree, switched off by their box, and survive a reload of the window', async () => {
    const { sideBar } = workbench;
    const label = 'default/bp-tree · v1/pods';
    await api.create(pods, pod('bp-tree'));
    await expect.poll(() => sideBar.item('bp-tree').innerText()).toContain('Running');
    await sideBar.contextMenu('bp-tree', 'Add Breakpoint...');
    await breakpoints.item(label).waitFor();
    await set('Delta', { pick: 'Deleted' }, 'web/*');
    await breakpoints.checkBox(label).click();
    await expect.poll(() => breakpoints.isEnabled(label)).toBe(false);
    // The box shows at once what was clicked; the row says what has become of it.
    await expect.poll(() => breakpoints.item(label).getAttribute('aria-label')).toContain('disabled');
    await api.patch(`${pods}/bp-tree`, { metadata: { labels: { changed: 'unseen' } } });
    await workbench.panel.find('kind:store.update key:default/bp-tree changed:metadata.labels', /Indexer, update, default\/bp-tree/);
    await expect.poll(() => status()).toBe('Live');
    await workbench.screenshot('breakpoints');
    await workbench.reload();
    // Another extension host has to start.
    await breakpoints.item(label).waitFor({ timeout: 120_000 });
    await expect.poll(() => breakpoints.isEnabled(label)).toBe(false);
    await expect.poll(() => breakpoints.isEnabled('Deleted · web/*')).toBe(true);
    await breakpoints.contextMenu(label, 'Remove Breakpoint');
    await breakpoints.item(label).waitFor({ state: 'detached' });
    // By its key the one of the row in focus goes, without being asked which.
    await set('Delta', { pick: 'Deleted' }, 'kept/*');
    await breakpoints.item('Deleted · kept/*').waitFor();
    await breakpoints.item('Deleted · web/*').locator('.label-name').click();
    await breakpoints.item('Deleted · web/*').and(sideBar.content.locator('[aria-selected="true"]')).waitFor();
    await workbench.page.keyboard.press('Delete');
    await breakpoints.item('Deleted · web/*').waitFor({ state: 'detached' });
    expect(await breakpoints.item('Deleted · kept/*').count()).toBe(1);
  }, 300_000);
});

describe('What if', () => {
  it('a held delta is skipped: the cache never learns of it, until the next one tells', async () => {
    const { sideBar, panel, editor } = workbench;
    await panel.button('Start Playground').click();
    await sideBar.item('Playground').waitFor();
    await stands(/^Live/);
    await sideBar.expand('pods');
    await sideBar.expand('default');
    await run('Copy Playground Kubeconfig');
    await expect.poll(() => workbench.clipboard()).toContain('clusters:');
    api = KubeApi.of(await workbench.clipboard());
    await clear();
    await api.create(pods, pod('astray'));
    // Whatever the kubelet has to say has been said.
    await expect.poll(() => sideBar.item('astray').innerText()).toContain('Running');
    await set('Stage', { pick: 'Before a watch event' }, 'default/astray');
    await breakpoints.item('default/astray · watch.event').waitFor();
    await api.patch(`${pods}/astray`, { metadata: { labels: { skipped: 'yes' } } });
    await stands(/^Breakpoint “default\/astray · watch\.event” before watch\.event · v1\/pods default\/astray/);
    await run('Remove All Breakpoints');
    await panel.menu('More stepping', 'Skip Delta');
    await run('Continue Pipeline');
    await panel.find('kind:whatif.applied', /what if: lost here/);
    await workbench.screenshot('skipped');
    await sideBar.item('astray').click();
    await expect.poll(() => editor.text()).toContain('name: astray');
    await expect.poll(() => editor.text()).not.toContain('skipped');
    await api.patch(`${pods}/astray`, { metadata: { labels: { told: 'yes' } } });
    await expect.poll(() => editor.text()).toContain('told');
    await expect.poll(() => editor.text()).toContain('skipped');
  }, 300_000);
});

it('said nothing on the console that it should not have, and broke no content security policy', () => {
  expect(workbench.console.cspViolations).toEqual([]);
  expect(workbench.console.errors).toEqual([]);
});
