import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { definitionsPath, gadget, gadgetDefinition, gadgets } from '../../support/customKinds.ts';
import { GuardedPlayground } from '../../support/guardedPlayground.ts';
import { StartInformerPick } from '../pages/startInformerPick.ts';
import { pictureOnFailure } from '../pictureOnFailure.ts';
import { startInformer } from '../startInformer.ts';
import { Workbench } from '../workbench.ts';

/** Somebody whose rights end at two namespaces, on a server that gets a new kind and loses it again. */
let workbench: Workbench;
let folder: string;
let server: GuardedPlayground;
let pick: StartInformerPick;
pictureOnFailure(() => workbench);

const both = ['list', 'watch'];
const teams = ['team-a', 'team-b'];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'informer-inspector-access-'));
  server = await GuardedPlayground.start([
    { verbs: both, resources: ['secrets'], namespaces: teams },
    { verbs: ['list', 'watch', 'get'], resources: ['configmaps', 'gadgets.example.com'] },
    { verbs: ['list'], resources: ['pods', 'namespaces'] },
    { verbs: ['watch'], resources: ['pods'], namespaces: ['team-b'] },
  ]);
  for (const name of [...teams, 'team-c']) await server.write('POST', '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  for (const team of teams) await server.write('POST', `/api/v1/namespaces/${team}/secrets`, { apiVersion: 'v1', kind: 'Secret', metadata: { name: `of-${team}` } });
  await writeFile(path.join(folder, 'config'), server.kubeconfig);
  workbench = await Workbench.open({ name: 'access', vsix: process.env['VSIX']!, env: { KUBECONFIG: path.join(folder, 'config') } });
  pick = new StartInformerPick(workbench);
  await workbench.sideBar.open('Informers');
});
afterAll(async () => {
  await workbench?.close();
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

const toast = (text: RegExp) => workbench.notifications.toasts.filter({ hasText: text });
const described = (row: string): Promise<string> => workbench.sideBar.item(row).first().innerText();

/** What a notification offers; a slow machine may have let its toast go. */
async function take(text: RegExp, offer: string): Promise<void> {
  await workbench.runCommand('Notifications: Show Notifications');
  await workbench.notifications.kept.filter({ hasText: text }).getByRole('button', { name: offer }).click();
}

async function openPick(resource?: string): Promise<void> {
  await pick.open();
  if (resource !== undefined) await workbench.quickInput.answer('Start Informer (1/3)', resource);
}

async function createKind(): Promise<void> {
  await server.write('POST', definitionsPath, gadgetDefinition());
  await expect.poll(() => server.playground.registry.find({ group: 'example.com', version: 'v1', resource: 'gadgets' })).toBeDefined();
}

describe('rights that end at a namespace', () => {
  it('a choice that is not allowed says so, and one that is allowed is meant instead', async () => {
    const { quickInput } = workbench;
    await openPick('secrets');
    await pick.at(2);
    await expect.poll(() => quickInput.row('All namespaces').innerText()).toContain('not allowed: list, watch');
    await expect.poll(() => quickInput.row('team-c').innerText()).toContain('not allowed: list');
    await expect.poll(() => quickInput.row('team-a').innerText()).not.toContain('not allowed');
    // The context's own namespace is no good either, and nobody has moved yet.
    await expect.poll(() => quickInput.widget.locator('.monaco-list-row.focused').innerText()).toMatch(/^team-a/);
    await workbench.screenshot('scopes');
    await quickInput.dismiss();
  });

  it('is not blocked: the informer says what is refused and where it is not, and starts there by a click', async () => {
    const { sideBar } = workbench;
    await startInformer(workbench, 'secrets');
    const sentence = /You may not list secrets in all namespaces; you may in: team-a, team-b\./;
    await toast(sentence).waitFor();
    await expect.poll(() => sideBar.part.innerText()).toMatch(sentence);
    await expect.poll(() => described('secrets')).toMatch(/forbidden/);
    // A tooltip keeps its words together by blanks of another kind.
    await sideBar.tooltip(sideBar.item('secrets'), /You\s+may\s+not\s+list\s+secrets\s+in\s+all\s+namespaces;\s+you\s+may\s+in:\s+team-a,\s+team-b\./);
    await workbench.screenshot('refused');
    await take(sentence, 'Start in team-a');
    await expect.poll(() => described('secrets')).toMatch(/1 · synced · team-a/);
    await expect.poll(() => sideBar.item('secrets').count()).toBe(1);
    await expect.poll(() => sideBar.part.innerText()).not.toMatch(sentence);
    await workbench.screenshot('started-elsewhere');
  });

  it('offers it first the next time, also one that was typed', async () => {
    const { quickInput, sideBar } = workbench;
    await openPick('secrets');
    await pick.at(2);
    await expect.poll(() => quickInput.row('team-a').innerText()).toContain('last choice');
    await expect.poll(() => quickInput.widget.locator('.monaco-list-row.focused').innerText()).toMatch(/^team-a/);
    await quickInput.type('team-unheard-of');
    await quickInput.row('Use namespace team-unheard-of').click();
    await quickInput.answer('(3/3)', 'Start');
    await toast(/You may not list secrets in the namespace team-unheard-of; you may in: team-a, team-b\./).waitFor();
    await take(/team-unheard-of/, 'Choose Namespace...');
    await quickInput.answer('Start in a Namespace Instead', 'team-b');
    await expect.poll(() => sideBar.part.innerText()).toMatch(/1 · synced · team-b/);
    await openPick('secrets');
    await pick.at(2);
    const rows = async (): Promise<string[]> => (await quickInput.widget.locator('.monaco-list-row .label-name').allInnerTexts()).slice(0, 5);
    await expect.poll(rows).toEqual(['All namespaces', 'Several Namespaces...', 'team-b', 'team-unheard-of', 'team-a']);
    await workbench.screenshot('remembered');
    await quickInput.dismiss();
  });

  it('names the verb where a list is allowed and its watch is not; the tree starts it elsewhere, too', async () => {
    const { sideBar, quickInput } = workbench;
    await startInformer(workbench, 'pods');
    const sentence = /You may list pods in all namespaces, but not watch them there; you may in: team-b\./;
    await toast(sentence).waitFor();
    await workbench.screenshot('list-without-watch');
    await expect.poll(() => described('pods')).toMatch(/forbidden/);
    await sideBar.contextMenu('pods', 'Start in a Namespace Instead...');
    await quickInput.title.filter({ hasText: 'Start in a Namespace Instead' }).waitFor();
    await quickInput.dismiss();
    // From the palette it is the one informer that is refused, whatever else runs.
    await workbench.runCommand('Informer Inspector: Start in a Namespace Instead...', 'team-b');
    await expect.poll(() => described('pods')).toMatch(/0 · .*synced/);
    expect(await quickInput.offered('Start in a Namespace')).not.toContain('Informer Inspector: Start in a Namespace Instead...');
  });
});

describe('a report of an informer that is refused', () => {
  it('says that it was refused and with which code, and neither who asked nor for what', async () => {
    const { quickInput, editor } = workbench;
    await startInformer(workbench, 'configmaps', 'team-c');
    await expect.poll(() => described('configmaps')).toMatch(/synced/);
    server.grants = server.grants.map((grant) => (grant.resources.includes('configmaps') ? { ...grant, resources: ['gadgets.example.com'] } : grant));
    await workbench.sideBar.contextMenu('configmaps', 'Relist Informer');
    await expect.poll(() => described('configmaps')).toMatch(/forbidden/);
    await workbench.runCommand('Informer Inspector: Report a Problem...');
    await quickInput.title.filter({ hasText: 'Report a Problem' }).waitFor();
    await quickInput.tick('Recording');
    await quickInput.widget.getByRole('button', { name: 'OK' }).click();
    await editor.tab(/redacted-recording/).waitFor();
    await expect.poll(() => editor.text()).toContain('### Versions');
    await workbench.screenshot('report-of-refused');
    await workbench.runCommand('Informer Inspector: Copy Report');
    await expect.poll(() => workbench.clipboard()).toMatch(/### End of the log[^]*forbidden/i);
    const report = await workbench.clipboard();
    expect(report).toMatch(/- Source \(context\): server v/);
    await editor.tab(/redacted-recording/).click();
    await workbench.runCommand('Select All');
    await workbench.runCommand('Copy');
    await expect.poll(() => workbench.clipboard()).toMatch(/"kind":"reflector\.error"[^\n]*403/);
    const recording = await workbench.clipboard();
    for (const text of [report, recording]) expect(text).not.toMatch(/jane|team-[abc]|127\.0\.0\.1|of-team/);
    await editor.closeAll();
    await workbench.page.getByRole('button', { name: "Don't Save" }).click();
  });
});

describe('a kind that is created and removed', () => {
  it('appears while the choice is open, and keeps what is active', async () => {
    const { quickInput } = workbench;
    await openPick();
    await quickInput.row('configmaps').waitFor();
    await expect.poll(() => quickInput.row('gadgets').count()).toBe(0);
    await quickInput.input.press('ArrowDown');
    await quickInput.input.press('ArrowDown');
    const before = await pick.active();
    await createKind();
    await server.write('POST', gadgets, gadget('first'));
    await quickInput.row('gadgets').waitFor({ timeout: 60_000 });
    await expect.poll(() => pick.active()).toBe(before);
    await workbench.screenshot('kind-appeared');
    await quickInput.answer('Start Informer (1/3)', 'gadgets');
    await quickInput.answer('Start Informer (2/3)', 'All namespaces');
    await quickInput.answer('Start Informer (3/3)', 'Start');
    await expect.poll(() => described('gadgets')).toMatch(/1 · .*synced/);
  });

  it('says that it is not served when it goes, is out of the choice, and comes back by itself', async () => {
    const { quickInput } = workbench;
    await server.write('DELETE', `${definitionsPath}/gadgets.example.com`);
    await expect.poll(() => described('gadgets')).toMatch(/no longer served/);
    await workbench.screenshot('kind-gone');
    await openPick();
    await quickInput.row('configmaps').waitFor();
    await expect.poll(() => quickInput.row('gadgets').count()).toBe(0);
    await quickInput.dismiss();
    await createKind();
    await server.write('POST', gadgets, gadget('first'));
    await server.write('POST', gadgets, gadget('second'));
    await expect.poll(() => described('gadgets'), { timeout: 90_000 }).toMatch(/2 · .*synced/);
    await workbench.screenshot('kind-back');
  });
});

describe('an API behind the API server that is down', () => {
  it('is named in the choice with the reason, hides nothing else, and is asked again by a click', async () => {
    const { quickInput, sideBar } = workbench;
    server.brokenGroup = 'metrics.example.com';
    await openPick();
    const broken = quickInput.row('metrics.example.com/v1beta1');
    await broken.waitFor({ timeout: 60_000 });
    await expect.poll(() => broken.innerText()).toContain('503 ServiceUnavailable');
    await expect.poll(() => quickInput.row('deployments').count()).toBe(1);
    // It stays in sight whatever is typed.
    await quickInput.type('node');
    await broken.waitFor();
    await quickInput.row('nodes').waitFor();
    await workbench.screenshot('group-down');
    server.brokenGroup = undefined;
    await broken.click();
    await broken.waitFor({ state: 'detached', timeout: 60_000 });
    // The pick is still there.
    await quickInput.row('nodes').waitFor();
    await quickInput.dismiss();
    await expect.poll(() => sideBar.item('nodes').count()).toBe(0);
  });
});

it('nothing was sent that writes, and nothing was said on the console that should not have been', () => {
  const writes = server.asked.filter((line) => !/^(list|watch|get|review|GET) /.test(line));
  expect(writes).toEqual([]);
  expect(server.asked.filter((line) => line.startsWith('review ')).length).toBeGreaterThan(0);
  expect(workbench.console.cspViolations).toEqual([]);
  expect(workbench.console.errors).toEqual([]);
});
