import { describe, expect, it } from 'vitest';
import { chainPictureOf, rollout } from '../../support/chainPictures.ts';
import { lintsPicture, oneOfEach } from '../../support/lintViews.ts';
import { live } from '../../support/panelStates.ts';
import type { PanelBrowser, PanelPage } from '../support/panelPage.ts';
import { useBrowser } from '../support/useBrowser.ts';

const raised = { ...live, lints: { raised: oneOfEach.length, newest: oneOfEach[0]!, ofKeys: [] } };

const browser = useBrowser();
let panel: PanelPage;

async function open(options: Parameters<PanelBrowser['open']>[0] = {}, picture = lintsPicture): Promise<void> {
  panel = await browser.open({ entries: 100, state: raised, ...options });
  await panel.host((host, given) => host.picture('lints', given), picture);
  await panel.page.getByRole('tab', { name: /^Lints/ }).click();
  await panel.drawn();
}

describe('the page of lints', () => {
  it('tells what was found, since when, what it means and what to do, and how bad it is in words', async () => {
    await open();
    const { page } = panel;
    await expect.poll(() => page.getByRole('article').count()).toBe(oneOfEach.length);
    const loop = page.getByRole('article', { name: /Hot loop/ });
    await expect.poll(() => loop.innerText()).toContain('spec.replicas of web/worker flips 2 ↔ 3, written in turn by hpa and deployment-rollout: 14 times in 5.0 s.');
    await expect.poll(() => loop.innerText()).toContain('What to do: let one of them own the field');
    await expect.poll(() => page.getByRole('heading', { name: /^Error: Hot loop/ }).innerText()).toMatch(/for \d\d s/);
    await expect.poll(() => page.getByRole('heading', { name: /^Warning: Silent watch/ }).count()).toBe(1);
    for (const text of await page.getByRole('article').allInnerTexts()) expect(text).not.toMatch(/\{\w+\}|undefined/);
  });

  it('leads to the entries that show it', async () => {
    await open();
    const evidence = panel.page.getByRole('article', { name: /Hot loop/ }).getByRole('list', { name: 'Evidence' });
    await expect.poll(() => evidence.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringContaining('reconcile.write'),
      expect.stringContaining('spec.replicas 3→2'),
      expect.stringContaining('not kept any more'),
    ]);
    await expect.poll(() => evidence.getByRole('button').nth(2).isDisabled()).toBe(true);
    await evidence.getByRole('button', { name: 'Go to entry #4' }).click();
    await panel.page.locator('.row[aria-selected="true"][aria-label^="#4,"]').waitFor();
  });

  it('has those that are gone below, folded up', async () => {
    await open();
    const gone = panel.page.getByRole('button', { name: /Gone/ });
    await expect.poll(() => gone.getAttribute('aria-expanded')).toBe('false');
    await gone.click();
    await panel.drawn();
    await expect.poll(() => panel.page.locator('#lints-gone article').innerText()).toContain('for 31 s, gone');
    await panel.reload(raised, 100);
    await panel.host((host, given) => host.picture('lints', given), lintsPicture);
    await panel.drawn();
    await expect.poll(() => gone.getAttribute('aria-expanded')).toBe('true');
  });

  it('says so when there is nothing, and what is looked for', async () => {
    await open({ state: live }, { raised: [], cleared: [] });
    await panel.page.getByText('Nothing looks wrong.').waitFor();
    await expect.poll(() => panel.page.getByRole('tabpanel').innerText()).toContain('hot loops');
  });

  it('has the number of those that are raised on its tab, whatever page is open', async () => {
    panel = await browser.open({ state: live });
    const tab = panel.page.getByRole('tab', { name: /^Lints/ });
    await expect.poll(() => tab.textContent()).toBe('Lints');
    await panel.show(raised);
    await expect.poll(() => tab.textContent()).toBe(`Lints${oneOfEach.length}`);
  });

  it('announces one that is raised, and of many in a moment not each', async () => {
    panel = await browser.open({ state: live });
    for (const [index, newest] of oneOfEach.toReversed().entries()) await panel.show({ ...live, lints: { raised: index + 1, newest, ofKeys: [] } });
    const spoken = await panel.page.getByRole('status').innerText();
    expect(spoken).toMatch(/^Raised: Hot loop\. spec\.replicas of web\/worker flips/);
  });

  it('is told of in a sentence beside the chain of a key that it concerns', async () => {
    const ofKey = { ...oneOfEach.at(-1)!, key: 'web/api', entries: [] };
    panel = await browser.open({ entries: rollout.length, state: { ...live, lints: { raised: 2, newest: ofKey, ofKeys: [ofKey, oneOfEach[0]!] } } });
    await panel.host((host, given) => host.picture('chain', given as never), chainPictureOf(rollout, 15) as unknown as string);
    await panel.rows.first().click();
    await panel.page.getByRole('tab', { name: 'Chain' }).click();
    const note = panel.page.locator('.chain').getByRole('region', { name: 'Lints' });
    await expect.poll(() => note.getByRole('article').allInnerTexts()).toEqual([expect.stringContaining('spec.replicas of web/api flips 2 ↔ 3')]);
    await note.getByRole('button', { name: 'Show the evidence' }).click();
    await panel.page.getByRole('tab', { name: /^Lints/, selected: true }).waitFor();
  });

  it('shows what a cluster sends as text', async () => {
    const hostile = '<img src=x onerror=alert(1)>';
    const lint = { ...oneOfEach.at(-1)!, key: hostile, evidence: { ...oneOfEach.at(-1)!.evidence, values: [hostile, '2'], writers: [hostile] } };
    await open({}, { raised: [lint], cleared: [] });
    await expect.poll(() => panel.page.getByRole('article').innerText()).toContain(hostile);
    await expect.poll(() => panel.page.locator('.lint img').count()).toBe(0);
  });

  it.each([
    [1400, 'dark-modern'],
    [300, 'light-modern'],
    [700, 'hc-dark'],
    [1400, 'hc-light'],
  ] as const)('fits into %d px', async (width, theme) => {
    await open({ width, theme });
    await panel.page.screenshot({ path: `test/.artifacts/panel/lints-${theme}-${width}.png` });
    const overflow = await panel.page.evaluate(() => [...document.querySelectorAll('.lint')].filter((card) => card.scrollWidth > card.clientWidth + 1).length);
    expect(overflow).toBe(0);
  });
});
