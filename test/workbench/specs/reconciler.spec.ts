import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KubeApi } from '../kubeApi.ts';
import { pictureOnFailure } from '../pictureOnFailure.ts';
import { themes, Workbench } from '../workbench.ts';

/** A person's own reconciler, from the empty folder to the debugger, on the packaged extension and its playground. */
let workbench: Workbench;
let api: KubeApi;
let folder: string;
pictureOnFailure(() => workbench);

const command = (title: string): string => `Informer Inspector: ${title}`;
const configMaps = '/api/v1/namespaces/default/configmaps';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'informer-inspector-reconciler-'));
  workbench = await Workbench.open({
    name: 'reconciler',
    vsix: process.env['VSIX']!,
    settings: { 'informerInspector.playground.churn': 'off' },
    // Not there yet.
    env: { KUBECONFIG: kubeconfig() },
  });
});
afterAll(async () => {
  await workbench?.close();
  await rm(folder, { recursive: true, force: true });
});

function kubeconfig(): string {
  return path.join(folder, 'config');
}

function ownFile(): string {
  return path.join(workbench.server.folder, 'reconcilers', 'label-keeper.ts');
}

/** The row of the controller, as a screen reader says it. */
function row() {
  return workbench.sideBar.item('label-keeper');
}

/** The number of the line of a file that has this text. */
async function lineWith(text: string): Promise<number> {
  const lines = (await readFile(ownFile(), 'utf8')).split('\n');
  const index = lines.findIndex((line) => line.includes(text));
  expect(index, text).toBeGreaterThanOrEqual(0);
  return index + 1;
}

describe('a new reconciler', () => {
  it('is offered while there is none', async () => {
    const { sideBar } = workbench;
    await sideBar.open('Informers');
    await sideBar.link('New Reconciler...').first().waitFor();
    await sideBar.link('Run Reconciler...').first().waitFor();
    await sideBar.content.getByRole('button', { name: 'Run Sample Reconciler...', exact: true }).waitFor();
    await workbench.screenshot('welcome');
  });

  it('is written to the workspace with its types beside it, and has no error in the editor', async () => {
    const { quickInput, editor, page } = workbench;
    await workbench.runCommand(command('New Reconciler...'), 'TypeScript');
    await quickInput.fill('New Reconciler (2/3)', 'Not a name');
    await expect.poll(() => quickInput.widget.innerText()).toMatch(/lower case letters/);
    await workbench.screenshot('new-name');
    await quickInput.fill('New Reconciler (2/3)', 'label-keeper');
    await page.keyboard.press('Enter');
    await quickInput.row('apps/v1/deployments').waitFor();
    await workbench.screenshot('new-resource');
    await quickInput.row('apps/v1/deployments').click();
    await editor.tab(/label-keeper\.ts/).waitFor();
    await expect.poll(() => editor.text()).toContain("name: 'label-keeper'");
    expect(existsSync(path.join(path.dirname(ownFile()), 'informer-inspector.d.ts'))).toBe(true);
    await workbench.screenshot('scaffold');
  });
});

describe('its file', () => {
  it('is known to the editor by the contract: what is wrong is underlined, and what is right is not', async () => {
    const { editor, page } = workbench;
    const wrong = page.locator('.editor-group-container.active .squiggly-error');
    await editor.goTo(await lineWith("ctx.log("));
    await page.keyboard.type(' ctx.nothing;');
    await wrong.first().waitFor({ timeout: 60_000 });
    await page.keyboard.press('Shift+Home');
    await page.keyboard.type('ctx.log(`wrote ${namespace}/${name}`);');
    await expect.poll(() => wrong.count()).toBe(0);
    await editor.save();
  });

  it('runs on the playground: its keys, and what it wrote for each, are in the tree', async () => {
    const { sideBar } = workbench;
    await workbench.runCommand(command('Start Playground'));
    await sideBar.item('Playground').waitFor();
    const file = path.join(workbench.server.folder, 'playground.kubeconfig');
    await workbench.runCommand(command('Save Playground Kubeconfig...'));
    await workbench.quickInput.accept(file);
    await expect.poll(() => existsSync(file)).toBe(true);
    api = await KubeApi.from(file);
    await workbench.editor.tab(/label-keeper\.ts/).click();
    await workbench.runCommand(command('Run Reconciler...'));
    await expect.poll(() => row().innerText()).toMatch(/running · writes · \d+ keys? · Playground/);
    await expect.poll(async () => (await api.list(configMaps)).map(({ metadata }) => metadata.name)).toContain('web-label-keeper');
    await sideBar.expand('label-keeper');
    await expect.poll(() => sideBar.item('default/web').innerText()).toMatch(/done/);
    await sideBar.expand('default/web');
    await expect.poll(() => sideBar.item('create web-label-keeper').innerText()).toMatch(/201/);
    await workbench.screenshot('running');
  });

  it('shows a write as a comparison', async () => {
    const { sideBar, editor } = workbench;
    await sideBar.item('create web-label-keeper').click();
    await expect.poll(async () => (await editor.sides())[1]).toContain('made-by: label-keeper');
    expect((await editor.sides())[0].trim()).toBe('');
    await workbench.screenshot('last-write');
  });

  it('says in its output what it logs', async () => {
    await workbench.runCommand(command('Show Reconciler Output'));
    await expect.poll(() => workbench.output.text()).toMatch(/default\/web: wrote default\/web-label-keeper/);
    // Its place is a link into the file.
    const line = await lineWith('ctx.log(');
    await workbench.editor.tab(/cache ↔ create/).click();
    await workbench.output.link(`label-keeper.ts:${line}:`).first().click({ modifiers: ['ControlOrMeta'] });
    await workbench.editor.tab(/label-keeper\.ts/).and(workbench.page.locator('[aria-selected="true"]')).waitFor();
    await workbench.screenshot('output');
  });

  it('has a run that changes nothing when a settled key is run again', async () => {
    await workbench.sideBar.contextMenu('default/web', 'Check Idempotency...');
    await expect.poll(() => workbench.notifications.texts()).toContainEqual('label-keeper is idempotent for default/web: another run wrote nothing.');
    await workbench.screenshot('idempotent');
  });

  it('has the object of a key opened', async () => {
    await workbench.sideBar.contextMenu('shop/cart', 'Open Object');
    await expect.poll(() => workbench.editor.text()).toMatch(/kind: Deployment[^]*name: cart/);
    await workbench.sideBar.contextMenu('shop/cart', 'Copy Key');
    await expect.poll(() => workbench.clipboard()).toBe('shop/cart');
  });

  it('shows its figures as Prometheus reads them', async () => {
    const { editor } = workbench;
    await workbench.runCommand(command('Show Controller Metrics'));
    await expect.poll(() => editor.text()).toMatch(/^controller_runtime_max_concurrent_reconciles\{controller="label-keeper"\} \d/m);
    await workbench.page.keyboard.press('ControlOrMeta+End');
    await expect.poll(() => editor.text()).toMatch(/^workqueue_\w+\{.*name="label-keeper"/m);
    await workbench.screenshot('metrics');
  });

  it('is run again when it is saved: what is broken is said with its line, and what is mended runs', async () => {
    const { sideBar, editor, notifications } = workbench;
    await editor.tab(/label-keeper\.ts/).click();
    const line = await lineWith('const wanted = ');
    await editor.goTo(line);
    await editor.typeAndSave(' const 1;');
    await expect.poll(() => row().innerText()).toMatch(/crashed: .*label-keeper\.ts/);
    await expect.poll(() => notifications.texts()).toContainEqual(expect.stringMatching(new RegExp(`label-keeper\\.ts.*is not valid TypeScript.*`)));
    await expect.poll(() => workbench.output.text()).toMatch(new RegExp(`crashed: .*label-keeper\\.ts:${line}`));
    await workbench.screenshot('broken');
    for (const _ of ' const 1;') await workbench.page.keyboard.press('Backspace');
    await editor.save();
    await expect.poll(() => row().innerText()).toMatch(/running · writes/);
    await sideBar.item('default/web').waitFor();
    await workbench.screenshot('mended');
  });

  it('costs its process, and nothing else, when it exits: it is said once, and restarted', async () => {
    const { editor, notifications, server, page } = workbench;
    const [before] = await workbench.processes('dist/reconciler.js');
    await editor.tab(/label-keeper\.ts/).click();
    await editor.goTo(await lineWith('gone, or going'));
    await page.keyboard.press('Enter');
    await editor.typeAndSave("if (object.metadata.labels?.['bad']) process.exit(3);");
    await expect.poll(async () => (await workbench.processes('dist/reconciler.js')).filter((pid) => pid !== before)).toHaveLength(1);
    await expect.poll(() => row().innerText()).toMatch(/running/);
    await api.patch('/apis/apps/v1/namespaces/default/deployments/web', { metadata: { labels: { bad: 'yes' } } });
    await expect.poll(() => row().innerText()).toMatch(/crashed: label-keeper ended itself by process\.exit\(3\) \(label-keeper\.ts:\d+\)/);
    await expect.poll(() => workbench.processes('dist/reconciler.js')).toEqual([]);
    const notice = notifications.toasts.filter({ hasText: 'process.exit(3)' });
    await notice.waitFor();
    await workbench.screenshot('exited');
    await api.patch('/apis/apps/v1/namespaces/default/deployments/web', { metadata: { labels: { bad: null } } });
    await notice.getByRole('button', { name: 'Restart' }).click();
    await expect.poll(() => row().innerText()).toMatch(/running/);
    await expect.poll(() => server.processes('--type=extensionHost')).toHaveLength(1);
  });
});

describe('a held write', () => {
  const deployment = '/apis/apps/v1/namespaces/default/deployments/web';
  const label = (value: string): Promise<unknown> => api.patch(deployment, { metadata: { labels: { tried: value } } });
  const labels = async (): Promise<string> => ((await api.get(`${configMaps}/web-label-keeper`)) as { readonly data: { readonly labels: string } }).data.labels;
  const key = () => workbench.sideBar.item('default/web').and(workbench.sideBar.content.locator('[aria-label^="key default/web"]'));
  const held = () => workbench.sideBar.item('patch web-label-keeper').filter({ hasText: 'held' });

  it('is the only thing that Pause holds when no other point is chosen', async () => {
    const { quickInput } = workbench;
    await workbench.runCommand(command('Choose Where Pause Holds...'));
    for (const point of ['queue.pop', 'workqueue.get']) await quickInput.tick(quickInput.widget.locator('.monaco-list-row').filter({ hasText: point }));
    await workbench.screenshot('points');
    await quickInput.widget.getByRole('button', { name: 'OK' }).click();
    await quickInput.widget.waitFor({ state: 'hidden' });
    await workbench.runCommand(command('Open Panel'));
    await workbench.panel.tab.waitFor();
    await workbench.panel.button('Pause').click();
    await workbench.panel.status.filter({ hasText: /Paused/ }).waitFor();
    await label('skipped');
    await expect.poll(() => key().innerText()).toMatch(/held before a write/);
    await workbench.sideBar.expand('default/web');
    await held().waitFor();
    await expect.poll(() => labels()).not.toContain('tried');
  });

  it('is compared with the cache and with the server before it is sent', async () => {
    const { editor } = workbench;
    await held().click();
    await editor.tab(/web-label-keeper: cache ↔ held patch/).waitFor();
    await editor.tab(/web-label-keeper: server ↔ held patch/).waitFor();
    await expect.poll(async () => (await editor.sides())[1]).toContain('tried=skipped');
    expect((await editor.sides())[0]).not.toContain('tried');
    await expect.poll(() => labels()).not.toContain('tried');
    await workbench.screenshot('held-write');
  });

  it('is skipped: its author believes that it was sent, and the stream says otherwise', async () => {
    await workbench.runCommand(command('Resolve Held Write...'), 'Skip');
    await held().waitFor({ state: 'detached' });
    await workbench.panel.tab.click();
    await workbench.panel.find('reconcile.write skipped', /Reconcile, write, default\/web, patch v1\/configmaps default\/web-label-keeper.*skipped/);
    await expect.poll(() => labels()).not.toContain('tried');
  });

  it('is failed with 409: the reconcile fails, and is tried again later', async () => {
    await label('failed');
    await held().waitFor();
    await workbench.runCommand(command('Resolve Held Write...'), 'Fail with Conflict (409)');
    await workbench.panel.tab.click();
    await workbench.panel.find('reconcile.write failed', /Reconcile, write, default\/web, .*409.*failed/);
    await workbench.panel.find('workqueue.ratelimited', /WorkQueue, .*default\/web.*1 failure/);
    // It is tried again, and comes to the gate once more.
    await held().waitFor();
    await workbench.screenshot('failed-409');
  });

  it('is let through from its row', async () => {
    await workbench.sideBar.contextMenu(held(), 'Resolve Held Write...');
    await workbench.quickInput.row('Let Through').click();
    await expect.poll(labels).toContain('tried=failed');
    await workbench.panel.tab.click();
    await workbench.panel.button('Continue').click();
    await expect.poll(() => key().innerText()).toMatch(/done/);
  });
});

describe('the debugger', () => {
  it('stops the reconciler at a line, while tree, queue and cache go on', async () => {
    const { editor, debug, sideBar } = workbench;
    await editor.tab(/label-keeper\.ts/).click();
    await editor.goTo(await lineWith('const wanted = '));
    await debug.toggleBreakpoint();
    await debug.breakpoints.first().waitFor();
    await workbench.runCommand(command('Debug Reconciler...'));
    await debug.stoppedLine.first().waitFor({ timeout: 60_000 });
    // In the person's own file, and not in a copy of what runs.
    await expect.poll(() => editor.tab(/label-keeper\.ts/).count()).toBe(1);
    await sideBar.open('Informers');
    await expect.poll(() => row().innerText()).toMatch(/running/);
    await sideBar.expand('label-keeper');
    await sideBar.content.locator('[aria-label^="key "]').filter({ hasText: 'processing' }).first().waitFor();
    await api.create(configMaps, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'while-it-stands', namespace: 'default' } });
    await sideBar.expand('configmaps');
    await sideBar.item('default').first().waitFor();
    await sideBar.expand('default');
    await sideBar.item('while-it-stands').waitFor();
    await expect.poll(() => debug.stoppedLine.count()).toBeGreaterThan(0);
    await workbench.screenshot('debugging');
  }, 180_000);

  it('takes the reconciler with it when it is stopped', async () => {
    const { debug } = workbench;
    await debug.button(/Disconnect|Stop/).first().click();
    await debug.toolbar.waitFor({ state: 'hidden' });
    await row().waitFor({ state: 'detached' });
    await expect.poll(() => workbench.processes('dist/reconciler.js')).toEqual([]);
  });

  it('ends when the reconciler is stopped', async () => {
    const { debug, editor } = workbench;
    await editor.tab(/label-keeper\.ts/).click();
    await workbench.runCommand(command('Debug Reconciler...'));
    await debug.stoppedLine.first().waitFor({ timeout: 60_000 });
    await workbench.runCommand(command('Stop Reconciler'));
    await debug.toolbar.waitFor({ state: 'hidden' });
    await row().waitFor({ state: 'detached' });
    await expect.poll(() => workbench.processes('dist/reconciler.js')).toEqual([]);
  }, 180_000);
});

describe('replicas', () => {
  it('are two of one reconciler: one leads, the other stands by, and leads when the first is killed', async () => {
    const { sideBar } = workbench;
    await workbench.runCommand(command('Run Sample Reconciler...'), 'Deployment Rollout');
    await expect.poll(() => sideBar.item('deployment-rollout').innerText()).toMatch(/running/);
    await workbench.runCommand(command('Run Second Replica'));
    await expect.poll(() => sideBar.item('deployment-rollout#1').innerText()).toMatch(/running/);
    await expect.poll(() => sideBar.item('deployment-rollout#2').innerText()).toMatch(/standby/);
    await workbench.screenshot('replicas');
    await sideBar.contextMenu('deployment-rollout#1', 'Kill Reconciler Process');
    await expect.poll(() => sideBar.item('deployment-rollout#1').innerText()).toMatch(/crashed: deployment-rollout was killed/);
    await expect.poll(() => sideBar.item('deployment-rollout#2').innerText(), { timeout: 60_000 }).toMatch(/running/);
    await workbench.screenshot('failed-over');
    for (const replica of ['deployment-rollout#1', 'deployment-rollout#2']) {
      await sideBar.contextMenu(replica, 'Stop Reconciler');
      await sideBar.item(replica).waitFor({ state: 'detached' });
    }
  }, 180_000);
});

describe('a sample', () => {
  it('is read before it is run: its source opens from the list, read-only and without an error', async () => {
    const { quickInput, editor, page } = workbench;
    await workbench.runCommand(command('Run Sample Reconciler...'));
    const sample = quickInput.row('Lost and Found');
    await sample.waitFor();
    await workbench.screenshot('samples');
    await sample.hover();
    await sample.getByRole('button', { name: 'Open Sample Source' }).click();
    await editor.tab(/lostAndFound\.ts/).waitFor();
    await expect.poll(() => editor.text()).toContain('Lost and found');
    await page.locator('.editor-group-container.active .monaco-editor .view-lines').last().click();
    await page.keyboard.type('scribble');
    await expect.poll(() => editor.text()).not.toContain('scribble');
    await page.keyboard.press('ControlOrMeta+End');
    await expect.poll(() => editor.text()).toContain('ctx.log');
    await expect.poll(() => page.locator('.editor-group-container.active .squiggly-error').count()).toBe(0);
    await workbench.screenshot('sample-source');
    await page.keyboard.press('Escape');
  });
});

describe('keys that fail', () => {
  it('say why, how often and when they are tried again', async () => {
    const { sideBar, editor, page } = workbench;
    await editor.tab(/label-keeper\.ts/).click();
    await editor.goTo(await lineWith('process.exit(3)'));
    await page.keyboard.press('Shift+Home');
    await editor.typeAndSave("if (object.metadata.labels?.['bad']) throw new Error('it is bad');");
    await workbench.runCommand(command('Run Reconciler...'));
    await expect.poll(() => row().innerText()).toMatch(/running · writes · \d+ keys/);
    await api.patch('/apis/apps/v1/namespaces/default/deployments/web', { metadata: { labels: { bad: 'yes' } } });
    await sideBar.expand('label-keeper');
    // The waits grow, so that the row is seen in one of them.
    await sideBar.content.getByRole('treeitem', { name: /^key default\/web, failing, retry \d+ in \d+ (s|min) · it is bad/ }).waitFor();
    await expect.poll(() => row().innerText()).toMatch(/1 failing/);
    // A row that is selected stays so while its own and others change.
    const cart = sideBar.content.getByRole('treeitem', { name: /^key shop\/cart/ });
    await cart.click();
    const before = await sideBar.item('default/web').innerText();
    await expect.poll(() => sideBar.item('default/web').innerText()).not.toBe(before);
    await api.patch('/apis/apps/v1/namespaces/shop/deployments/cart', { metadata: { annotations: { touched: 'yes' } } });
    await expect.poll(() => sideBar.item('default/web').innerText()).toMatch(/retry/);
    await expect.poll(() => cart.getAttribute('aria-selected')).toBe('true');
    await workbench.screenshot('failing');
  });

  it.each(themes)('can be told apart in %s', async (theme) => {
    await workbench.chooseTheme(theme);
    await workbench.screenshot(`theme-${theme.replaceAll(' ', '-')}`);
    await expect.poll(() => row().isVisible()).toBe(true);
  });

  it('are gone with their reconciler', async () => {
    await workbench.sideBar.contextMenu('label-keeper', 'Stop Reconciler');
    await row().waitFor({ state: 'detached' });
  });
});

describe('a context that looks like production', () => {
  it('is written to only when its name was typed, and a dry run asks for nothing', async () => {
    const { sideBar, quickInput, page } = workbench;
    const playground = await readFile(path.join(workbench.server.folder, 'playground.kubeconfig'), 'utf8');
    const { 'current-context': context } = parse(playground) as { readonly 'current-context': string };
    await writeFile(kubeconfig(), playground.replaceAll(context, 'eu-prod-1'));
    await workbench.runCommand(command('Switch Context...'), 'eu-prod-1');
    await sideBar.item('eu-prod-1').waitFor();
    await workbench.runCommand(command('Run Sample Reconciler...'), 'Deployment Rollout', 'eu-prod-1', 'All namespaces', 'Dry Run (server-side)');
    await expect.poll(() => sideBar.item('deployment-rollout').innerText()).toMatch(/running · dry run.*eu-prod-1/s);
    await workbench.runCommand(command('Stop Reconciler'));
    await sideBar.item('deployment-rollout').waitFor({ state: 'detached' });
    await workbench.runCommand(command('Run Sample Reconciler...'), 'Deployment Rollout', 'eu-prod-1', 'All namespaces', 'Write to eu-prod-1...');
    await quickInput.fill('Let deployment-rollout write to eu-prod-1?', 'eu-prod');
    await expect.poll(() => quickInput.widget.innerText()).toMatch(/looks like production.*apps\/v1\/replicasets.*all namespaces/s);
    await workbench.screenshot('production');
    await page.keyboard.press('Enter');
    await expect.poll(() => quickInput.widget.innerText()).toMatch(/not the name of the context/);
    await expect.poll(() => sideBar.item('deployment-rollout').count()).toBeLessThanOrEqual(1);
    await expect.poll(() => sideBar.part.innerText()).not.toMatch(/deployment-rollout\s+running/);
    await quickInput.type('eu-prod-1');
    await page.keyboard.press('Enter');
    await expect.poll(() => sideBar.item('deployment-rollout').innerText()).toMatch(/running · writes.*eu-prod-1/s);
  });
});

it('said nothing on the console that it should not have, and broke no content security policy', () => {
  expect(workbench.console.cspViolations).toEqual([]);
  // What a notification says of a crash VS Code repeats there.
  expect(workbench.console.errors.filter((text) => !text.startsWith('label-keeper'))).toEqual([]);
});
