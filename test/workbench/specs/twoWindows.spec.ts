import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ControlPlane, startControlPlane } from '../../cluster/apiServer.ts';
import { describeCluster } from '../../cluster/whenControlPlane.ts';
import { KubeApi, pod } from '../kubeApi.ts';
import { pictureOnFailure } from '../pictureOnFailure.ts';
import { startInformer } from '../startInformer.ts';
import { Workbench } from '../workbench.ts';

/** Two windows of one VS Code, of the same person and folder, on one cluster: each has its own informers, and what is done in one is not done in the other. */
describeCluster('two windows on one cluster', () => {
  let plane: ControlPlane;
  let api: KubeApi;
  let one: Workbench;
  let other: Workbench;
  pictureOnFailure(() => one);
  pictureOnFailure(() => (other?.page.isClosed() ? undefined : other));
  const pods = '/api/v1/namespaces/default/pods';

  beforeAll(async () => {
    plane = await startControlPlane();
    api = await KubeApi.from(plane.kubeconfig);
    await api.create(pods, pod('first'));
    one = await Workbench.open({ name: 'two-windows-one', vsix: process.env['VSIX']!, settings: { 'informerInspector.playground.churn': 'off' }, env: { KUBECONFIG: plane.kubeconfig } });
    other = await one.openAnother('two-windows-other');
  });
  afterAll(async () => {
    await one?.close();
    await plane?.stop();
  });

  const described = (window: Workbench, row: string): Promise<string> => window.sideBar.item(row).innerText();

  it('each has an extension host of its own', async () => {
    // A window is there before its extension host is.
    await expect.poll(() => one.server.processes('--type=extensionHost')).toHaveLength(2);
  });

  it('both see what there is, and the same changes', async () => {
    for (const window of [one, other]) {
      await window.sideBar.open('Informers');
      await startInformer(window, 'pods');
      await expect.poll(() => described(window, 'pods')).toMatch(/synced/);
      await window.sideBar.expand('pods');
      await window.sideBar.expand('default');
      await window.sideBar.item('first').waitFor();
    }
    await api.create(pods, pod('seen-by-both'));
    for (const window of [one, other]) await window.sideBar.item('seen-by-both').waitFor();
    await one.screenshot('both-see');
    await other.screenshot('both-see');
  });

  it('what one holds, the other has', async () => {
    await one.runCommand('Informer Inspector: Pause Pipeline');
    await expect.poll(() => described(one, 'admin')).toMatch(/paused/);
    await api.create(pods, pod('held-in-one'));
    await other.sideBar.item('held-in-one').waitFor();
    await expect.poll(() => described(other, 'admin')).not.toMatch(/paused/);
    await expect.poll(() => one.sideBar.item('held-in-one').count()).toBe(0);
    await one.screenshot('held');
    // Steps in one are no steps of the other, which holds something else.
    await other.runCommand('Informer Inspector: Pause Pipeline');
    await expect.poll(() => described(other, 'admin')).toMatch(/paused/);
    await api.create(pods, pod('held-in-both'));
    await one.runCommand('Informer Inspector: Continue Pipeline');
    for (const name of ['held-in-one', 'held-in-both']) await one.sideBar.item(name).waitFor();
    await expect.poll(() => described(other, 'admin')).toMatch(/paused/);
    await expect.poll(() => other.sideBar.item('held-in-both').count()).toBe(0);
    await other.runCommand('Informer Inspector: Continue Pipeline');
    await other.sideBar.item('held-in-both').waitFor();
  });

  it('where one breaks, the other does not', async () => {
    await one.sideBar.contextMenu('first', 'Add Breakpoint...');
    await one.runCommand('Informer Inspector: Show Breakpoints');
    await one.sideBar.item(/first/).nth(1).waitFor();
    const { metadata } = (await api.patch(`${pods}/first`, { metadata: { labels: { changed: 'yes' } } })) as { metadata: { resourceVersion: string } };
    await expect.poll(() => described(one, 'admin')).toMatch(/paused/);
    await other.runCommand('Informer Inspector: Open Panel');
    await other.panel.find(`store.update ${metadata.resourceVersion}`, /Indexer, update, default\/first/);
    await expect.poll(() => described(other, 'admin')).not.toMatch(/paused/);
    await one.screenshot('breaks');
    await one.runCommand('Informer Inspector: Remove All Breakpoints');
    await one.runCommand('Informer Inspector: Continue Pipeline');
    await expect.poll(() => described(one, 'admin')).not.toMatch(/paused/);
  });

  it('what one stops, goes on in the other', async () => {
    await one.sideBar.contextMenu('pods', 'Stop Informer');
    await one.sideBar.item('pods').waitFor({ state: 'detached' });
    await api.create(pods, pod('after-stop'));
    await other.sideBar.item('after-stop').waitFor();
    await expect.poll(() => described(other, 'pods')).toMatch(/synced/);
    await one.runCommand('Informer Inspector: Disconnect from Cluster');
    await one.sideBar.item('admin').waitFor({ state: 'detached' });
    await api.create(pods, pod('after-disconnect'));
    await other.sideBar.item('after-disconnect').waitFor();
  });

  it('what one keeps in mind is not undone by what the other does', async () => {
    await other.sideBar.contextMenu('first', 'Add Breakpoint...');
    await other.runCommand('Informer Inspector: Show Breakpoints');
    await other.sideBar.item(/^default\/first/).waitFor();
    await startInformer(one, 'services');
    await expect.poll(() => described(one, 'services')).toMatch(/synced/);
    await other.reload();
    await other.runCommand('Informer Inspector: Show Breakpoints');
    await other.sideBar.item(/^default\/first/).waitFor();
    await other.screenshot('kept');
    await other.runCommand('Informer Inspector: Remove All Breakpoints');
  });

  describe('the playground', () => {
    it('is one for each window, which sees its own changes', async () => {
      for (const window of [one, other]) {
        await window.runCommand('Informer Inspector: Start Playground');
        await window.sideBar.item('Playground').waitFor();
      }
      await expect.poll(() => one.server.processes('dist/playground.js')).toHaveLength(2);
    });

    it('of one goes on when that of the other is stopped', async () => {
      const before = await one.server.processes('dist/playground.js');
      await other.runCommand('Informer Inspector: Stop Playground');
      await other.notifications.answerDialog('Stop Playground');
      await other.sideBar.item('Playground').waitFor({ state: 'detached' });
      await expect.poll(() => one.server.processes('dist/playground.js'), { timeout: 30_000 }).toHaveLength(1);
      expect(before).toContain((await one.server.processes('dist/playground.js'))[0]);
      await expect.poll(() => one.sideBar.item('Playground').innerText()).not.toMatch(/refused|failed/);
    });

    it('of one goes on when the other window is closed, whose own ends with it', async () => {
      const [mine] = await one.server.processes('dist/playground.js');
      await other.runCommand('Informer Inspector: Start Playground');
      await other.sideBar.item('Playground').waitFor();
      await expect.poll(() => one.server.processes('dist/playground.js')).toHaveLength(2);
      await other.close();
      await expect.poll(() => one.server.processes('dist/playground.js'), { timeout: 120_000, interval: 500 }).toEqual([mine]);
      await expect.poll(() => one.sideBar.item('deployments').innerText()).toMatch(/synced/);
      await one.screenshot('other-closed');
    });
  });

  it('said nothing on the console that they should not have', () => {
    for (const { console: heard } of [one, other]) {
      expect(heard.cspViolations).toEqual([]);
      expect(heard.errors).toEqual([]);
    }
  });
});
