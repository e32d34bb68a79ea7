import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BreakpointsView } from '../pages/breakpointsView.ts';
import { type KubeApi, pod } from '../kubeApi.ts';
import { pictureOnFailure } from '../pictureOnFailure.ts';
import { playgroundApi } from '../playgroundApi.ts';
import { startInformer } from '../startInformer.ts';
import { startPlayground } from '../startPlayground.ts';
import { Workbench } from '../workbench.ts';

/** From the palette alone, on one playground: the commands that no other story drives by their name. Each asks for what it lacks, and what comes of it is seen elsewhere. */
let workbench: Workbench;
let api: KubeApi;
let kubeconfig: string;
let breakpoints: BreakpointsView;
pictureOnFailure(() => workbench);

const pods = '/api/v1/namespaces/default/pods';
const web = '/apis/apps/v1/namespaces/default/deployments/web';
const run = (title: string, ...answers: readonly string[]): Promise<void> => workbench.runCommand(`Informer Inspector: ${title}`, ...answers);
const status = (): Promise<string> => workbench.panel.status.innerText();
const stands = (text: RegExp): Promise<void> => expect.poll(status).toMatch(text);
const touch = (how: string): Promise<unknown> => api.patch(web, { metadata: { annotations: { touched: how } } });

/** What an input box proposes, once it is there; it is dismissed. */
async function proposed(title: string): Promise<string> {
  const { quickInput } = workbench;
  await quickInput.title.filter({ hasText: title }).waitFor();
  const value = await quickInput.input.inputValue();
  await quickInput.dismiss();
  return value;
}

beforeAll(async () => {
  workbench = await Workbench.open({
    name: 'commands',
    vsix: process.env['VSIX']!,
    settings: { 'informerInspector.playground.churn': 'off' },
    env: { KUBECONFIG: '/nowhere/kubeconfig' },
  });
  breakpoints = new BreakpointsView(workbench.sideBar);
  await workbench.sideBar.open('Informers');
  await startPlayground(workbench, 'pods', 'default');
  await workbench.panel.status.filter({ hasText: /^Live/ }).waitFor();
  ({ api, kubeconfig } = await playgroundApi(workbench));
});
afterAll(() => workbench?.close());

describe('inside of the playground', () => {
  it('Set Commit Latency... proposes what holds now', async () => {
    await run('Set Commit Latency...');
    await workbench.quickInput.say('Set Commit Latency', '25');
    await workbench.quickInput.widget.waitFor({ state: 'hidden' });
    await run('Set Commit Latency...');
    await expect(proposed('Set Commit Latency')).resolves.toBe('25');
    await run('Set Commit Latency...');
    await workbench.quickInput.say('Set Commit Latency', '0');
  });

  it('Set Request Limits... asks for both, and refuses to let nobody in', async () => {
    const { quickInput } = workbench;
    await run('Set Request Limits...');
    await quickInput.say(/Set Request Limits .*1\/2/, '0');
    await quickInput.say(/Set Request Limits .*2\/2/, '0');
    await quickInput.widget.getByText('Both limits cannot be 0: nobody would be let in.').waitFor();
    await quickInput.dismiss();
    await run('Set Request Limits...');
    await quickInput.say(/Set Request Limits .*1\/2/, '399');
    await quickInput.say(/Set Request Limits .*2\/2/, '199');
    await quickInput.widget.waitFor({ state: 'hidden' });
    await run('Set Request Limits...');
    await expect(proposed('Set Request Limits')).resolves.toBe('399');
  });

  it('Set Audit Policy... has requests audited from now on', async () => {
    await run('Set Audit Policy...', 'Metadata');
    await workbench.page.locator('.statusbar').getByText('Audit policy: 1 rule').waitFor();
    await run('Set Audit Policy...', 'None');
    await workbench.page.locator('.statusbar').getByText('Nothing is audited any more').waitFor();
  });

  it('Disconnect Simulated Controller... and Reconnect Simulated Controller... offer what they can be done to', async () => {
    const { quickInput, page } = workbench;
    await run('Disconnect Simulated Controller...', 'scheduler');
    await run('Reconnect Simulated Controller...', 'scheduler');
    await run('Reconnect Simulated Controller...');
    // One stands by for the controller that a reconciler takes the place of; the scheduler is connected again.
    await quickInput.row('deployment-status').waitFor();
    await expect.poll(() => quickInput.row('scheduler').count()).toBe(0);
    await page.keyboard.press('Escape');
  });
});

describe('stepping', () => {
  it('Step Over Stage and Step Out of Pipeline take an item on', async () => {
    await run('Pause Pipeline');
    await stands(/^Paused/);
    await touch('over');
    await stands(/^Paused before queue\.pop · apps\/v1\/deployments default\/web/);
    await run('Step Over Stage');
    await stands(/^Stepped to handler\.call · apps\/v1\/deployments default\/web/);
    await run('Step Out of Pipeline');
    await stands(/^Stepped out: the item has left the pipeline/);
    await run('Continue Pipeline');
    await stands(/^Live/);
  });

  it('Set Slow Motion... holds each gate for a while', async () => {
    await run('Set Slow Motion...', '0.2 s at each gate');
    await stands(/^Live in slow motion/);
    await run('Set Slow Motion...', 'Full speed');
    await expect.poll(status).toBe('Live');
  });

  it('Delay Delta... is done to the next event, and in the trace as the cause of what comes of it', async () => {
    await run('Delay Delta...', '1 s', 'v1/pods');
    // It is known to the host: what comes now is what it is done to.
    await workbench.page.locator('.statusbar').getByText('Delay Delta: the next ').waitFor();
    await api.create(pods, pod('what-if-delay'));
    await workbench.panel.find('kind:whatif.applied key:default/what-if-delay', /what if/i);
    await workbench.sideBar.item('what-if-delay').waitFor();
  });

  it('Reorder Deltas has the event that is held change places with the one behind it', async () => {
    const { quickInput, panel, sideBar } = workbench;
    await run('Add Breakpoint...', 'Stage');
    await quickInput.answer(/2\/3/, 'Before a watch event');
    await quickInput.answer(/3\/3/, 'default/what-if-*');
    await sideBar.item('default/what-if-* · watch.event').waitFor();
    await api.create(pods, pod('what-if-reorder'));
    await stands(/^Breakpoint “.+” before watch\.event · v1\/pods default\/what-if-reorder/);
    await api.patch(`${pods}/what-if-reorder`, { metadata: { labels: { changed: 'yes' } } });
    await panel.filter('kind:apiserver.sent key:default/what-if-reorder');
    await expect.poll(() => panel.row(/what-if-reorder/).count()).toBeGreaterThan(1);
    await panel.filter('');
    await run('Remove All Breakpoints');
    await run('Reorder Deltas', 'v1/pods');
    // It is the first of what the next read brings: only what comes with another can change places with it.
    await run('Continue Pipeline');
    await panel.find('kind:whatif.applied key:default/what-if-reorder', /what if/i);
    await sideBar.item('what-if-reorder').waitFor();
    await stands(/^Live/);
  });
});

describe('breakpoints', () => {
  it('Edit Breakpoint Condition..., Edit Breakpoint Log Message... and both switches change the one there is', async () => {
    const { quickInput } = workbench;
    await run('Add Breakpoint...', 'Key');
    await quickInput.answer(/2\/3/, 'default/what-if-*');
    await quickInput.widget.waitFor({ state: 'hidden' });
    await run('Show Breakpoints');
    await breakpoints.item('default/what-if-*').waitFor();
    await run('Edit Breakpoint Condition...');
    await quickInput.say('Edit Condition', "delta == 'Deleted'");
    await expect.poll(() => breakpoints.description('default/what-if-*').innerText()).toContain("delta == 'Deleted'");
    await run('Edit Breakpoint Log Message...');
    await quickInput.say('Edit Log Message', 'gone: {key}');
    await breakpoints.item(/^log: gone: \{key\}/).waitFor();
    await run('Enable or Disable Breakpoint');
    await expect.poll(() => breakpoints.isEnabled(/^log: gone/)).toBe(false);
    await run('Enable or Disable All Breakpoints');
    await expect.poll(() => breakpoints.isEnabled(/^log: gone/)).toBe(true);
    await workbench.screenshot('breakpoint-edited');
    await run('Remove All Breakpoints');
  });
});

describe('a reconciler', () => {
  it('Open Reconciler Source and Restart Reconciler mean the one that runs', { timeout: 300_000 }, async () => {
    const { panel, editor, sideBar } = workbench;
    await run('Run Sample Reconciler...', 'Deployment Rollout');
    await sideBar.item(/rollout/).waitFor();
    await panel.find('kind:reconcile.end key:default/web', /Reconcile, end, default\/web/);
    await run('Open Reconciler Source');
    await expect.poll(() => editor.text()).toContain('reconcile');
    await editor.tab(/Informer Inspector/).click();
    await panel.filter('kind:reconcile.start key:default/web');
    const starts = (): Promise<number> => panel.row(/Reconcile, start, default\/web/).count();
    const before = await starts();
    await run('Restart Reconciler');
    await expect.poll(starts).toBeGreaterThan(before);
    await panel.filter('');
  });

  it('Show Held Write compares a write that is held, and Show Last Write one that is over', async () => {
    const { quickInput, editor } = workbench;
    await run('Add Breakpoint...', 'Stage');
    await quickInput.answer(/2\/3/, 'Before a write');
    await quickInput.answer(/3\/3/, 'default/web');
    await quickInput.widget.waitFor({ state: 'hidden' });
    const { spec } = (await api.get(web)) as { spec: { template: { spec: { containers: { name: string }[] } } } };
    await api.patch(web, { spec: { template: { spec: { containers: [{ name: spec.template.spec.containers[0]!.name, image: 'nginx:1.27' }] } } } });
    await stands(/^Breakpoint “.+” before reconcile\.write/);
    await run('Show Held Write');
    await editor.tab(/cache ↔ held/).waitFor();
    await workbench.screenshot('held-write');
    await run('Remove All Breakpoints');
    await run('Continue Pipeline');
    await run('Show Last Write');
    await quickInput.title.filter({ hasText: 'Show Last Write' }).waitFor();
    await quickInput.widget.locator('.monaco-list-row').first().waitFor();
    await quickInput.input.press('Enter');
    await editor.tab(/cache ↔ \w+ #\d+/).waitFor();
    await editor.tab(/Informer Inspector/).click();
    await stands(/^Live/);
    await run('Stop Reconciler');
  }, 300_000);
});

describe('caches and Secrets', () => {
  it('Relist Informer lists anew', async () => {
    await run('Relist Informer', 'v1/pods');
    await workbench.panel.find('kind:reflector.relist', /Reflector, relist/);
  });

  it('Copy Secret Value... asks for the Secret and its value, and copies nothing else', async () => {
    const { sideBar } = workbench;
    await api.create('/api/v1/namespaces/default/secrets', { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'to-copy' }, data: { password: Buffer.from('plain text').toString('base64') } });
    await startInformer(workbench, 'secrets', 'default');
    await expect.poll(() => sideBar.item('secrets').innerText()).toMatch(/synced/);
    await run('Copy Secret Value...', 'default/to-copy', 'password');
    await expect.poll(() => workbench.clipboard()).toBe('plain text');
  });

  it('Copy Secret Value... copies bytes that are no text as base64, and says so', async () => {
    const { page, panel } = workbench;
    const value = Buffer.from([0xff, 0xfe, 0, 1]).toString('base64');
    await api.create('/api/v1/namespaces/default/secrets', { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'bytes-to-copy' }, data: { keystore: value } });
    await panel.find('kind:store.add key:default/bytes-to-copy', /Indexer, add, default\/bytes-to-copy/);
    // What the status bar says goes by itself, so it is looked for from the beginning.
    const said = page.locator('.statusbar-item').filter({ hasText: /keystore of .*copied as base64, since it is no text/ }).waitFor();
    await Promise.all([said, run('Copy Secret Value...', 'default/bytes-to-copy', 'keystore')]);
    await expect.poll(() => workbench.clipboard()).toBe(value);
  });
});

describe('scenarios', () => {
  it('Run Scenario... begins one, and Stop Scenario takes back what it did', async () => {
    const { panel, quickInput } = workbench;
    await run('Run Scenario...');
    await quickInput.answer('Run Scenario', '9. The whole chain of one change');
    const state = panel.frame.locator('[data-page=scenario] .scenario-state');
    await state.filter({ hasText: /waits for you/ }).waitFor({ timeout: 120_000 });
    await run('Stop Scenario');
    await state.filter({ hasText: 'Stopped; everything was taken back' }).waitFor({ timeout: 60_000 });
  }, 240_000);
});

describe('when something goes wrong', () => {
  it('Show Log shows the log', async () => {
    await run('Show Log');
    await expect.poll(() => workbench.output.text()).toContain('[info]');
  });

  it('Report a Problem... can be dismissed at its first step, and then nothing is there', async () => {
    const { quickInput, editor } = workbench;
    await run('Report a Problem...');
    await quickInput.title.filter({ hasText: 'Report a Problem' }).waitFor();
    await quickInput.dismiss();
    await expect.poll(() => editor.tab(/redacted-recording|What happened/).count()).toBe(0);
  });

  it('Report a Problem... shows everything, without a name of the cluster, and copies it when the person says so', async () => {
    const { quickInput, page, editor, notifications } = workbench;
    await run('Report a Problem...');
    await quickInput.title.filter({ hasText: 'Report a Problem' }).waitFor();
    await quickInput.tick('Recording');
    await workbench.screenshot('report-parts');
    await quickInput.widget.getByRole('button', { name: 'OK' }).click();
    const offer = notifications.toasts.filter({ hasText: 'Nothing has left this machine' });
    await offer.waitFor({ timeout: 60_000 });
    await editor.tab(/redacted-recording/).waitFor();
    await expect.poll(() => editor.text()).toContain('### Versions');
    await workbench.screenshot('report');
    // Its button is its own: no other document that a person writes has it.
    const button = page.locator('.editor-actions').getByRole('button', { name: 'Copy Report' });
    await button.waitFor();
    await workbench.runCommand('Create: New File...', 'Text File');
    await workbench.runCommand('Change Language Mode', 'Markdown');
    await page.locator('#status\\.editor\\.mode').filter({ hasText: 'Markdown' }).waitFor();
    await button.waitFor({ state: 'hidden' });
    await workbench.runCommand('View: Close Editor');
    await button.waitFor();
    // The notice goes by itself, while one reads: the command is there as long as the report.
    await run('Copy Report');
    await expect.poll(() => workbench.clipboard()).toContain('### Versions');
    const report = await workbench.clipboard();
    expect(report).toContain('- informerInspector.playground.churn: off');
    expect(report).toMatch(/- Source \(playground\): server v[\d.]+/);
    expect(report).toContain('### End of the log');
    expect(report).not.toMatch(/127\.0\.0\.1|kubeconfig'|what-if-delay|to-copy|plain text/);
    // There is no page for issues: none is offered.
    await workbench.runCommand('Notifications: Show Notifications');
    const kept = notifications.kept.filter({ hasText: 'Nothing has left this machine' });
    await expect.poll(() => kept.getByRole('button', { name: 'Open Issue Page' }).count()).toBe(0);
    await kept.getByRole('button', { name: 'Save Recording...' }).click();
    const file = path.join(workbench.server.folder, 'redacted-recording.ndjson');
    await quickInput.accept(file);
    await expect.poll(async () => (await readFile(file, 'utf8').catch(() => '')).split('\n').length).toBeGreaterThan(50);
    const text = await readFile(file, 'utf8');
    expect(text).not.toMatch(/what-if|to-copy|shop|kube-system|127\.0\.0\.1|<masked \d+ bytes>/);
    expect(text).toContain('"informer":"apps/v1/deployments"');
    await page.keyboard.press('Escape');
  }, 240_000);
});

describe('recordings and kubeconfigs', () => {
  it('Open Recording... opens the redacted recording like any other, and Replay Recording... plays it', async () => {
    const { quickInput, panel, editor } = workbench;
    await editor.closeAll();
    await workbench.page.getByRole('button', { name: "Don't Save" }).click({ timeout: 5000 }).catch(() => undefined);
    await run('Open Recording...');
    await quickInput.chooseFile('Open Recording', path.join(workbench.server.folder, 'redacted-recording.ndjson'));
    await editor.tab(/redacted-recording/).waitFor();
    await panel.find('kind:store.add', /Indexer, add, namespace-\d+\/name-\d+/);
    await run('Replay Recording...', 'As fast as the engine goes');
    await panel.frame.getByRole('tab', { name: 'Recording' }).click();
    await panel.frame.getByText(/^Replay: /).waitFor();
    await workbench.screenshot('redacted-replayed');
  });

  it('Choose Kubeconfig... takes a file, whose contexts are offered then', async () => {
    const { quickInput, page } = workbench;
    const chosen = path.join(workbench.server.folder, 'chosen.kubeconfig');
    await writeFile(chosen, (await readFile(kubeconfig, 'utf8')).replaceAll(/\bplayground\b(?=\s*$)/gm, 'chosen'));
    await run('Choose Kubeconfig...');
    await quickInput.chooseFile('Choose Kubeconfig', chosen);
    await quickInput.widget.waitFor({ state: 'hidden' });
    // The setting is heard of a moment later.
    const isOffered = async (): Promise<boolean> => {
      await run('Switch Context...');
      const isThere = await quickInput.row('chosen').waitFor({ timeout: 3000 }).then(() => true, () => false);
      await page.keyboard.press('Escape');
      return isThere;
    };
    await expect.poll(isOffered).toBe(true);
  });

  it('Open Settings shows those of this extension', async () => {
    await run('Open Settings');
    await workbench.page.locator('.settings-editor').getByText('How many requests a second a new connection').first().waitFor();
    await workbench.screenshot('settings');
  });
});

it('said nothing on the console that it should not have, and broke no content security policy', () => {
  expect(workbench.console.cspViolations).toEqual([]);
  // Contexts were asked for before the kubeconfig was there that was chosen for them.
  expect(workbench.console.errors.filter((error) => !error.startsWith('There is no kubeconfig at /nowhere/kubeconfig.'))).toEqual([]);
});
