import { mkdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { noTime } from '../../extension/protocol/time.ts';
import { busy, idle, paused } from '../support/panelStates.ts';
import { timelinePicture } from '../support/timelinePictures.ts';
import { overflowing } from './support/overflowing.ts';
import type { PanelPage } from './support/panelPage.ts';
import type { ThemeName } from './support/theme.ts';
import { useBrowser } from './support/useBrowser.ts';

const screenshots = 'test/.artifacts/panel';
const recorded = { ...paused, time: { ...noTime, oldest: 40, newest: 400, since: 9000, now: 40_000, t: 40_000, bytes: 12_000_000, limit: 64_000_000, dropped: 39 } };

const browser = useBrowser();
let panel: PanelPage;

beforeAll(() => {
  mkdirSync(screenshots, { recursive: true });
});

/** With lanes for more keys than there is room for. */
async function open(width: number, height: number, theme: ThemeName = 'dark-modern'): Promise<void> {
  panel = await browser.open({ entries: 500, state: recorded, width, height, theme });
  const [first] = timelinePicture.lanes;
  const lanes = Array.from({ length: 12 }, (_, index) => timelinePicture.lanes[index] ?? { ...first!, key: `shop/cart-${index}`, marks: [], selected: false });
  await panel.host((host, picture) => host.picture('timeline', picture), { ...timelinePicture, lanes });
  await panel.page.locator('.timeline-drawing').first().waitFor();
  await panel.drawn();
}

const size = async (selector: string): Promise<{ width: number; height: number; top: number; bottom: number }> => {
  return panel.page.locator(selector).first().evaluate((element) => {
    const { width, height, top, bottom } = element.getBoundingClientRect();
    return { width, height, top, bottom };
  });
};
const sideSplit = (): ReturnType<PanelPage['page']['locator']> => panel.page.getByRole('separator', { name: 'Width of the pages' });
const timelineSplit = (): ReturnType<PanelPage['page']['locator']> => panel.page.getByRole('separator', { name: 'Height of the timeline' });

describe('the parts of the panel', () => {
  const sizes = [
    { width: 1600, height: 1000 },
    { width: 1000, height: 700 },
    { width: 560, height: 700 },
    { width: 300, height: 860 },
  ];
  const themes: readonly ThemeName[] = ['dark-modern', 'hc-dark'];
  const looks = themes.flatMap((theme) => sizes.map(({ width, height }) => ({ theme, width, height })));
  it.each(looks)('$theme, $width × $height: the toolbar stays in view, and nothing is cut off', async ({ width, height, theme }) => {
    await open(width, height, theme);
    await panel.page.screenshot({ path: `${screenshots}/${theme}-layout-${width}.png` });
    await expect.poll(() => overflowing(panel.page)).toEqual([]);
    await panel.page.locator('#panel').evaluate((element) => (element.scrollTop = element.scrollHeight));
    await panel.drawn();
    const atContinue = await panel.page.evaluate(() => {
      const { left, top, width: wide, height: high } = document.querySelector('#continue')!.getBoundingClientRect();
      return document.elementFromPoint(left + wide / 2, top + high / 2)?.closest('.tool')?.id;
    });
    expect(atContinue).toBe('continue');
  });

  it.each([700, 860, 1000])('%i pixels of height are enough for all of them, each of which scrolls by itself', async (height) => {
    await open(1000, height);
    expect(await panel.page.locator('#panel').evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
    expect((await size('.timeline')).height).toBeLessThanOrEqual(Math.max(220, height * 0.3) + 1);
    expect((await size('.columns')).height).toBeGreaterThanOrEqual(200);
    await expect.poll(() => panel.page.locator('.timeline-lanes').evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)).toBe(true);
    expect((await size('.timeline-lanes')).height).toBeGreaterThan(50);
  });

  it('many handlers do not take the height of the stream', async () => {
    await open(1000, 700);
    const [handler] = busy.pipeline.handlers;
    await panel.show({ ...busy, time: recorded.time, pipeline: { ...busy.pipeline, handlers: Array.from({ length: 30 }, (_, index) => ({ ...handler!, name: `handler-${index}` })) } });
    await panel.page.locator('#more-lanes').click();
    await panel.drawn();
    expect((await size('.pipeline')).height).toBeLessThanOrEqual(281);
    expect((await size('.stages')).height).toBeGreaterThan(700);
  });
});

describe('a separator', () => {
  it('of the pages is moved by the keyboard, within bounds, and remembered', async () => {
    await open(1130, 860);
    expect((await size('.side')).width).toBeCloseTo(452, 0);
    await sideSplit().focus();
    await expect.poll(() => sideSplit().getAttribute('aria-valuenow')).toBe('40');
    for (let press = 0; press < 5; press++) await panel.page.keyboard.press('ArrowLeft');
    await panel.drawn();
    await expect.poll(() => sideSplit().getAttribute('aria-valuenow')).toBe('50');
    expect((await size('.side')).width).toBeCloseTo(565, 0);
    await panel.until(({ kept }) => kept.layout?.side === 50);
    await panel.reload(recorded, 500);
    expect((await size('.side')).width).toBeCloseTo(565, 0);
    await sideSplit().focus();
    await panel.page.keyboard.press('End');
    await panel.drawn();
    await expect.poll(() => sideSplit().getAttribute('aria-valuenow')).toBe('75');
    expect((await size('.stream')).width, 'room for the stream').toBeGreaterThanOrEqual(320);
    await panel.page.keyboard.press('Enter');
    await panel.drawn();
    expect((await size('.side')).width).toBeCloseTo(452, 0);
  });

  it('goes where it is drawn to, and back with a double click', async () => {
    await open(1400, 1000);
    const box = (await sideSplit().boundingBox())!;
    await panel.page.mouse.move(box.x + 3, box.y + 60);
    await panel.page.mouse.down();
    await panel.page.mouse.move(600, box.y + 60, { steps: 4 });
    await panel.page.mouse.up();
    await panel.drawn();
    expect((await size('.side')).width).toBeCloseTo(800, -1);
    await panel.page.mouse.move(300, box.y + 60);
    await panel.drawn();
    expect((await size('.side')).width, 'it has been let go').toBeCloseTo(800, -1);

    const before = await size('.timeline');
    const line = (await timelineSplit().boundingBox())!;
    await panel.page.mouse.move(400, line.y + 3);
    await panel.page.mouse.down();
    await panel.page.mouse.move(400, 520, { steps: 4 });
    await panel.page.mouse.up();
    await panel.drawn();
    expect((await size('.timeline')).height).toBeCloseTo(480, -1);
    await timelineSplit().dblclick();
    await panel.drawn();
    await expect.poll(() => size('.timeline')).toEqual(before);
    await panel.until(({ kept }) => kept.layout?.timeline === null && typeof kept.layout.side === 'number');
  });

  it('of the timeline is moved by the keyboard, and gone while it is folded', async () => {
    await open(1130, 1000);
    await timelineSplit().focus();
    await panel.page.keyboard.press('ArrowUp');
    await panel.page.keyboard.press('ArrowUp');
    await panel.drawn();
    await expect.poll(() => timelineSplit().getAttribute('aria-valuenow')).toBe('34');
    expect((await size('.timeline')).height).toBeCloseTo(340, 0);
    await panel.page.locator('#timeline-title').click();
    await panel.drawn();
    await expect.poll(() => timelineSplit().count()).toBe(0);
    expect((await size('.timeline')).height).toBeLessThan(30);
  });

  it('is none where the parts stand below one another', async () => {
    await open(700, 860);
    await expect.poll(() => panel.page.getByRole('separator').count()).toBe(0);
  });
});

describe('the tabs', () => {
  it('stand in one row beside the stream', async () => {
    await open(1300, 860);
    expect(await panel.page.locator('.tabs').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  });

  it.each([300, 780])('in a panel of %i pixels stay in one row, where the open one is in view', async (width) => {
    await open(width, 860);
    const tops = await panel.page.locator('.tab').evaluateAll((all) => new Set(all.map((each) => each.getBoundingClientRect().top)).size);
    expect(tops).toBe(1);
    for (const name of [/^Recording/, /^Item/]) {
      await panel.page.getByRole('tab', { name }).evaluate((tab: HTMLElement) => tab.click());
      await panel.drawn();
      const inView = await panel.page.evaluate(() => {
        const [strip, tab] = ['.tabs', '.tab[aria-selected="true"]'].map((selector) => document.querySelector(selector)!.getBoundingClientRect());
        return tab!.left >= strip!.left - 1 && tab!.right <= strip!.right + 1;
      });
      expect(inView, String(name)).toBe(true);
    }
  });

  it('a page has the whole width when it is enlarged, and the stream its place again afterwards', async () => {
    await open(1130, 860);
    await panel.page.locator('.stream-scroller').evaluate((scroller) => (scroller.scrollTop = 22 * 100));
    await panel.drawn();
    const before = await panel.seqsInView();
    const enlarge = panel.button('Enlarge Page');
    await enlarge.click();
    await panel.drawn();
    expect((await size('.side')).width).toBe(1130);
    await expect.poll(() => panel.page.locator('.stream').isVisible()).toBe(false);
    await expect.poll(() => enlarge.getAttribute('aria-pressed')).toBe('true');
    await panel.page.screenshot({ path: `${screenshots}/dark-modern-layout-enlarged.png` });
    await panel.until(({ kept }) => kept.layout?.enlarged === true);
    await enlarge.click();
    await panel.drawn();
    await expect.poll(() => panel.seqsInView()).toEqual(before);
    await expect.poll(() => sideSplit().count()).toBe(1);
  });
});

describe('a box of the pipeline', () => {
  it.each([1130, 1245])('%i pixels: tells what is in process and what waits, and the name of a handler', async (width) => {
    await open(width, 860);
    const cut = (selector: string): Promise<boolean> => panel.page.locator(selector).first().evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => scrollWidth > clientWidth || scrollHeight > clientHeight + 2);
    await expect.poll(() => panel.page.locator('[data-stage="handler"] .stage-title').first().innerText()).toBe('deployment-rollout');
    if (width > 1200) expect(await cut('[data-stage="handler"] .stage-title')).toBe(false);
    const facts = panel.page.locator('[data-stage="workqueue"] .stage-facts').first();
    await expect.poll(() => facts.innerText()).toMatch(/^1 processing · 1 waiting/);
    const shown = await facts.evaluate((element) => {
      const text = [...element.childNodes].find((node) => node.nodeType === Node.TEXT_NODE)!;
      const range = document.createRange();
      range.setStart(text, 0);
      range.setEnd(text, element.textContent.indexOf('waiting') + 'waiting'.length);
      return range.getBoundingClientRect().bottom <= element.getBoundingClientRect().bottom + 2;
    });
    expect(shown).toBe(true);
  });

  it('has a tooltip that tells what the box tells now', async () => {
    panel = await browser.open({ entries: 100, state: busy });
    await panel.page.locator('[data-stage="queue"]').hover();
    const tip = panel.page.getByRole('tooltip');
    await tip.filter({ hasText: '19,940 keys', visible: true }).waitFor();
    await panel.show({ ...busy, pipeline: { ...busy.pipeline, deltaQueue: { ...busy.pipeline.deltaQueue, keys: 5, deltas: 13 } } });
    await expect.poll(() => tip.innerText()).toContain('5 keys · 13 deltas');
    await panel.show(idle);
    // Nothing of an idle one is cut off.
    await tip.waitFor({ state: 'hidden' });
  });
});
