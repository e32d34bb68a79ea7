import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { live } from '../support/panelStates.ts';
import { serverPicture } from '../support/serverPictures.ts';
import type { PanelPage } from './support/panelPage.ts';
import { useBrowser } from './support/useBrowser.ts';

const browser = useBrowser();
let panel: PanelPage;

async function openServer(language: string, tab: string): Promise<void> {
  panel = await browser.open({ state: live, language });
  await panel.host((host, given) => host.picture('server', given), serverPicture);
  await panel.page.getByRole('tab', { name: tab }).click();
  await panel.drawn();
}

describe('what the article tells otherwise', () => {
  it('is told on the page that shows it, both sides, and in the other language after one more click', async () => {
    await openServer('en', 'API server');
    await panel.page.getByText('The article tells 9 things otherwise').click();
    const ring = panel.page.locator('.article-note', { hasText: 'ring of 100 events' });
    expect((await ring.innerText()).replace(/\s*\n\s*/g, ' | ')).toMatch(/^The article says \| the watch cache is a ring of 100 events.* \| In truth \| it begins with 100 and adapts, up to 102,400.* A-10 A-11/);
    await ring.getByText('中文').click();
    const chinese = ring.locator('.article-other dd').first();
    await expect.poll(() => chinese.innerText()).toContain('固定 100 个事件的环形缓冲');
    await expect.poll(() => chinese.getAttribute('lang')).toBe('zh-CN');
    await panel.page.screenshot({ path: 'test/.artifacts/panel/article-en.png' });
  });

  it('is told in the language of the panel, whose texts are in it too', async () => {
    await openServer('zh-CN', 'API server');
    await expect.poll(() => panel.page.evaluate(() => document.documentElement.lang)).toBe('zh-CN');
    await expect.poll(() => panel.page.getByRole('button', { name: '暂停' }).count()).toBe(1);
    await panel.page.getByText('有 9 处与文章所述不同').click();
    const ring = panel.page.locator('.article-note', { hasText: '环形缓冲' });
    await expect.poll(() => ring.locator('dd').nth(1).innerText()).toContain('初始为 100');
    await ring.getByText('English').click();
    await expect.poll(() => ring.locator('.article-other dd').first().getAttribute('lang')).toBe('en');
    await panel.page.screenshot({ path: 'test/.artifacts/panel/article-zh.png' });
  });
});

describe('a stage of which the article tells something otherwise', () => {
  const notes = (): Locator => panel.page.getByRole('dialog', { name: 'WorkQueue: The article tells 3 things otherwise' });

  it('has a mark, which opens the notes of that stage and leads nowhere else; Escape closes them', async () => {
    panel = await browser.open({ state: live });
    await expect.poll(() => panel.page.locator('.stage:has(.stage-article)').count()).toBe(await panel.page.locator('.stage').count());
    await panel.page.locator('.stage[data-stage="workqueue"] .stage-article').click();
    await expect.poll(() => notes().locator('dd').first().innerText()).toContain('the work queue waits from 1 s to 5 min');
    await expect.poll(() => notes().getByRole('listitem').count()).toBe(3);
    await expect.poll(() => panel.page.evaluate(() => document.activeElement!.className)).toBe('stage-notes');
    await panel.page.screenshot({ path: 'test/.artifacts/panel/article-stage.png' });
    await panel.page.keyboard.press('Escape');
    await expect.poll(() => notes().isVisible()).toBe(false);
    await expect.poll(() => panel.page.evaluate(() => (document.activeElement as HTMLElement).dataset['stage'])).toBe('workqueue');
    await expect.poll(() => panel.page.getByText('Show Only').count()).toBe(0);
  });

  it('has them in its menu, for the keyboard', async () => {
    panel = await browser.open({ state: live });
    await panel.page.locator('.stage[data-stage="workqueue"]').focus();
    await panel.page.keyboard.press('Shift+F10');
    await panel.page.getByRole('menuitem', { name: 'The article tells 3 things otherwise' }).click();
    await notes().waitFor();
  });
});
