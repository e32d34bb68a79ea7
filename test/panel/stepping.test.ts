import { describe, expect, it } from 'vitest';
import type { PanelState } from '../../extension/protocol/messages.ts';
import { notStepped } from '../../extension/protocol/stepping.ts';
import { busy, ended, live, none, paused } from '../support/panelStates.ts';
import type { PanelPage } from './support/panelPage.ts';
import { useBrowser } from './support/useBrowser.ts';

const browser = useBrowser();
let panel: PanelPage;

const enabled = (): Promise<string[]> =>
  panel.page.evaluate(() => [...document.querySelectorAll('.toolbar > .tool:not([aria-disabled="true"])')].map(({ id }) => id));
const textOf = async (selector: string): Promise<string> => (await panel.page.locator(selector).innerText()).replace(/\s+/g, ' ').trim();
const focused = (): Promise<string | undefined> => panel.page.evaluate(() => document.activeElement?.id);
const asked = (): Promise<string[]> => panel.host((host) => host.sent.map(({ type }) => type).filter((type) => /^(stepper|breakpoint|whatIf)\//.test(type)));
const withStepper = (stepper: Partial<PanelState['stepper']>): PanelState => ({ ...paused, stepper: { ...paused.stepper, ...stepper } });
const nothingHeld: PanelState = { ...paused, stepper: { ...notStepped, paused: true, reason: { type: 'pause', detail: '' } } };

describe('the toolbar', () => {
  it.each([
    ['live', live, ['pause', 'run-to-key', 'slow-motion', 'more']],
    ['paused with something held', paused, ['continue', 'step-over', 'step', 'step-out', 'run-to-key', 'slow-motion', 'more']],
    ['paused with nothing held', nothingHeld, ['continue', 'run-to-key', 'slow-motion', 'more']],
    ['held by a breakpoint, not paused', withStepper({ paused: false }), ['continue', 'step-over', 'step', 'step-out', 'run-to-key', 'slow-motion', 'more']],
    ['ended', ended, ['slow-motion', 'more']],
    ['ended while it was paused', { ...paused, session: ended.session }, ['slow-motion', 'more']],
    ['without session', none, ['slow-motion', 'more']],
  ] as const)('%s: what makes no sense is disabled', async (_, state, expected) => {
    panel = await browser.open({ state });
    await expect.poll(() => enabled()).toEqual(expected);
  });

  it('has the order of VS Code’s debugger, and tells its keys', async () => {
    panel = await browser.open({ state: paused });
    const buttons = await panel.page.evaluate(() => [...document.querySelectorAll<HTMLElement>('.toolbar > .tool')].map((tool) => tool.dataset['tip']));
    expect(buttons).toEqual(['Continue (F5)', 'Step Over (F10)', 'Step (F11)', 'Step Out (Shift+F11)', 'Run to Key…', 'Slow motion', 'More stepping']);
    await panel.show(live);
    await expect.poll(() => panel.page.locator('.toolbar > .tool').first().getAttribute('aria-keyshortcuts')).toBe('F6');
  });

  it('draws Continue as what to do next only while there is something to continue', async () => {
    panel = await browser.open({ state: paused });
    await expect.poll(() => panel.page.locator('.tool-primary').innerText()).toBe('Continue');
    await panel.show({ ...paused, session: ended.session });
    await expect.poll(() => panel.page.locator('.tool-primary').count()).toBe(0);
  });

  it('asks the host, which alone says what is so', async () => {
    panel = await browser.open({ state: live });
    await panel.button('Pause').click();
    await expect.poll(() => enabled()).toContain('pause');
    await panel.show(paused);
    for (const name of ['Step Over', 'Step', 'Step Out', 'Run to Key…', 'Continue']) await panel.button(name).click();
    await expect.poll(() => asked()).toEqual(['stepper/pause', 'stepper/over', 'stepper/step', 'stepper/out', 'stepper/runTo', 'stepper/continue']);
  });

  it('A1: is one tab stop, and the arrow keys go between its buttons', async () => {
    panel = await browser.open({ state: paused });
    await panel.page.getByRole('combobox').first().focus();
    await panel.page.keyboard.press('Tab');
    await expect.poll(() => focused()).toBe('continue');
    await panel.page.keyboard.press('ArrowRight');
    await expect.poll(() => focused()).toBe('step-over');
    await panel.page.keyboard.press('End');
    await expect.poll(() => focused()).toBe('more');
    await panel.page.keyboard.press('ArrowRight');
    await expect.poll(() => focused()).toBe('continue');
    await panel.page.keyboard.press('Shift+Tab');
    await expect.poll(() => panel.page.evaluate(() => document.activeElement?.localName)).toBe('vscode-dropdown');
  });

  it('A1: the keyboard goes from Pause to Step, and from Continue to Pause', async () => {
    panel = await browser.open({ state: live });
    await panel.page.locator('#pause').focus();
    await panel.page.keyboard.press('Enter');
    await panel.show(paused);
    await expect.poll(() => focused()).toBe('step');
    await panel.page.keyboard.press('Home');
    await panel.page.keyboard.press('Enter');
    await panel.show(live);
    await expect.poll(() => focused()).toBe('pause');
    await expect.poll(() => asked()).toEqual(['stepper/pause', 'stepper/continue']);
  });

  it('A1: stepping on beyond the last key does not continue', async () => {
    panel = await browser.open({ state: paused });
    await panel.page.locator('#step').focus();
    await panel.page.keyboard.press('Enter');
    await panel.show(nothingHeld);
    await expect.poll(() => focused()).toBe('step');
    await panel.page.keyboard.press('Enter');
    await panel.show(paused);
    await panel.page.keyboard.press('Enter');
    await expect.poll(() => asked()).toEqual(['stepper/step', 'stepper/step']);
  });
});

describe('slow motion', () => {
  it('is chosen from a menu, which the keyboard goes through and Escape closes', async () => {
    panel = await browser.open({ state: live });
    await panel.page.locator('#slow-motion').focus();
    await panel.page.keyboard.press('Enter');
    await panel.page.locator('#slow-0:focus').waitFor();
    await panel.page.keyboard.press('ArrowUp');
    await expect.poll(() => focused()).toBe('slow-3000');
    await panel.page.keyboard.press('Escape');
    await expect.poll(() => focused()).toBe('slow-motion');
    await expect.poll(() => panel.page.locator('#slow-motion-menu').isVisible()).toBe(false);
    await panel.page.keyboard.press('Enter');
    await panel.page.getByRole('menuitemradio', { name: '1.0 s at each gate' }).click();
    await expect.poll(() => panel.host((host) => host.sentOf('stepper/slowMotion').map(({ body }) => body.ms))).toEqual([1000]);
    await expect.poll(() => panel.page.locator('#slow-motion-menu').isVisible()).toBe(false);
  });

  it('is told, with what it is at, and is no pause', async () => {
    panel = await browser.open({ state: { ...live, stepper: { ...notStepped, slowMotionMs: 1000, held: [{ ...paused.stepper.held[0]!, briefly: true }], heldCount: 1, chosen: 1 } } });
    await expect.poll(() => textOf('#status')).toBe('Live in slow motion: 1.0 s at each gate · queue.pop · v1/pods web/api-7d4b9c6f8-x2x1');
    await expect.poll(() => enabled()).toContain('pause');
    await expect.poll(() => panel.page.locator('#slow-motion').innerText()).toBe('1.0 s');
    await panel.page.locator('#slow-motion').click();
    expect((await panel.page.locator('.menu-item[aria-checked="true"]:visible').innerText()).trim()).toBe('1.0 s at each gate');
  });
});

describe('at 300 px', () => {
  it('what has no room in the toolbar is in its menu, and nothing sticks out', async () => {
    panel = await browser.open({ state: paused, width: 300 });
    await expect.poll(() => panel.page.locator('#run-to-key').isVisible()).toBe(false);
    await expect.poll(() => panel.page.locator('#slow-motion').isVisible()).toBe(false);
    const [toolbar, width] = await panel.page.evaluate(() => [document.querySelector('#more')!.getBoundingClientRect().right, document.documentElement.clientWidth]);
    expect(toolbar).toBeLessThanOrEqual(width!);
    await panel.page.locator('#more').click();
    const menu = await panel.page.locator('#more-menu').boundingBox();
    expect(menu!.x).toBeGreaterThanOrEqual(0);
    expect(menu!.x + menu!.width).toBeLessThanOrEqual(300);
    await panel.page.getByRole('menuitem', { name: 'Run to Key…' }).click();
    await expect.poll(() => asked()).toEqual(['stepper/runTo']);
  });

  it('the names of the buttons are still spoken', async () => {
    panel = await browser.open({ state: paused, width: 300 });
    for (const name of ['Continue', 'Step Over', 'Step', 'Step Out']) expect(await panel.button(name).count()).toBe(1);
  });
});

describe('what is held', () => {
  it('is named in the status, with what goes on and what piles up', async () => {
    panel = await browser.open({ state: paused });
    await expect.poll(() => textOf('#status')).toMatch(
      /^Paused before queue\.pop · v1\/pods web\/api-7d4b9c6f8-x2x1 · held \d+\.\d s · the Reflector and the workers go on · 5 deltas and 1 work queue key waiting$/,
    );
  });

  it('is held for longer and longer, also when no picture comes', async () => {
    panel = await browser.open({ state: paused });
    const before = await textOf('#status');
    await panel.page.waitForFunction((text) => document.querySelector('#status')!.textContent.replace(/\s+/g, ' ').trim() !== text, before);
    await expect.poll(() => textOf('#status')).toMatch(/held \d+\.\d s/);
  });

  it('is one of several, of which another can be chosen', async () => {
    panel = await browser.open({ state: busy });
    await panel.button('Held: 1 of 2').click();
    const items = panel.page.locator('#held-menu .menu-item');
    expect((await items.allInnerTexts()).map((text) => text.trim())).toEqual([
      expect.stringMatching(/^v1\/pods kube-system\/coredns-6f6b679f8f-4mkqz · queue\.pop · 12 min \d+ s$/),
      expect.stringMatching(/^deployment-rollout web\/api · workqueue\.get · 1\d s$/),
    ]);
    await expect.poll(() => items.nth(0).getAttribute('aria-checked')).toBe('true');
    await items.nth(1).click();
    await expect.poll(() => panel.host((host) => host.sentOf('stepper/choose').map(({ body }) => body.held))).toEqual([4]);
    await panel.show({ ...busy, stepper: { ...busy.stepper, chosen: 4, reason: { type: 'step', detail: '' } } });
    await expect.poll(() => textOf('#status')).toMatch(/^Stepped to workqueue\.get · deployment-rollout web\/api/);
    await expect.poll(() => panel.button('Held: 2 of 2').count()).toBe(1);
  });

  it('is shown as text, whatever a cluster called it', async () => {
    const key = '<img src=x onerror=alert(1)>';
    panel = await browser.open({ state: withStepper({ held: [{ ...paused.stepper.held[0]!, key }, { ...paused.stepper.held[0]!, id: 2, key }], heldCount: 2 }) });
    await panel.button('Held: 1 of 2').click();
    await expect.poll(() => panel.page.locator('.header img').count()).toBe(0);
    await expect.poll(() => panel.page.locator('#held-menu').innerText()).toContain(key);
  });
});

describe('what logpoints write', () => {
  const line = (seq: number | null, text: string): PanelState['stepper']['logged'][number] => ({ seq, owner: 'v1/pods', key: 'web/api', text });

  it('stands beside the status: the newest line, and those before it with the way to their entries', async () => {
    panel = await browser.open({ state: live, entries: 100 });
    await expect.poll(() => panel.page.locator('#logged').count()).toBe(0);
    await panel.show(withStepper({ logged: [line(40, 'first'), line(null, 'second'), line(60, '<img src=x onerror=alert(1)>')] }));
    await expect.poll(() => panel.page.locator('#logged').innerText()).toBe('<img src=x onerror=alert(1)>');
    await panel.page.locator('#logged').click();
    expect((await panel.page.locator('#logged-menu [role^="menuitem"]').allInnerTexts()).map((text) => text.trim())).toEqual([
      '#60 v1/pods web/api: <img src=x onerror=alert(1)>',
      'v1/pods web/api: second',
      '#40 v1/pods web/api: first',
    ]);
    await panel.page.getByRole('menuitem', { name: '#40 v1/pods web/api: first' }).click();
    await panel.page.locator('.row[aria-selected="true"][aria-label^="#40,"]').waitFor();
    await expect.poll(() => panel.page.locator('.header img').count()).toBe(0);
  });
});

describe('What if', () => {
  const items = (): Promise<{ readonly id: string; readonly disabled: string | null }[]> =>
    panel.page.evaluate(() => [...document.querySelectorAll('#more-menu [id^="what-if-"]')].map((item) => ({ id: item.id, disabled: item.getAttribute('aria-disabled') })));

  it('can be asked where nothing real comes to harm', async () => {
    panel = await browser.open({ state: withStepper({ changeable: true }) });
    await panel.page.locator('#more').click();
    expect((await items()).filter(({ disabled }) => disabled === 'true')).toEqual([]);
    await panel.page.getByRole('menuitem', { name: 'Skip Delta' }).click();
    await panel.page.locator('#more').click();
    await panel.page.getByRole('menuitem', { name: 'Answer Next List or Watch…' }).click();
    await expect.poll(() => panel.host((host) => host.sentOf('whatIf/do').map(({ body }) => body.what))).toEqual(['skip', 'answer']);
  });

  it('does nothing on a real cluster, and says where it would', async () => {
    panel = await browser.open({ state: paused });
    await panel.page.locator('#more').click();
    expect((await items()).map(({ disabled }) => disabled)).toEqual(Array.from({ length: 9 }, () => 'true'));
    const skip = panel.page.getByRole('menuitem', { name: 'Skip Delta' });
    await expect.poll(() => skip.getAttribute('aria-description')).toMatch(/^Only on the playground and in a recording/);
    await skip.click({ force: true });
    await expect.poll(() => asked()).toEqual([]);
  });
});

it('a breakpoint and the points of Pause can be asked for', async () => {
  panel = await browser.open({ state: live });
  for (const name of ['Add Breakpoint…', 'Choose Where Pause Holds…']) {
    await panel.page.locator('#more').click();
    await panel.page.getByRole('menuitem', { name }).click();
  }
  await expect.poll(() => asked()).toEqual(['breakpoint/add', 'stepper/points']);
});
