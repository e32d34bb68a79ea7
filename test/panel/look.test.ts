import { mkdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { busy, failing, idle, live, paused } from '../support/panelStates.ts';
import { contrasts } from './support/contrast.ts';
import { overflowing } from './support/overflowing.ts';
import type { PanelPage } from './support/panelPage.ts';
import { type ThemeName, themes } from './support/theme.ts';
import { useBrowser } from './support/useBrowser.ts';

const browser = useBrowser({ provokes: true });
let panel: PanelPage;

const screenshots = 'test/.artifacts/panel';

beforeAll(() => {
  mkdirSync(screenshots, { recursive: true });
});

const names = Object.keys(themes) as ThemeName[];
const sizes = [
  { width: 1090, height: 860 },
  { width: 900, height: 700 },
  { width: 560, height: 700 },
  { width: 1400, height: 860 },
  { width: 700, height: 430 }, // the same at 200 % zoom
  { width: 300, height: 860 },
];
const states = { idle, live, failing, paused, busy };

describe.each(names)('H2: %s', (theme) => {
  it.each(sizes)('H3: $width × $height: nothing is cut off, nothing overlaps', async ({ width, height }) => {
    panel = await browser.open({ theme, width, height, entries: 9412 });
    for (const [name, state] of Object.entries(states)) {
      await panel.show(state);
      if (name === 'paused') await panel.rows.nth(4).click();
      await panel.drawn();
      await panel.page.screenshot({ path: `${screenshots}/${theme}-${name}-${width}.png` });
      await expect.poll(() => overflowing(panel.page), { message: `${name}: wider than the panel` }).toEqual([]);
      await expect.poll(() => overlapping(), { message: `${name}: one over another` }).toEqual([]);
    }
    await panel.host((host) => host.grow(1_204));
    await panel.page.getByRole('button', { name: /new entries$/ }).waitFor();
    await panel.page.screenshot({ path: `${screenshots}/${theme}-new-${width}.png` });
    await expect.poll(() => overflowing(panel.page), { message: 'new entries: wider than the panel' }).toEqual([]);
    await expect.poll(() => overlapping(), { message: 'new entries: one over another' }).toEqual([]);
    await expect.poll(() => panel.troubles()).toEqual([]);
  });

  it('every text can be read: a contrast of 4.5 at least', async () => {
    // Entry 469 tells of an error.
    panel = await browser.open({ theme, entries: 475, state: paused });
    await panel.rows.nth(4).click();
    await panel.filter.fill('nonsense');
    await panel.page.getByText('No entry matches').waitFor();
    const unreadable = (await contrasts(panel.page)).filter(({ ratio }) => ratio < 4.5);
    await panel.filter.fill('');
    await panel.drawn();
    await panel.row(469).click();
    await panel.drawn();
    const colours = await panel.row(469).evaluate((row) => ['.cell-change', '.cell-stage'].map((cell) => getComputedStyle(row.querySelector(cell)!).color));
    expect(colours[0], 'an error stays one when it is selected').not.toBe(colours[1]);
    await panel.page.screenshot({ path: `${screenshots}/${theme}-error.png` });
    unreadable.push(...(await contrasts(panel.page)).filter(({ ratio }) => ratio < 4.5));
    expect(unreadable).toEqual([]);
  });
});

describe('H4: a change of theme', () => {
  it('needs no reload', async () => {
    panel = await browser.open({ theme: 'dark-modern', entries: 100, state: live });
    const background = (): Promise<string> => panel.page.locator('.stage').first().evaluate((stage) => getComputedStyle(stage).backgroundColor);
    const button = (): Promise<string> => panel.page.locator('.filter').evaluate((field) => getComputedStyle(field).backgroundColor);
    expect([await background(), await button()]).toEqual(['rgb(32, 32, 32)', 'rgb(49, 49, 49)']);
    await panel.page.evaluate(({ bodyClass, variables }) => {
      for (const [name, value] of Object.entries(variables)) document.documentElement.style.setProperty(name, value);
      document.body.className = bodyClass;
    }, themes['light-modern']);
    await panel.page.waitForFunction(() => getComputedStyle(document.querySelector('.filter')!).backgroundColor === 'rgb(255, 255, 255)');
    await expect.poll(() => background()).toBe('rgb(248, 248, 248)');
    await expect.poll(() => panel.troubles()).toEqual([]);
  });
});

describe('H5: sizes', () => {
  it('are VS Code’s: 13 px, rows of 22 px', async () => {
    panel = await browser.open({ entries: 100, state: live });
    const size = await panel.rows.nth(2).evaluate((row) => ({ font: getComputedStyle(row).fontSize, height: row.getBoundingClientRect().height }));
    expect(size).toEqual({ font: '13px', height: 22 });
  });

  it('the icons are the codicon font’s', async () => {
    panel = await browser.open({ state: live });
    await panel.page.waitForFunction(() => document.fonts.check('16px codicon'));
    expect(await panel.page.evaluate(() => [...document.fonts].some(({ family, status }) => family === 'codicon' && status === 'loaded'))).toBe(true);
  });
});

describe('a pause', () => {
  it.each(sizes)('$width × $height: moves nothing but what it is about', async ({ width, height }) => {
    panel = await browser.open({ width, height, entries: 500, state: live });
    const place = (): Promise<number> => panel.page.locator('.stream-header').evaluate((header) => header.getBoundingClientRect().top);
    const before = await place();
    for (const state of [paused, busy, failing, live]) {
      await panel.show(state);
      await expect.poll(() => place()).toBe(before);
    }
  });

  it('can be stepped on from further down, where the queues are, in a narrow panel', async () => {
    panel = await browser.open({ width: 700, height: 430, entries: 500, state: paused });
    await panel.page.locator('.tab-page').scrollIntoViewIfNeeded();
    await panel.drawn();
    const inView = await panel.page.evaluate(() => {
      const { left, top, width, height } = document.querySelector('#step')!.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.tool')?.id;
    });
    expect(inView).toBe('step');
  });

  it('at 200 % zoom there are entries in view', async () => {
    panel = await browser.open({ width: 700, height: 430, entries: 500, state: paused });
    const bottom = await panel.rows.nth(5).evaluate((row) => row.getBoundingClientRect().bottom);
    expect(bottom).toBeLessThan(430);
  });
});

/** Buttons, fields and lines of the header and over the list that stand on one another. */
function overlapping(): Promise<string[]> {
  return panel.page.evaluate(() =>
    ['.header > *', '.toolbar > *', '.stream-bar > *', '.stage-head > *'].flatMap((selector) => {
      const all = [...document.querySelectorAll(selector)].map((element) => ({ element, box: element.getBoundingClientRect() }));
      return all.flatMap(({ element, box }, index) =>
        all
          .slice(index + 1)
          .filter((other) => box.left < other.box.right - 1 && other.box.left < box.right - 1 && box.top < other.box.bottom - 1 && other.box.top < box.bottom - 1)
          .map((other) => `${element.outerHTML.slice(0, 60)} and ${other.element.outerHTML.slice(0, 60)}`),
      );
    }),
  );
}
