import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KubeApi, pod } from '../kubeApi.ts';
import { Explorer } from '../pages/explorer.ts';
import { pictureOnFailure } from '../pictureOnFailure.ts';
import { playgroundApi } from '../playgroundApi.ts';
import { startPlayground } from '../startPlayground.ts';
import { Workbench } from '../workbench.ts';

/** From the playground to a file, and from the file to a replay with no cluster behind it, in one window, which is that of an untrusted workspace: nothing of a recording runs. */
let workbench: Workbench;
let api: KubeApi;
let file: string;
pictureOnFailure(() => workbench);

const pods = '/api/v1/namespaces/default/pods';

beforeAll(async () => {
  workbench = await Workbench.open({
    name: 'recording',
    vsix: process.env['VSIX']!,
    // Nothing happens there but what the tests do.
    settings: { 'security.workspace.trust.startupPrompt': 'never', 'informerInspector.playground.churn': 'off' },
    trusted: false,
    env: { KUBECONFIG: '/nowhere/kubeconfig' },
  });
  file = path.join(workbench.server.folder, 'playground.informertrace');
});
afterAll(() => workbench?.close());

const lines = async (): Promise<Record<string, unknown>[]> => (await readFile(file, 'utf8')).trimEnd().split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);

describe('a recording', () => {
  it('is exported from a session: header, entries and what the server sent', async () => {
    const { sideBar, panel } = workbench;
    await sideBar.open('Informers');
    await startPlayground(workbench);
    await expect.poll(() => sideBar.item('pods').innerText()).toMatch(/synced/);
    ({ api } = await playgroundApi(workbench));
    // Created, changed and deleted before anybody could pop it slowly.
    await api.create(pods, pod('short-lived'));
    await api.patch(`${pods}/short-lived`, { metadata: { labels: { changed: 'yes' } } });
    await api.delete(`${pods}/short-lived`);
    await panel.find('delete short-lived', /short-lived/);

    await workbench.runCommand('Informer Inspector: Export Recording...');
    await workbench.quickInput.accept(file);
    await expect.poll(async () => (await lines().catch(() => [])).length).toBeGreaterThan(10);
    const [header, ...rest] = await lines();
    expect(header).toMatchObject({ informerTrace: 1, producer: expect.stringMatching(/^Informer Inspector \d/), informers: expect.arrayContaining([expect.objectContaining({ name: 'v1/pods' })]) });
    const kinds = new Set(rest.map(({ kind }) => kind));
    for (const kind of ['input.list', 'input.watch', 'reflector.event', 'queue.pop', 'handler.add', 'store.delete']) expect(kinds).toContain(kind);
  });

  it('is opened by double click, with the playground gone, and shows its entries as they were', async () => {
    const { panel } = workbench;
    await workbench.runCommand('Informer Inspector: Stop Playground');
    await workbench.notifications.answerDialog('Stop Playground');
    await panel.frame.getByText(/has ended/).first().waitFor();
    await panel.tab.click({ button: 'middle' });
    await panel.tab.waitFor({ state: 'detached' });
    const explorer = new Explorer(workbench.page);
    await explorer.open();
    await explorer.file('playground.informertrace').dblclick();
    await workbench.editor.tab(/playground\.informertrace/).waitFor();
    await panel.frame.getByRole('tab', { name: 'Recording' }).click();
    await panel.frame.getByText('Shown as it was recorded').waitFor();
    await panel.find('short-lived store.delete', /short-lived/);
    await workbench.screenshot('opened');
  });

  it('is replayed with no cluster: held at Pop while what was recorded goes on, and one Step is one Pop', async () => {
    const { panel } = workbench;
    await panel.frame.getByRole('tab', { name: 'Recording' }).click();
    await panel.button('Replay, Paused').click();
    await panel.frame.getByText(/^Replay: /).waitFor();
    await panel.frame.getByText(/^Paused/).first().waitFor();
    await panel.frame.getByRole('tab', { name: 'Queues' }).click();
    // A deleted pod is told of twice, and a node may have taken this one by then.
    const deltas = async (): Promise<string> => (await panel.deltas('default/short-lived').allInnerTexts()).map((text) => /^\w+/.exec(text)?.[0]).join(' ');
    await expect.poll(deltas).toMatch(/^Added( Updated){2,} Deleted$/);
    await workbench.screenshot('held');
    const pops = async (): Promise<number> => {
      await panel.filter('kind:queue.pop');
      return panel.frame.getByRole('row', { name: /, pop, / }).count();
    };
    await expect.poll(() => pops()).toBe(0);
    await panel.button('Step').click();
    await expect.poll(pops).toBe(1);
    await panel.filter('');
    await panel.button('Continue').click();
    await expect.poll(() => panel.deltaQueue()).not.toContain('short-lived');
    await panel.find('short-lived store.', /short-lived/);
  });

  it('is run through the three queues, which part where the pod came and went before it was popped', async () => {
    const { panel } = workbench;
    await workbench.runCommand('Informer Inspector: Compare Queues...', 'It waits until the end');
    const counts = panel.frame.getByRole('table', { name: 'What each queue makes of the recording' });
    await counts.waitFor();
    await expect.poll(() => counts.getByRole('columnheader').allInnerTexts()).toEqual(['DeltaFIFO', 'RealFIFO', 'atomic']);
    await panel.frame.getByText('All three caches are the same at the end.').waitFor();
    await panel.frame.getByRole('combobox', { name: 'Where they part' }).click();
    await panel.frame.getByRole('option', { name: 'Pops' }).click();
    const partings = panel.frame.getByRole('table', { name: 'First step at which the queues part, by key' });
    const row = partings.getByRole('row', { name: /default\/short-lived/ });
    await row.waitFor();
    await expect.poll(() => row.getByRole('cell').allInnerTexts()).toEqual([expect.stringMatching(/^Added( Updated){2,} Deleted$/), 'Added', 'Added']);
    await workbench.screenshot('compared');
  });

  it('that is none is not opened, and it is said why', async () => {
    const broken = path.join(workbench.server.folder, 'broken.informertrace');
    await writeFile(broken, 'This is no recording.\n');
    const explorer = new Explorer(workbench.page);
    await explorer.open();
    await explorer.file('broken.informertrace').dblclick();
    await workbench.panel.frame.getByText(/broken\.informertrace is neither a recording nor what kubectl/).waitFor();
  });
});
