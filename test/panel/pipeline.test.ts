import { mkdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PanelState } from '../../extension/protocol/messages.ts';
import { busy, live, paused } from '../support/panelStates.ts';
import type { PanelPage } from './support/panelPage.ts';
import { type ThemeName, themes } from './support/theme.ts';
import { useBrowser } from './support/useBrowser.ts';

const browser = useBrowser();
let panel: PanelPage;

const screenshots = 'test/.artifacts/panel';

beforeAll(() => {
  mkdirSync(screenshots, { recursive: true });
});

const stage = (id: string) => panel.page.locator(`.stage[data-stage="${id}"]`);

/** Twenty controllers, each with its handler. */
function crowded(): PanelState {
  const names = Array.from({ length: 20 }, (_, index) => `controller-${index}`);
  const named = <Each extends object>(each: Each): (Each & { name: string })[] => names.map((name) => Object.assign({}, each, { name }));
  const { handlers, workers } = live.pipeline;
  return { ...live, pipeline: { ...live.pipeline, handlers: named(handlers[0]!), workers: { controllers: named(workers.controllers[0]!) } } };
}

describe('what has passed to and from the workers', () => {
  const held = (point: 'reconcile.read' | 'reconcile.write'): PanelState => ({ ...paused, stepper: { ...paused.stepper, held: [{ ...paused.stepper.held[0]!, point, owner: 'deployment-rollout', key: 'web/api' }] } });
  const labels = (): Promise<string[]> => panel.page.locator('.edge-label').allTextContents();

  it.each([1300, 700])('is a figure on the line, which a key that is held there takes the place of (%d px)', async (width) => {
    panel = await browser.open({ width, state: paused });
    await expect.poll(() => labels()).toEqual([expect.stringMatching(/ reads$/), expect.stringMatching(/ writes$/)]);
    await panel.show(held('reconcile.write'));
    await expect.poll(() => labels()).toEqual([expect.stringMatching(/ reads$/)]);
    await panel.show(held('reconcile.read'));
    await expect.poll(() => labels()).toEqual([expect.stringMatching(/ writes$/)]);
  });
});

describe('a stage', () => {
  it('leads to the page that tells more, and offers its entries', async () => {
    panel = await browser.open({ entries: 1000, state: live });
    await stage('store').click();
    await panel.drawn();
    await expect.poll(() => panel.page.getByRole('tab', { name: 'Cache' }).getAttribute('aria-selected')).toBe('true');
    await panel.button('Show Only stage:store').click();
    await panel.until((host) => host.sentOf('stream/view').at(-1)!.body.filter === 'stage:store');
    await panel.drawn();
    expect(new Set(await panel.page.locator('.stream-body .cell-stage').allInnerTexts())).toEqual(new Set(['Indexer']));
    await expect.poll(() => panel.page.locator('#offer').count()).toBe(0);
  });

  it.each([
    ['reflector', 'API server'],
    ['queue', 'Queues'],
    ['handler', 'Queues'],
    ['workqueue', 'Queues'],
  ])('%s leads to %s, by the keyboard', async (id, tab) => {
    panel = await browser.open({ entries: 100, state: live });
    await panel.page.getByRole('tab', { name: 'Chain' }).click();
    await stage(id).first().focus();
    await panel.page.keyboard.press('Enter');
    await panel.drawn();
    await expect.poll(() => panel.page.getByRole('tab', { name: tab }).getAttribute('aria-selected')).toBe('true');
  });

  it('is brought into view on its page', async () => {
    panel = await browser.open({ entries: 100, height: 600, state: live });
    await panel.page.getByRole('tab', { name: 'Chain' }).click();
    await stage('workqueue').click();
    await panel.page.waitForFunction(() => {
      const heading = document.querySelector('#work-queues-title')?.getBoundingClientRect();
      const side = document.querySelector('.side')!.getBoundingClientRect();
      return heading !== undefined && heading.top >= side.top - 1 && heading.bottom <= side.bottom + 1;
    });
  });

  it('has a menu of what can be done with it, for pointer and keyboard, which closes with Escape and gives the focus back', async () => {
    panel = await browser.open({ entries: 1000, state: live });
    await stage('queue').click({ button: 'right' });
    await expect.poll(() => panel.page.getByRole('menuitem').allInnerTexts()).toEqual(['Show Details of DeltaFIFO', 'Show Only stage:queue', 'Show All But -stage:queue', 'The article tells 7 things otherwise']);
    await panel.page.keyboard.press('Escape');
    await stage('queue').focus();
    await panel.page.keyboard.press('Shift+F10');
    await panel.page.keyboard.press('ArrowDown');
    await panel.page.keyboard.press('Escape');
    await expect.poll(() => panel.page.evaluate(() => document.activeElement?.getAttribute('data-stage'))).toBe('queue');
    await panel.page.keyboard.press('Shift+F10');
    await panel.page.keyboard.press('End');
    await panel.page.keyboard.press('ArrowUp');
    await panel.page.keyboard.press('Enter');
    await panel.until((host) => host.sentOf('stream/view').at(-1)!.body.filter === '-stage:queue');
  });

  it('is reached by one Tab, and the others from there by the arrow keys in every direction', async () => {
    panel = await browser.open({ entries: 100, state: live });
    await expect.poll(() => panel.page.locator('button.stage[tabindex="0"]').count()).toBe(1);
    await stage('apiserver').focus();
    const visited: (string | null)[] = [];
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowRight', 'End', 'ArrowUp', 'Home']) {
      await panel.page.keyboard.press(key);
      visited.push(await panel.page.evaluate(() => document.activeElement!.getAttribute('data-stage')));
    }
    expect(visited).toEqual(['reflector', 'queue', 'store', 'reconcile', 'workqueue', 'apiserver']);
  });

  it('tells for how long it has had nothing to do, also between two pictures', async () => {
    panel = await browser.open({ entries: 100, state: live });
    const age = async (): Promise<number> => Number.parseFloat((await stage('workqueue').locator('.stage-age').innerText()).replace(/ s$/, ''));
    const before = await age();
    await panel.page.waitForFunction((shown) => Number.parseFloat(document.querySelector('.stage[data-stage="workqueue"] .stage-age')!.textContent) > shown + 0.4, before);
  });

  it('has a line of how busy it was in the last half minute', async () => {
    panel = await browser.open({ entries: 100, state: live });
    // One bar for each second of it that has passed since; a slow machine may have let some go by.
    const bars = (await stage('queue').locator('.spark path').getAttribute('d'))!.match(/M/g)!.length;
    expect(bars).toBeGreaterThan(5);
    expect(bars).toBeLessThanOrEqual(30);
  });
});

describe('the ways', () => {
  it('of one call are drawn apart from what is handed over, and a legend says which are which', async () => {
    panel = await browser.open({ entries: 100, state: live });
    const dashes = (kind: string): Promise<string> => panel.page.locator(`.stages > g > .${kind}`).first().evaluate((edge) => getComputedStyle(edge).strokeDasharray);
    await expect.poll(() => dashes('edge-sync')).toBe('none');
    await expect.poll(() => dashes('edge-async')).not.toBe('none');
    expect((await panel.page.locator('.legend').innerText()).replace(/\s+/g, ' ')).toBe('one call handed over');
  });

  it('say to the pointer what passes there', async () => {
    panel = await browser.open({ entries: 100, state: live });
    const hit = panel.page.locator('.edge-hit').first();
    const box = (await hit.boundingBox())!;
    await panel.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await panel.page.getByRole('tooltip').filter({ hasText: 'the server streams each change', visible: true }).waitFor();
  });

  it('light up where something has passed, and nothing moves for who does not want it', async () => {
    panel = await browser.open({ entries: 100, state: live });
    await panel.page.emulateMedia({ reducedMotion: 'reduce' });
    await panel.show({ ...live, pipeline: { ...live.pipeline, deltaQueue: { ...live.pipeline.deltaQueue, added: 20_000 } } });
    await expect.poll(() => panel.page.locator('.edge-flowing').count()).toBe(1);
    await expect.poll(() => panel.page.locator('.edge').first().evaluate((edge) => getComputedStyle(edge).transitionDuration)).toBe('0s');
    await panel.page.waitForFunction(() => document.querySelector('.edge-flowing') === null);
  });
});

describe('what is held', () => {
  it('is drawn at its gate with its key, and its stage says so', async () => {
    panel = await browser.open({ entries: 100, state: busy });
    await expect.poll(() => panel.page.locator('.gate-key').allInnerTexts()).toEqual(['kube-system/coredns-6f6b679f8f-4mkqz', 'web/api']);
    const box = (await stage('queue').boundingBox())!;
    const dot = (await panel.page.locator('.gate circle').first().boundingBox())!;
    // Behind the queue, on the way to the Indexer and the handlers.
    expect(dot.x).toBeGreaterThan(box.x + box.width - 8);
    expect(dot.x).toBeLessThan((await stage('store').boundingBox())!.x);
    await expect.poll(() => stage('queue').getAttribute('aria-label')).toContain('Held before queue.pop kube-system/coredns-6f6b679f8f-4mkqz');
  });

  it('is drawn where it has gone on from, while it is in hand', async () => {
    const inHand = { point: 'queue.pop', owner: 'v1/pods', key: 'web/api', held: false };
    panel = await browser.open({ entries: 100, state: { ...live, stepper: { ...paused.stepper, held: [], heldCount: 0, chosen: null, inHand } } });
    await expect.poll(() => panel.page.locator('.gate-passed .gate-key').innerText()).toBe('web/api');
  });
});

describe('twenty controllers', () => {
  it('are folded, and drawn when asked for', async () => {
    panel = await browser.open({ entries: 100, state: crowded() });
    await expect.poll(() => panel.page.getByRole('listitem').filter({ has: panel.page.locator('.stage') }).count()).toBe(8);
    await panel.page.getByRole('button', { name: '+19 more' }).click();
    await panel.drawn();
    await expect.poll(() => stage('handler').count()).toBe(20);
    await expect.poll(() => stage('reconcile').nth(19).getAttribute('aria-label')).toMatch(/^controller-19, Workers: 1 of 2 busy/);
    await panel.button('Show Fewer Handlers').click();
    await panel.drawn();
    await expect.poll(() => stage('handler').count()).toBe(1);
  });
});

describe.each(Object.keys(themes) as ThemeName[])('H2, H3: %s', (theme) => {
  it.each([1400, 900, 560, 300])('%i px: no box over another, no box outside', async (width) => {
    panel = await browser.open({ theme, width, height: 700, entries: 100, state: busy });
    for (const [name, state] of Object.entries({ busy, crowded: crowded() })) {
      await panel.show(state);
      await panel.page.locator('.pipeline').screenshot({ path: `${screenshots}/${theme}-pipeline-${name}-${width}.png` });
      const boxes = await panel.page.locator('button.stage').evaluateAll((stages) => stages.map((each) => each.getBoundingClientRect().toJSON() as DOMRect));
      for (const [index, box] of boxes.entries()) {
        expect(box.left >= 0 && box.right <= width).toBe(true);
        for (const other of boxes.slice(index + 1)) {
          expect(box.left < other.right - 1 && other.left < box.right - 1 && box.top < other.bottom - 1 && other.top < box.bottom - 1).toBe(false);
        }
      }
    }
  });
});
