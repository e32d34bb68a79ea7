import { describe, expect, it } from 'vitest';
import { live, paused } from '../support/panelStates.ts';
import type { PanelPage } from './support/panelPage.ts';
import { useBrowser } from './support/useBrowser.ts';

const browser = useBrowser();
let panel: PanelPage;

describe('A3: structure', () => {
  it('one h1, landmarks, and headings in order', async () => {
    panel = await browser.open({ entries: 100, state: paused });
    const { page } = panel;
    await expect.poll(() => page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual([expect.stringContaining('kind-dev')]);
    for (const landmark of ['banner', 'main', 'complementary'] as const) expect(await page.getByRole(landmark).count()).toBe(1);
    await expect.poll(() => page.getByRole('region', { name: 'Pipeline' }).count()).toBe(1);
    await expect.poll(() => page.getByRole('region', { name: 'Trace entries' }).count()).toBe(1);
    const levels = await page.evaluate(() => [...document.querySelectorAll('h1, h2, h3')].map(({ localName }) => Number(localName.slice(1))));
    for (const [place, level] of levels.entries()) expect(level - (levels[place - 1] ?? 0)).toBeLessThanOrEqual(1);
  });

  it('everything that can be operated has a name, and all names tell things apart', async () => {
    panel = await browser.open({ entries: 100, state: paused });
    await panel.rows.nth(3).click();
    await panel.drawn();
    const snapshot = await panel.page.locator('body').ariaSnapshot();
    const operable = snapshot.split('\n').filter((line) => /^\s*- (button|combobox|textbox)\b/.test(line));
    expect(operable.length).toBeGreaterThan(9);
    for (const line of operable) expect(line).toMatch(/^\s*- (button|combobox|textbox) "[^"]+/);
    expect(snapshot).not.toContain('Icon Button');
    expect(snapshot).not.toContain('Text field');
  });

  it('the list tells of all its rows and columns, not only of those that exist', async () => {
    // Wide enough for every column.
    panel = await browser.open({ entries: 70_000, state: live, width: 1600 });
    await expect.poll(() => panel.grid.getAttribute('aria-rowcount')).toBe('70001');
    await expect.poll(() => panel.grid.getAttribute('aria-colcount')).toBe('7');
    await expect.poll(() => panel.grid.getByRole('columnheader').allInnerTexts()).toEqual(['#', 'Time', 'Stage', 'What', 'Key', 'Change', 'RV']);
    await expect.poll(() => panel.rows.nth(5).getAttribute('aria-rowindex')).toBe('7');
  });
});

describe('A6: the pipeline', () => {
  it('is a list of its stages with a summary in words', async () => {
    panel = await browser.open({ state: paused });
    const stages = panel.page.getByRole('list', { name: 'Pipeline' });
    await expect.poll(() => stages.getByRole('listitem').count()).toBe(8);
    const summary = await stages.evaluate((list) => document.getElementById(list.getAttribute('aria-describedby')!)!.textContent);
    expect(summary).toMatch(/^The API server streams .* From the API server to the workers: API server: .*; Workers: 1 of 2 busy, .*\.$/);
    expect(summary).toContain('Held before queue.pop web/api-7d4b9c6f8-x2x1');
  });
});

describe('A4: the live region', () => {
  const spoken = (): Promise<string> => panel.page.getByRole('status').innerText();

  it('says when something is held; the stream is not live', async () => {
    panel = await browser.open({ entries: 100, state: live });
    await panel.host((host) => host.grow(50));
    await panel.drawn();
    await expect.poll(() => spoken()).toBe('');
    await expect.poll(() => panel.page.locator('[aria-live]').count()).toBe(1);
    await panel.show(paused);
    await expect.poll(() => spoken()).toBe('Held before queue.pop: web/api-7d4b9c6f8-x2x1.');
  });

  it('says no more than can be listened to: of many steps, the first and the last', async () => {
    panel = await browser.open({ state: live });
    await panel.page.evaluate(() => {
      const said: string[] = [];
      Object.assign(window, { said });
      new MutationObserver(() => said.push(document.querySelector('#live')!.textContent)).observe(document.querySelector('#live')!, { childList: true });
    });
    for (let step = 1; step <= 10; step++) {
      await panel.show({ ...paused, stepper: { ...paused.stepper, held: [{ ...paused.stepper.held[0]!, id: step, key: `web/pod-${step}` }], chosen: step } });
    }
    await panel.page.getByText('Held before queue.pop: web/pod-10.').waitFor({ state: 'attached' });
    await expect.poll(() => panel.page.evaluate(() => (window as unknown as { readonly said: string[] }).said.length)).toBeLessThanOrEqual(4);
  });
});

describe('A1: tab order', () => {
  it('follows the reading order, and everything has its place in it', async () => {
    panel = await browser.open({ entries: 100, state: paused });
    await panel.row(95).click();
    await panel.drawn();
    const names: string[] = [];
    await panel.page.getByRole('combobox', { name: 'Informer' }).focus();
    for (let stop = 0; stop < 18; stop++) {
      names.push(
        await panel.page.evaluate(() => {
          const element = document.activeElement!;
          if (element === document.body) return '';
          return (element.getAttribute('aria-label') ?? element.textContent).replace(/\s+/g, ' ').trim();
        }),
      );
      await panel.page.keyboard.press('Tab');
    }
    const order = ['Informer', 'Continue', 'API server', 'Filter entries', 'Follow', '#95, Reconcile', 'Item', 'Close Details', 'Go to entry #94', 'Break on This Key'];
    const places = order.map((name) => names.findIndex((each) => each.startsWith(name)));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
  });
});

describe('A2: the focus', () => {
  it('is seen, in the colour of the theme', async () => {
    panel = await browser.open({ entries: 100, state: paused });
    await panel.page.getByRole('button', { name: /^DeltaFIFO(?!:)/ }).focus();
    await panel.page.keyboard.press('Shift+Tab');
    await panel.page.keyboard.press('Tab');
    const outline = await panel.page.getByRole('button', { name: /^DeltaFIFO(?!:)/ }).evaluate((button) => {
      const { outlineStyle, outlineColor } = getComputedStyle(button);
      return { outlineStyle, outlineColor };
    });
    expect(outline).toEqual({ outlineStyle: 'solid', outlineColor: 'rgb(0, 120, 212)' });
  });
});

describe('A5: motion', () => {
  it('there is none for who does not want it', async () => {
    panel = await browser.open();
    const animation = (): Promise<string> => panel.page.locator('.skeleton').evaluate((skeleton) => getComputedStyle(skeleton).animationName);
    await expect.poll(() => animation()).toBe('skeleton');
    await panel.page.emulateMedia({ reducedMotion: 'reduce' });
    await expect.poll(() => animation()).toBe('none');
    await panel.page.emulateMedia({ reducedMotion: 'no-preference' });
    await panel.page.evaluate(() => document.body.classList.add('vscode-reduce-motion'));
    await expect.poll(() => animation()).toBe('none');
  });
});
