import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KubeApi } from '../kubeApi.ts';
import { pictureOnFailure } from '../pictureOnFailure.ts';
import { Workbench } from '../workbench.ts';

/** A person's own reconciler, from the empty folder to the debugger, on the packaged extension and its playground. */
let workbench: Workbench;
let api: KubeApi;
pictureOnFailure(() => workbench);

const command = (title: string): string => `Informer Inspector: ${title}`;
const configMaps = '/api/v1/namespaces/default/configmaps';

beforeAll(async () => {
  workbench = await Workbench.open({
    name: 'reconciler',
    vsix: process.env['VSIX']!,
    settings: { 'informerInspector.playground.churn': 'off' },
    env: { KUBECONFIG: '/nowhere/kubeconfig' },
  });
});
afterAll(() => workbench?.close());

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
    await quickInput.input.fill('Not a name');
    await expect.poll(() => quickInput.widget.innerText()).toMatch(/lower case letters/);
    await workbench.screenshot('new-name');
    await quickInput.input.fill('label-keeper');
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
