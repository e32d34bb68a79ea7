import { describe, expect, it } from 'vitest';
import type { PanelState } from '../../extension/protocol/messages.ts';
import { busy, ended, idle, live, none, paused } from '../support/panelStates.ts';
import type { PanelPage } from './support/panelPage.ts';
import { useBrowser } from './support/useBrowser.ts';

const browser = useBrowser();
let panel: PanelPage;

const notice = (): Promise<string> => panel.page.locator('.notice p').innerText();

describe('R5: before the first picture', () => {
  it('a skeleton stands there, busy', async () => {
    panel = await browser.open();
    await expect.poll(() => panel.page.locator('#panel').getAttribute('aria-busy')).toBe('true');
    await expect.poll(() => panel.page.locator('.skeleton-stages div').count()).toBe(7);
    await panel.until((host) => host.sentOf('panel/ready').length === 1);
  });

  it('nothing else is asked; the first picture takes its place', async () => {
    panel = await browser.open({ entries: 100 });
    await panel.drawn();
    await expect.poll(() => panel.host((host) => host.sent.map(({ type }) => type))).toEqual(['panel/ready']);
    await panel.show(live);
    await expect.poll(() => panel.page.locator('.skeleton').count()).toBe(0);
    await expect.poll(() => panel.page.locator('#panel').getAttribute('aria-busy')).toBeNull();
    expect((await panel.seqsInView())[0]).toBe(100);
  });

  it('needs no script to be painted, and is within a second of the page', async () => {
    panel = await browser.open({ withoutScript: true });
    await panel.page.waitForFunction(() => performance.getEntriesByName('first-paint').length === 1);
    await expect.poll(() => panel.page.evaluate(() => performance.getEntriesByName('first-paint')[0]!.startTime)).toBeLessThan(1000);
    await expect.poll(() => panel.page.locator('.skeleton-stages').boundingBox()).toMatchObject({ width: 1376, height: 172 });
    // That the script could not be loaded is what this is about.
    panel.complaints.length = 0;
  });
});

describe('R2: hidden and shown again', () => {
  const state: PanelState = { ...live, selected: 'v1/pods' };

  it('it stands where it stood: informer, filter, place, chosen entry, panes', async () => {
    panel = await browser.open({ entries: 9000, state: live });
    await panel.page.getByRole('combobox', { name: 'Informer' }).click();
    await panel.page.getByRole('option', { name: 'v1/pods' }).click();
    await panel.filter.fill('updat');
    await panel.until((host) => host.sentOf('stream/view').at(-1)!.body.filter === 'updat');
    await panel.drawn();
    await panel.page.locator('.stream-scroller').evaluate((scroller) => (scroller.scrollTop = 22 * 300 + 9));
    await panel.drawn();
    const before = await panel.seqsInView();
    await panel.page.getByRole('button', { name: /^WorkQueue \d/ }).click();
    await panel.row(before[4]!).click();
    await panel.until(({ kept }) => kept.folded?.length === 1 && typeof kept.cursor === 'number');

    await panel.reload(state, 9500);
    await panel.row(before[4]!).waitFor();
    await panel.drawn();
    await expect.poll(() => panel.seqsInView()).toEqual(before);
    await expect.poll(() => panel.filter.inputValue()).toBe('updat');
    await expect.poll(() => panel.row(before[4]!).getAttribute('aria-selected')).toBe('true');
    await expect.poll(() => panel.page.locator('.entry h2').innerText()).toBe(`Entry #${before[4]}`);
    await expect.poll(() => panel.page.getByRole('tab', { name: 'Item' }).getAttribute('aria-selected')).toBe('true');
    await panel.page.getByRole('tab', { name: 'Queues' }).click();
    await expect.poll(() => panel.page.getByRole('button', { name: /^WorkQueue \d/ }).getAttribute('aria-expanded')).toBe('false');
    await expect.poll(() => panel.page.locator('vscode-dropdown').evaluate((dropdown: HTMLSelectElement) => dropdown.value)).toBe('v1/pods');
    await expect.poll(() => panel.page.getByRole('button', { name: /new entr/ }).count()).toBe(1);
  });

  it('side column and page are scrolled as they were', async () => {
    panel = await browser.open({ entries: 1000, state: busy });
    await panel.page.locator('.side').evaluate((side) => (side.scrollTop = 300));
    await panel.until(({ kept }) => kept.scrolled?.side === 300);
    await panel.reload(busy, 1000);
    await expect.poll(() => panel.page.locator('.side').evaluate((side) => side.scrollTop)).toBe(300);
    await panel.page.setViewportSize({ width: 500, height: 500 });
    await panel.page.locator('#panel').evaluate((page) => (page.scrollTop = 220));
    await panel.until(({ kept }) => kept.scrolled?.page === 220);
    await panel.reload(busy, 1000);
    await expect.poll(() => panel.page.locator('#panel').evaluate((page) => page.scrollTop)).toBe(220);
  });

  it('it follows when it followed', async () => {
    panel = await browser.open({ entries: 1000, state: live });
    await panel.page.getByRole('button', { name: /^WorkQueue \d/ }).click();
    await panel.until(({ kept }) => kept.folded?.length === 1);
    await panel.reload(live, 1200);
    expect((await panel.seqsInView())[0]).toBe(1200);
    await expect.poll(() => panel.button('Follow').getAttribute('aria-pressed')).toBe('true');
  });

  it('asks the host for the informer that was chosen', async () => {
    panel = await browser.open({ entries: 100, state: live });
    await panel.page.getByRole('combobox', { name: 'Informer' }).click();
    await panel.page.getByRole('option', { name: 'v1/pods' }).click();
    await panel.until(({ kept }) => kept.informer === 'v1/pods');
    await panel.reload(live, 100);
    await panel.until((host) => host.sentOf('panel/select').length === 1);
    await expect.poll(() => panel.host((host) => host.sentOf('panel/select')[0]!.body)).toEqual({ informer: 'v1/pods' });
  });
});

describe('R3: the session', () => {
  it('that is gone after the window was reloaded is said to be gone, and can be started', async () => {
    panel = await browser.open({ state: { ...idle, session: { id: '', title: 'Playground', source: 'playground', ended: true } } });
    await expect.poll(() => notice()).toBe('The session on Playground is gone.');
    await panel.button('Start Playground').click();
    await expect.poll(() => panel.host((host) => host.sentOf('session/start').length)).toBe(1);
  });

  it('of a cluster is connected to again', async () => {
    panel = await browser.open({ state: { ...idle, session: { id: '', title: 'kind-dev', source: 'context', ended: true } } });
    await panel.button('Connect to kind-dev').click();
    await expect.poll(() => panel.host((host) => host.sentOf('session/start').length)).toBe(1);
  });

  it('that ended while it was looked at leaves what was last known', async () => {
    panel = await browser.open({ entries: 100, state: paused });
    await panel.show(ended);
    await expect.poll(() => notice()).toBe('The session on kind-dev has ended; this is the last that was known of it.');
    expect((await panel.seqsInView())[0]).toBe(100);
  });

  it('that never was: the playground is offered', async () => {
    panel = await browser.open({ state: none });
    await expect.poll(() => notice()).toBe('No session is open. Start an informer in the Informers view, or try the playground.');
    await expect.poll(() => panel.page.locator('h1').innerText()).toBe('Informer Inspector');
    await panel.button('Start Playground').click();
    await expect.poll(() => panel.host((host) => host.sentOf('session/start').length)).toBe(1);
  });

  it('another one does not inherit the place in the stream of the first', async () => {
    panel = await browser.open({ entries: 9000, state: live });
    await panel.page.locator('.stream-scroller').evaluate((scroller) => (scroller.scrollTop = 9000));
    await panel.drawn();
    await panel.rows.nth(8).click();
    await panel.until(({ kept }) => typeof kept.cursor === 'number');
    await panel.reload({ ...live, session: { ...live.session, id: 'session-2' } }, 20_000);
    expect((await panel.seqsInView())[0]).toBe(20_000);
    await expect.poll(() => panel.page.locator('.entry').count()).toBe(0);
  });
});
