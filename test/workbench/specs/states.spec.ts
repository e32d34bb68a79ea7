import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kubeconfigWith } from '../../support/kubeconfigWith.ts';
import { coreRoutes, readable } from '../../support/scriptedCluster.ts';
import { type Reply, type RouteScript, ScriptedServer, statusObject } from '../../support/scriptedServer.ts';
import { Explorer } from '../pages/explorer.ts';
import { pictureOnFailure } from '../pictureOnFailure.ts';
import { startInformer } from '../startInformer.ts';
import { themes, Workbench } from '../workbench.ts';

/** Each state of an informer as a person sees it: a server of our own brings a row into each of them, and holds it there. */
let workbench: Workbench;
let folder: string;
let server: ScriptedServer;
pictureOnFailure(() => workbench);

const pods = { apiVersion: 'v1', kind: 'Pod' };
const object = (name: string, rv: number): object => ({ ...pods, metadata: { name, namespace: 'default', uid: `u-${name}`, resourceVersion: String(rv) } });
const items = (count: number): object[] => Array.from({ length: count }, (_one, index) => object(`pod-${index}`, index + 1));
const page = (count: number, more: object = {}): Reply => ({ json: { apiVersion: 'v1', kind: 'PodList', metadata: { resourceVersion: '1000', ...more }, items: items(count) } });
const refused = (code: number, reason: string): Reply => ({ status: code, json: statusObject(code, reason, `${reason} of the test`) });
/** It cannot stream a list, and says so: then it is listed. */
const noStream = refused(422, 'Invalid');
const never: Reply = { delayMs: 600_000 };
const quiet: Reply = { end: 'hold' };
const bookmark: Reply = { body: [{ event: ['BOOKMARK', { ...pods, metadata: { resourceVersion: '1001' } }] }], end: 'hold' };

/** What becomes of an informer on each resource. */
const stories: Readonly<Record<string, RouteScript>> = {
  silences: { list: [never], watch: [never] },
  pages: { list: [page(500, { continue: 'a', remainingItemCount: 19_500 }), page(500, { continue: 'b', remainingItemCount: 19_000 }), never], watch: [noStream] },
  streams: { watch: [{ body: Array.from({ length: 143 }, (_one, index) => ({ event: ['ADDED', object(`pod-${index}`, index + 1)] as const })), end: 'hold' }] },
  watches: { list: [page(3)], watch: [noStream, bookmark] },
  naps: { list: [page(2)], watch: [noStream, quiet] },
  breaks: { list: [page(1)], watch: [noStream, { body: [] }] },
  fails: { list: [refused(503, 'ServiceUnavailable')], watch: [noStream] },
  secrets: { list: [refused(403, 'Forbidden')], watch: [noStream] },
  ghosts: {},
  // Taken away while they are watched.
  gadgets: { list: [page(1), refused(404, 'NotFound')], watch: [noStream, { body: [{ event: ['ADDED', object('late', 1002)] }, { pauseMs: 500 }] }, refused(404, 'NotFound')] },
  leases: { list: [page(1), refused(401, 'Unauthorized')], watch: [noStream, { body: [{ event: ['ADDED', object('late', 1002)] }, { pauseMs: 500 }] }, refused(401, 'Unauthorized')] },
};

const routes: Readonly<Record<string, RouteScript>> = {
  ...coreRoutes(Object.keys(stories).map((name) => readable(name, 'Pod')), 'default'),
  // Whoever is quick starts an informer before it is known how much it will read.
  ...Object.fromEntries(Object.entries(stories).map(([name, story]) => [`/api/v1/${name}`, { preflight: [page(1)], ...story }])),
};

/** What stands beside its name. */
const row = (name: string): Promise<string> => workbench.sideBar.item(name).first().locator('.label-description').innerText();
const spoken = (name: string): Promise<string> => workbench.sideBar.item(name).first().getAttribute('aria-label').then((label) => label ?? '');
const start = (name: string): Promise<void> => startInformer(workbench, name);

async function shows(name: string, words: RegExp, timeout = 30_000): Promise<void> {
  await expect.poll(() => row(name), { timeout }).toMatch(words);
  // Whoever cannot see the row hears the same.
  await expect.poll(() => spoken(name)).toMatch(words);
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'informer-inspector-states-'));
  server = await ScriptedServer.start({ routes });
  const kubeconfig = kubeconfigWith({ clusters: { states: { server: server.url } }, users: { jane: { token: 'a-token' } }, contexts: { states: { cluster: 'states', user: 'jane' } } });
  await writeFile(path.join(folder, 'config'), kubeconfig);
  workbench = await Workbench.open({
    name: 'states',
    vsix: process.env['VSIX']!,
    settings: { 'informerInspector.informer.clientGo': '1.36' },
    env: { KUBECONFIG: path.join(folder, 'config') },
  });
  await workbench.sideBar.open('Informers');
  // Whole rows are to be read.
  await workbench.sideBar.widen(650);
});
afterAll(async () => {
  await workbench?.close();
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a row', () => {
  it('is connecting while the server accepts and says nothing, and counts how long', async () => {
    await start('silences');
    await shows('silences', /connecting, no answer for \d+ s/);
    const before = await row('silences');
    await expect.poll(() => row('silences')).not.toBe(before);
    await workbench.screenshot('connecting');
  });

  it('is listing, with its page, what has come and of about how many', async () => {
    await start('pages');
    await shows('pages', /listing, page 3, 1,000 of about 20,000, \d+ s/);
    await workbench.screenshot('listing');
  });

  it('is streaming initial events, whose end marker has not been seen', async () => {
    await start('streams');
    await shows('streams', /streaming initial events, 143 objects, end marker not seen, \d+ s/);
    await workbench.screenshot('streaming');
  });

  it('is synced and watching, with the ages of its last byte and bookmark in steps', async () => {
    await start('naps');
    await start('watches');
    await shows('watches', /3 · synced · all namespaces · watching \(last byte < 4 s, last bookmark < 4 s ago\)/);
    await workbench.screenshot('watching');
    await shows('watches', /watching \(last byte > 4 s, last bookmark > 4 s ago\)/);
  });

  it('is backing off, after what, with a countdown that goes down', async () => {
    await start('breaks');
    await shows('breaks', /backing off, after a very short watch, attempt \d+, next in \d+\.\d s/);
    await start('fails');
    await shows('fails', /server error, list 503, attempt \d+, next in [\d.]+ s/);
    const left = async (): Promise<{ readonly attempt: number; readonly seconds: number } | undefined> => {
      const [, attempt, seconds] = /attempt (\d+), next in ([\d.]+) s/.exec(await row('fails')) ?? [];
      return seconds === undefined ? undefined : { attempt: Number(attempt), seconds: Number(seconds) };
    };
    // Of one attempt, two times.
    await expect
      .poll(
        async () => {
          const first = await left();
          if (!first || first.seconds < 3) return false;
          const second = await expect.poll(left, { timeout: 5000 }).not.toEqual(first).then(left, () => undefined);
          return second?.attempt === first.attempt && second.seconds < first.seconds;
        },
        { timeout: 60_000 },
      )
      .toBe(true);
    await workbench.screenshot('backing-off');
  });

  it('is forbidden, with verb and scope', async () => {
    await start('secrets');
    await shows('secrets', /forbidden, may not list in all namespaces, attempt \d+/);
  });

  it('is not served, and no longer served where it was', async () => {
    await start('ghosts');
    await shows('ghosts', /not served, list 404, attempt \d+/);
    await start('gadgets');
    await shows('gadgets', /no longer served, (list|watch) 404/);
  });

  it('has credentials that have expired, which were accepted before', async () => {
    await start('leases');
    await shows('leases', /credentials expired, (list|watch) 401/);
    await workbench.screenshot('all');
  });
});

describe('whoever works with the tree', () => {
  it('has what they have selected and opened left alone by rows that count', async () => {
    const { sideBar, page: window } = workbench;
    await sideBar.expand('watches');
    await sideBar.expand('default');
    await sideBar.item('fails').click();
    await sideBar.item('fails').and(sideBar.content.locator('[aria-selected="true"]')).waitFor();
    const before = await row('fails');
    await expect.poll(() => row('fails')).not.toBe(before);
    await expect.poll(() => sideBar.item('fails').getAttribute('aria-selected')).toBe('true');
    await expect.poll(() => sideBar.item('watches').getAttribute('aria-expanded')).toBe('true');
    await expect.poll(() => window.locator('.part.sidebar :focus').count()).toBe(1);
  });

  it('can read the tooltip of a row that counts: it stays until they have had the time', async () => {
    const { sideBar, page: window } = workbench;
    const hover = window.locator('.monaco-hover').filter({ hasText: 'Next attempt' });
    const rows = ['secrets', 'fails'];
    // A row that is drawn again at that very moment takes it away: the mouse moves, and it is there.
    await expect
      .poll(async () => {
        rows.reverse();
        await sideBar.item(rows[0]!).locator('.label-name').hover();
        await sideBar.item(rows[0]!).locator('.label-name').hover({ position: { x: 4, y: 8 } });
        return hover.first().waitFor({ timeout: 2000 }).then(() => true, () => false);
      }, { timeout: 60_000 })
      .toBe(true);
    const text = await hover.first().innerText();
    expect(text).toMatch(/Next attempt: in [\d.]+ (s|min)[^\n]*, at \d+:\d+/);
    // Others count meanwhile.
    const before = await row('silences');
    await expect.poll(() => row('silences')).not.toBe(before);
    const later = await row('silences');
    await expect.poll(() => row('silences')).not.toBe(later);
    await expect.poll(() => hover.first().isVisible()).toBe(true);
    await workbench.screenshot('tooltip');
    await window.mouse.move(900, 20);
  });

  it('sees in the status bar how many fail, and in the panel the same words', async () => {
    const { panel, page: window, sideBar } = workbench;
    const item = window.locator('.statusbar-item', { hasText: 'states' }).filter({ hasText: 'informers' }).first();
    await expect.poll(() => item.innerText()).toMatch(/11 informers · [5-7] failing/);
    await sideBar.item('fails').click();
    await workbench.runCommand('Informer Inspector: Open Panel');
    await panel.button('Pause').waitFor();
    await panel.frame.getByRole('combobox', { name: 'Informer' }).selectOption('v1/fails').catch(async () => {
      await panel.frame.getByRole('combobox', { name: 'Informer' }).click();
      await panel.frame.getByRole('option', { name: 'v1/fails' }).click();
    });
    await expect.poll(() => panel.stage('Reflector').innerText()).toMatch(/server error[^]*list 503, attempt \d+, next in/);
    const before = await panel.stage('Reflector').innerText();
    await expect.poll(() => panel.stage('Reflector').innerText()).not.toBe(before);
    await workbench.screenshot('panel');
  });
});

describe('a watch on which nothing comes', () => {
  it('is silent when bookmarks are overdue, since when; and watching again when it was opened anew', async () => {
    await shows('naps', /silent, no byte for 1 min( \d+ s)?/, 110_000);
    await workbench.screenshot('silent');
    await shows('naps', /2 · synced · (lint silent-watch · )?all namespaces · watching \(last byte < 4 s/, 60_000);
  }, 240_000);
});

describe('in each theme', () => {
  it.each(themes)('the states are told apart: %s', async (theme) => {
    await workbench.chooseTheme(theme);
    const icons = await workbench.sideBar.content.getByRole('treeitem').locator('.custom-view-tree-node-item-icon').evaluateAll((all) => all.map((icon) => icon.className));
    // By shape, not by colour alone.
    expect(new Set(icons).size).toBeGreaterThanOrEqual(9);
    await workbench.screenshot(`theme-${theme.replaceAll(' ', '-')}`);
  });
});

describe('what has ended', () => {
  it('keeps its last state, and says that it is the last: a session in its panel', async () => {
    const { panel, sideBar } = workbench;
    await sideBar.contextMenu('states', 'Disconnect from Cluster');
    await panel.frame.getByText(/has ended/).first().waitFor();
    await expect.poll(() => panel.stage('Reflector').innerText()).toMatch(/last state: server error/);
    await workbench.screenshot('ended');
  });

  it('keeps its last state, and says that it is the last: an informer of a recording', async () => {
    const informer = 'v1/pods';
    const lines = [
      { informerTrace: 1, resource: informer },
      { seq: 1, t: 0, kind: 'reflector.list', informer, resourceVersion: '0' },
      { seq: 2, t: 3, kind: 'reflector.accepted', informer, cause: [1] },
      { seq: 3, t: 5, kind: 'reflector.listed', informer, items: 1, pages: 1, bytes: 10, resourceVersion: '9', cause: [1] },
      { seq: 4, t: 6, kind: 'reflector.synced', informer, cause: [3] },
      { seq: 5, t: 7, kind: 'reflector.watch', informer, resourceVersion: '9', timeoutSeconds: 300, streaming: false, cause: [3] },
      { seq: 6, t: 9, kind: 'reflector.accepted', informer, cause: [5] },
      { seq: 7, t: 900, kind: 'reflector.closed', informer, reason: 'stopped', lasted: 893, cause: [5] },
      { seq: 8, t: 900, kind: 'reflector.stopped', informer, cause: [7] },
      { kind: 'cache', key: 'default/a', object: object('a', 5) },
    ];
    await writeFile(path.join(workbench.server.folder, 'ended.informertrace'), lines.map((line) => JSON.stringify(line)).join('\n'));
    const explorer = new Explorer(workbench.page);
    await explorer.open();
    await explorer.file('ended.informertrace').dblclick();
    await workbench.editor.tab(/ended\.informertrace/).waitFor();
    await workbench.sideBar.open('Informers');
    await shows('pods', /1 · stopped · all namespaces · last: synced/);
    await workbench.screenshot('stopped');
  });
});

it('said nothing on the console that it should not have', () => {
  expect(workbench.console.cspViolations).toEqual([]);
  expect(workbench.console.errors).toEqual([]);
});
