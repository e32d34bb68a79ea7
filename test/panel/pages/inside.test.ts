import { mkdirSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ServerPicture } from '../../../extension/protocol/pages/server.ts';
import type { InsideLook } from '../../../extension/protocol/pages/server/insideLook.ts';
import { type ServerTab, serverTabs } from '../../../webview/pages/server/serverModel.ts';
import { insideParts, liveInside, playgroundServer } from '../../support/insidePictures.ts';
import { live } from '../../support/panelStates.ts';
import { serverPicture } from '../../support/serverPictures.ts';
import { axeFindings } from '../support/axeFindings.ts';
import { overflowing } from '../support/overflowing.ts';
import type { PanelBrowser, PanelPage } from '../support/panelPage.ts';
import { type ThemeName, themes } from '../support/theme.ts';
import { useBrowser } from '../support/useBrowser.ts';

const screenshots = 'test/.artifacts/panel/inside';
const playground = { ...live, session: { ...live.session, source: 'playground' as const } };
const browser = useBrowser();
let panel: PanelPage;

beforeAll(() => {
  mkdirSync(screenshots, { recursive: true });
});

async function open(tab: ServerTab, picture: ServerPicture = playgroundServer, options: Parameters<PanelBrowser['open']>[0] = {}): Promise<void> {
  panel = await browser.open({ entries: 100, state: playground, ...options });
  await panel.host((host, given) => host.picture('server', given), picture);
  await panel.page.getByRole('tab', { name: 'API server' }).click();
  await choose(tab);
}

async function choose(tab: ServerTab): Promise<void> {
  await panel.page.locator(`#server-tab-${tab}`).click();
  await panel.drawn();
}

const section = (name: RegExp): Locator => panel.page.getByRole('button', { name, expanded: false });

/** Opens all that is folded up. */
async function unfold(): Promise<void> {
  const folded = panel.page.locator('#server-part .pane-header[aria-expanded="false"]');
  while ((await folded.count()) > 0) {
    await folded.first().press('Enter');
    await panel.drawn();
  }
}

const look = async (): Promise<InsideLook> => (await panel.host((host) => host.sentOf('page/look').findLast(({ body }) => body.page === 'server')!.body.look as { inside: InsideLook })).inside;
const sent = (type: string): Promise<unknown[]> => panel.host((host, name) => host.sent.filter((message) => message.type === name).map(({ body }) => body as unknown), type);
const text = (selector: string): Promise<string> => panel.page.locator(selector).innerText().then((words) => words.replace(/\s+/g, ' '));

describe('the page of an API server', () => {
  it('is what it was where the inside is hidden', async () => {
    panel = await browser.open({ entries: 100, state: live });
    await panel.host((host, given) => host.picture('server', given), serverPicture);
    await panel.page.getByRole('tab', { name: 'API server' }).click();
    await panel.drawn();
    await expect.poll(() => panel.page.locator('.sub-navigation').count()).toBe(0);
    await expect.poll(() => text('.server-facts')).toContain('v1.34.0');
  });

  it('has parts, of which one is open, and asks for what is open alone', async () => {
    await open('session');
    expect((await look()).parts).toEqual([]);
    await choose('storage');
    expect((await look()).parts).toEqual(['storage']);
    await choose('caches');
    expect((await look()).parts).toEqual(['caches', 'ring', 'watchers']);
    await section(/^Store/).click();
    await panel.drawn();
    expect((await look()).parts).toEqual(['caches', 'ring', 'store', 'watchers']);
    await choose('requests');
    expect((await look()).parts).toEqual(['inflight', 'flow', 'audit']);
    await choose('traffic');
    expect((await look()).parts).toEqual(['traffic']);
    await choose('world');
    expect((await look()).parts).toEqual(['world']);
  });

  it('is gone through by the arrow keys, with one tab stop', async () => {
    await open('session');
    await panel.page.locator('#server-tab-session').focus();
    await panel.page.keyboard.press('ArrowRight');
    await panel.drawn();
    await expect.poll(() => panel.page.locator(':focus').getAttribute('id')).toBe('server-tab-storage');
    await expect.poll(() => panel.page.locator('#server-tab-storage').getAttribute('aria-selected')).toBe('true');
    await panel.page.keyboard.press('End');
    await panel.drawn();
    await expect.poll(() => panel.page.locator('#server-part').getAttribute('data-part')).toBe('world');
    await panel.page.keyboard.press('ArrowRight');
    await panel.drawn();
    await expect.poll(() => panel.page.locator('#server-part').getAttribute('data-part')).toBe('session');
    await expect.poll(() => panel.page.locator('.sub-tab[tabindex="0"]').count()).toBe(1);
  });

  it('is gone through by keys that come faster than it is drawn', async () => {
    await open('session');
    await panel.page.locator('#server-tab-session').focus();
    await panel.pressAtOnce('ArrowRight', 'ArrowRight');
    await expect.poll(() => panel.page.locator('#server-part').getAttribute('data-part')).toBe('caches');
  });

  it('says of a time that has passed, and of a session that is over, that the inside is not known', async () => {
    await open('storage', { ...playgroundServer, inside: { state: 'past', parts: {} } });
    await expect.poll(() => text('#server-part')).toMatch(/not recorded/);
    await panel.host((host, given) => host.picture('server', given as never), { ...playgroundServer, inside: { state: 'ended', parts: {} } } as never);
    await panel.drawn();
    await expect.poll(() => text('#server-part')).toMatch(/has ended/);
  });

  it('says of a part why it is not known, keeps what was known, and goes on with the others', async () => {
    const parts = { ...liveInside.parts, inflight: { value: null, fault: { why: 'missing' as const, message: '' } }, flow: { value: insideParts.flow, fault: { why: 'gone' as const, message: 'x' } } };
    await open('requests', { ...playgroundServer, inside: { state: 'live', parts } });
    await expect.poll(() => text('#server-inflight')).toMatch(/does not tell of this/);
    await expect.poll(() => text('#server-levels')).toMatch(/does not answer.*workload-low/);
    await expect.poll(() => text('#server-auditVolume')).not.toMatch(/does not/);
  });
});

describe('the storage', () => {
  it('tells revision, horizon, pending commits and latency, and is changed by what the host asks for', async () => {
    await open('storage');
    await expect.poll(() => text('#server-part .fields')).toMatch(/184,137.*184,140.*120,000.*3 writes.*214 in 64,351 versions.*120 ms/);
    await expect.poll(() => panel.page.getByRole('img', { name: /readable from 120,000 to 184,137; 3 writes wait/ }).count()).toBe(1);
    for (const id of ['compact', 'latency', 'save', 'load']) await panel.page.locator(`#inside-${id}`).click();
    await expect.poll(() => Promise.all(['inside/compact', 'inside/setCommitLatency', 'inside/saveSnapshot', 'inside/startFromSnapshot'].map(sent))).toEqual([[{}], [{}], [{}], [{}]]);
  });
});

describe('the watch cache', () => {
  it('draws its ring, and shows the fan-out of the event whose revision is pressed', async () => {
    await open('caches');
    await expect.poll(() => panel.page.getByRole('img', { name: /100 of 100 slots filled; a watch can begin from version 184,039 on; newest event 184,139/ }).count()).toBe(1);
    await expect.poll(() => panel.page.locator('.ring-piece').count()).toBe(100);
    await panel.page.getByRole('button', { name: 'Show fan-out of 184,139' }).click();
    await panel.drawn();
    expect((await look()).event).toEqual({ resource: 'v1/pods', revision: 184_139 });
    await expect.poll(() => text('#server-fanOut')).toMatch(/4 of 52 watchers were asked, 1 of them were sent something.*#7 informer-inspector.*sent as MODIFIED.*selector does not match/);
    await expect.poll(() => panel.page.locator('#server-slots tr[aria-current="true"]').count()).toBe(1);
  });

  it('shows its watchers with buffer, bookmark, deadline and end', async () => {
    await open('caches');
    const rows = await text('#server-watchers');
    expect(rows).toMatch(/#7 informer-inspector \(linux\/x64\) playground all namespaces 0 of 100 184,020 3 min 12 s ends in 3 min 50 s/);
    expect(rows).toMatch(/#2 kubelet\/v1.34.*spec.nodeName=node-1 10 of 10 reads what it began with not asked for/);
    expect(rows).toMatch(/ended: it was too slow/);
    expect(rows).toMatch(/and 49 more/);
  });

  it('pages through its store by its keys, and shows an object, masked, on a click', async () => {
    await open('caches');
    await section(/^Store/).click();
    await panel.drawn();
    await panel.page.getByRole('button', { name: /default\/web-1/ }).click();
    await panel.drawn();
    expect((await look()).object).toBe('/registry/pods/default/web-1');
    await expect.poll(() => text('.inside-object')).toContain('name: web-1');
    await panel.page.locator('#server-store').getByRole('button', { name: 'Next page' }).click();
    await panel.drawn();
    await expect.poll(() => look()).toMatchObject({ after: '/registry/pods/shop/checkout-1', object: '' });
    await panel.page.locator('#server-store').getByRole('button', { name: 'Previous page' }).click();
    await panel.drawn();
    expect((await look()).after).toBe('');
  });

  it('comes from an entry of the stream', async () => {
    await open('caches');
    await panel.rows.first().click();
    await panel.page.getByRole('tab', { name: 'API server' }).click();
    await panel.drawn();
    await panel.page.locator('#fan-out-of-entry').click();
    await panel.drawn();
    const { event } = await look();
    expect(event.revision).toBeGreaterThan(0);
    expect(event.resource).toMatch(/^(v1|apps\/v1)\//);
  });
});

describe('the audit log', () => {
  it('names the setting and the command where nothing is written down, and asks the host for a policy', async () => {
    const parts = { ...liveInside.parts, audit: { value: { ...insideParts.audit, file: '', policy: [] }, fault: null } };
    await open('requests', { ...playgroundServer, inside: { state: 'live', parts } });
    await unfold();
    await expect.poll(() => text('#server-auditVolume')).toContain('informerInspector.playground.auditLog');
    await expect.poll(() => text('#server-auditRules')).toMatch(/Set Audit Policy\.\.\. chooses one at once.*informerInspector\.playground\.auditPolicy/);
    await panel.page.locator('#inside-audit-policy').click();
    await expect.poll(() => sent('inside/setAuditPolicy')).toEqual([{}]);
  });
});

describe('polling against watching', () => {
  it('reckons what pollers would cost beside what they and the watches do cost', async () => {
    await open('traffic');
    const rows = async (): Promise<string[]> => (await panel.page.locator('#server-pollers tbody tr').allInnerTexts()).map((row) => row.replace(/\s+/g, ' ').trim());
    await expect.poll(() => rows()).toEqual([
      'Requests 20 20 0.087',
      'Bytes 528 MB 519 MB 2 KB',
      'Until a change is known 500 ms, at most 1 s 520 ms, p99 990 ms 0.8 ms, p99 6.2 ms',
      'Objects from the cache 100,000 98,333 8.7',
      'Objects from the storage 0 0 0',
    ]);
    await expect.poll(() => text('#server-pollers')).toMatch(/1,290 times from Indexers, 1,204 GET and 86 LIST/);
    await expect.poll(() => text('#server-article')).toMatch(/One list 25 MB 26\.4 MB.*QPS 20 20.*Sent 500 MB\/s 528 MB\/s/);
  });

  it('starts pollers as they were typed, and none that are out of bounds', async () => {
    const idle = { ...insideParts.traffic, pollers: null };
    await open('traffic', { ...playgroundServer, inside: { state: 'live', parts: { traffic: { value: idle, fault: null } } } });
    const [pollers, period] = [panel.page.getByRole('textbox', { name: 'Pollers' }), panel.page.getByRole('textbox', { name: 'Period in seconds' })];
    await pollers.fill('500');
    await panel.drawn();
    await expect.poll(() => text('#server-pollers')).toMatch(/whole number of pollers from 1 to 100/);
    await expect.poll(() => panel.page.getByRole('status').innerText()).toMatch(/whole number of pollers from 1 to 100/);
    await expect.poll(() => panel.page.locator('[aria-live], [role="alert"]').count()).toBe(1);
    await panel.page.locator('#start-pollers').click({ force: true });
    await pollers.fill('5');
    await period.fill('0.5');
    await panel.drawn();
    await panel.page.locator('#poll-storage').click();
    await panel.drawn();
    await panel.page.locator('#start-pollers').click();
    await expect.poll(() => sent('inside/startPollers')).toEqual([{ resource: 'v1/pods', pollers: 5, periodMs: 500, consistent: true }]);
    await panel.page.locator('#article-preset').click();
    await panel.drawn();
    await expect.poll(() => pollers.inputValue()).toBe('20');
  });

  it('offers the world of the article where the playground is smaller', async () => {
    await open('traffic');
    await expect.poll(() => panel.page.locator('#restart-town').count()).toBe(0);
    const resources = insideParts.traffic.resources.map((row) => ({ ...row, objects: 23 }));
    await open('traffic', { ...playgroundServer, inside: { state: 'live', parts: { traffic: { value: { ...insideParts.traffic, resources }, fault: null } } } });
    await panel.page.locator('#restart-town').click();
    await expect.poll(() => sent('inside/restartAsTown')).toEqual([{}]);
  });

  it('ends those that run', async () => {
    await open('traffic');
    await panel.page.locator('#end-pollers').click();
    await expect.poll(() => sent('inside/endPollers')).toEqual([{}]);
  });
});

describe('the world', () => {
  it('has more or less happen by itself, and goes faster or slower', async () => {
    await open('world');
    const pick = async (label: string, option: string): Promise<void> => {
      await panel.page.getByRole('combobox', { name: label }).click();
      await panel.page.getByRole('option', { name: option, exact: true }).click();
      await panel.drawn();
    };
    await pick('Churn', 'busy');
    await expect.poll(() => sent('inside/churn')).toEqual([{ churn: 'busy' }]);
    await pick('Speed', '10×');
    await expect.poll(() => sent('inside/speed')).toEqual([{ speed: 10 }]);
  });

  it('shows its controllers, cuts one off and brings one back', async () => {
    await open('world');
    await expect.poll(() => text('#server-world')).toMatch(/kubelet\/node-3 cut off system:node:node-3 14 320 0.*replicaset.*exceeded quota\. 2 1,204 3.*scheduler not synced/);
    await panel.page.getByRole('button', { name: 'Reconnect kubelet/node-3' }).click();
    await panel.page.getByRole('button', { name: 'Disconnect replicaset' }).click();
    await expect.poll(() => sent('inside/connectController')).toEqual([{ name: 'kubelet/node-3', connected: true }, { name: 'replicaset', connected: false }]);
  });
});

describe.each(Object.keys(themes) as ThemeName[])('each part: %s', (theme) => {
  // 300 px, and what is left of 1400 px at 200 %.
  it.each([1400, 700, 300])('fits into %i px, and axe finds nothing', { timeout: 240_000 }, async (width) => {
    await open('session', playgroundServer, { theme, width, height: 1400 });
    for (const tab of serverTabs) {
      await choose(tab);
      await unfold();
      if (tab === 'caches') await panel.page.getByRole('button', { name: 'Show fan-out of 184,139' }).click();
      await panel.drawn();
      await panel.page.locator('.tabs').evaluate((bar) => bar.scrollIntoView());
      await panel.page.screenshot({ path: `${screenshots}/${theme}-${tab}-${width}.png` });
      expect.soft(await overflowing(panel.page), tab).toEqual([]);
      expect.soft(await axeFindings(panel.page, '#tab-page'), tab).toEqual([]);
    }
  });
});
