import { describe, expect, it } from 'vitest';
import type { TimelinePicture } from '../../../extension/protocol/pages/timeline.ts';
import { noTime } from '../../../extension/protocol/time.ts';
import { live } from '../../support/panelStates.ts';
import { timelinePicture } from '../../support/timelinePictures.ts';
import type { PanelBrowser, PanelPage } from '../support/panelPage.ts';
import { useBrowser } from '../support/useBrowser.ts';

const recorded = { ...live, time: { ...noTime, oldest: 40, newest: 400, since: 9000, now: 40_000, t: 40_000, bytes: 12_000_000, limit: 64_000_000, dropped: 39 } };

const browser = useBrowser();
let panel: PanelPage;

async function open(options: Parameters<PanelBrowser['open']>[0] = {}, picture: TimelinePicture = timelinePicture): Promise<void> {
  panel = await browser.open({ entries: 100, state: recorded, ...options });
  await panel.host((host, given) => host.picture('timeline', given), picture);
  await panel.page.locator('.timeline-drawing').first().waitFor();
  await panel.page.getByRole('tab', { name: /^Item/ }).click();
  await panel.drawn();
}

const cursor = () => panel.page.locator('#timeline-cursor').innerText();
const looks = () => panel.host((host) => host.sent.filter(({ type }) => type === 'page/look').map(({ body }) => body).filter((body) => 'page' in body && body.page === 'timeline').map((body) => ('look' in body ? (body.look as unknown) : null)));

describe('the timeline', () => {
  it('draws each kind of mark in a form of its own, and says what it is', async () => {
    await open();
    const drawing = panel.page.locator('.timeline-drawing');
    const all = timelinePicture.lanes.flatMap(({ marks }) => marks);
    await expect.poll(() => drawing.locator('.mark').count()).toBe(all.length);
    await expect.poll(() => drawing.locator('.slope').count()).toBe(2);
    const shapes = await drawing.locator('.mark').evaluateAll((marks) => marks.map((each) => [each.getAttribute('data-kind'), each.querySelector(':scope > :nth-child(3)')!.outerHTML.replace(/[\d.-]+/g, '0')]));
    // No two kinds have one form: colour is not what tells them apart.
    const forms = new Map(shapes.map(([kind, form]) => [kind, form]));
    const kinds = new Set(all.map(({ kind }) => kind));
    expect(forms.size).toBe(kinds.size);
    expect(new Set(['event', 'delta', 'handler', 'reconcile', 'tombstone', 'recreated', 'left', 'deleted'].map((kind) => forms.get(kind))).size).toBe(8);
    const titles = await drawing.locator('.mark title').allTextContents();
    expect(titles).toContain('Tombstone: deletion missed at 0:20.000, entry #11');
    expect(titles).toContain('Watch event, 121 times from 0:39.000 on, entry #18');
    for (const title of titles) expect(title).not.toMatch(/\{\w+\}|undefined/);
  });

  it('selects the entry of a mark that is clicked', async () => {
    await open();
    await panel.page.locator('.mark[data-kind="tombstone"]').click();
    await panel.page.getByRole('heading', { name: /#11/ }).first().waitFor();
    await expect.poll(() => panel.page.locator('.mark[data-seq="11"] .ring').count()).toBe(1);
  });

  it('goes from mark to mark by keyboard, says where it is, and opens the entry', async () => {
    await open();
    const lanes = panel.page.getByRole('group', { name: 'Keys over time' });
    await lanes.focus();
    await panel.page.keyboard.press('ArrowLeft'); // onto the newest of the first lane
    await expect.poll(cursor).toBe('default/web-5f6c-abcde: Handler called at 0:30.500, entry #6');
    await panel.page.keyboard.press('ArrowDown');
    await expect.poll(cursor).toContain('default/api: Reconcile failed');
    await panel.page.keyboard.press('ArrowLeft');
    await expect.poll(cursor).toContain('entry #9');
    await panel.page.keyboard.press('Enter');
    await panel.page.getByRole('heading', { name: /#9/ }).first().waitFor();
  });

  it('goes as far by keys that come faster than it is drawn', async () => {
    await open();
    await panel.page.getByRole('group', { name: 'Keys over time' }).focus();
    await panel.pressAtOnce('ArrowLeft', 'ArrowDown', 'ArrowLeft');
    await expect.poll(cursor).toContain('entry #9');
  });

  it('looks nearer, farther, earlier and later, and asks the host for that range', async () => {
    await open();
    const lanes = panel.page.getByRole('group', { name: 'Keys over time' });
    await lanes.focus();
    await panel.page.keyboard.press('+');
    await panel.drawn();
    expect((await looks()).at(-1)).toMatchObject({ spanMs: 15_000 });
    await panel.page.keyboard.press('PageUp');
    await panel.drawn();
    const earlier = (await looks()).at(-1) as { readonly end: number };
    expect(earlier.end).toBeLessThan(40_000);
    await panel.page.locator('#timeline-follow').click();
    await panel.drawn();
    expect((await looks()).at(-1)).toMatchObject({ end: null });
    await panel.page.getByRole('button', { name: 'Zoom Out' }).click();
    await panel.drawn();
    expect((await looks()).at(-1)).toMatchObject({ spanMs: 30_000 });
    const box = (await lanes.boundingBox())!;
    await panel.page.mouse.move(box.x + 600, box.y + 60);
    await panel.page.mouse.down();
    await panel.page.mouse.move(box.x + 800, box.y + 60, { steps: 4 });
    await panel.page.mouse.up();
    await panel.drawn();
    expect(((await looks()).at(-1) as { readonly end: number }).end).toBeLessThan(40_000);
  });

  it('pins a key, and is a list to those who want one', async () => {
    await open();
    await panel.page.getByRole('button', { name: 'Pin default/gone' }).click();
    await panel.drawn();
    expect((await looks()).at(-1)).toMatchObject({ pinned: [{ informer: 'v1/pods', key: 'default/gone' }] });
    await panel.page.getByRole('button', { name: 'As List' }).click();
    const list = panel.page.locator('.timeline-list');
    await expect.poll(() => list.innerText()).toContain('Left the selector at 0:25.400');
    await expect.poll(() => list.innerText()).toContain('12 older ones are not drawn');
    await list.getByRole('button', { name: /Re-created/ }).click();
    await panel.page.getByRole('heading', { name: /#14/ }).first().waitFor();
  });

  it('asks for nothing while it is folded up', async () => {
    await open();
    await panel.page.getByRole('button', { name: /^Timeline/ }).click();
    await panel.drawn();
    expect((await looks()).at(-1)).toBeNull();
  });

  it.each(['dark-modern', 'light-modern', 'hc-dark', 'hc-light'] as const)('is drawn in %s', async (theme) => {
    await open({ theme });
    await panel.page.screenshot({ path: `test/.artifacts/timeline-${theme}.png` });
    await panel.page.locator('.timeline').screenshot({ path: `test/.artifacts/timeline-part-${theme}.png` });
  });

  it('fits into 300 pixels', async () => {
    await open({ width: 300, height: 900 });
    await panel.page.locator('.timeline').scrollIntoViewIfNeeded();
    const box = (await panel.page.locator('.timeline').boundingBox())!;
    expect(box.width).toBeLessThanOrEqual(300);
    await expect.poll(() => panel.page.evaluate(() => document.querySelector('#panel')!.scrollWidth)).toBeLessThanOrEqual(300);
    await panel.page.screenshot({ path: 'test/.artifacts/timeline-300.png' });
  });
});
