import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { notStepped } from '../../extension/protocol/stepping.ts';
import { busy, ended, idle, live, none, paused } from '../support/panelStates.ts';
import { PanelBrowser, type PanelPage } from './support/panelPage.ts';

let browser: PanelBrowser;
let panel: PanelPage;

beforeAll(async () => {
  browser = await PanelBrowser.start();
});
afterAll(() => browser.stop());
afterEach(async () => {
  expect(await panel.troubles()).toEqual([]);
  await panel.close();
});

const enabled = (): Promise<string[]> =>
  panel.page.evaluate(() => [...document.querySelectorAll('.toolbar vscode-button:not([aria-disabled="true"])')].map(({ id }) => id));
const textOf = async (selector: string): Promise<string> => (await panel.page.locator(selector).innerText()).replace(/\s+/g, ' ').trim();

describe('Pause, Step, Continue', () => {
  it.each([
    ['live', live, ['pause']],
    ['paused with something held', paused, ['step', 'continue']],
    ['paused with nothing held', { ...paused, stepper: { ...notStepped, paused: true } }, ['continue']],
    ['ended', ended, []],
    ['without session', none, []],
  ] as const)('%s: what makes no sense is disabled', async (_, state, expected) => {
    panel = await browser.open({ state });
    expect(await enabled()).toEqual(expected);
  });

  it('ask the host, which alone says what is so', async () => {
    panel = await browser.open({ state: live });
    await panel.button('Pause').click();
    expect(await enabled()).toEqual(['pause']);
    await panel.show(paused);
    await panel.button('Step').click();
    await panel.button('Continue').click();
    const sent = await panel.host((host) => host.sent.map(({ type }) => type).filter((type) => type.startsWith('stepper/')));
    expect(sent).toEqual(['stepper/pause', 'stepper/step', 'stepper/continue']);
  });

  it('A1: are one tab stop, and the arrow keys go between them', async () => {
    panel = await browser.open({ state: paused });
    const focused = (): Promise<string | undefined> => panel.page.evaluate(() => document.activeElement?.id);
    await panel.page.getByRole('combobox').focus();
    await panel.page.keyboard.press('Tab');
    expect(await focused()).toBe('step');
    await panel.page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('continue');
    await panel.page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('step');
    await panel.page.keyboard.press('End');
    expect(await focused()).toBe('continue');
    await panel.page.keyboard.press('Tab');
    expect(await panel.page.evaluate(() => document.activeElement?.className)).toMatch(/^stage/);
    await panel.page.keyboard.press('Shift+Tab');
    expect(await focused()).toBe('continue');
  });

  it('A1: the keyboard stays with what was pressed, or goes from Pause to Step', async () => {
    panel = await browser.open({ state: live });
    await panel.page.getByRole('combobox').focus();
    await panel.page.keyboard.press('Tab');
    await panel.page.keyboard.press('Enter');
    await panel.show(paused);
    expect(await panel.page.evaluate(() => document.activeElement?.id)).toBe('step');
    await panel.page.keyboard.press('ArrowRight');
    await panel.page.keyboard.press('Enter');
    await panel.show(live);
    await panel.page.keyboard.press('Enter');
    expect(await panel.page.evaluate(() => document.activeElement?.id)).toBe('continue');
    expect(await panel.host((host) => host.sent.map(({ type }) => type).filter((type) => type.startsWith('stepper/')))).toEqual([
      'stepper/pause',
      'stepper/continue',
    ]);
  });
});

describe('A1: stepping on beyond the last key', () => {
  it('does not continue', async () => {
    panel = await browser.open({ state: paused });
    const focused = (): Promise<string | undefined> => panel.page.evaluate(() => document.activeElement?.id);
    await panel.page.getByRole('combobox').focus();
    await panel.page.keyboard.press('Tab');
    await panel.page.keyboard.press('Enter');
    await panel.show({ ...paused, stepper: { ...notStepped, paused: true } });
    expect(await focused()).toBe('step');
    await panel.page.keyboard.press('Enter');
    await panel.show(paused);
    await panel.page.keyboard.press('Enter');
    expect(await panel.host((host) => host.sent.map(({ type }) => type).filter((type) => type.startsWith('stepper/')))).toEqual(['stepper/step', 'stepper/step']);
    await panel.page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('continue');
  });
});

describe('what is held', () => {
  it('is named in the status, at its stage and in its queue', async () => {
    panel = await browser.open({ state: paused });
    expect(await textOf('#status')).toMatch(/^Paused before queue\.pop · v1\/pods web\/api-7d4b9c6f8-x2x1 · held \d+\.\d s · the Reflector goes on$/);
    const held = panel.page.locator('[aria-current="step"]');
    expect(await held.count()).toBe(1);
    expect(await held.innerText()).toContain('DeltaFIFO');
    expect(await held.innerText()).toContain('Held before queue.pop');
  });

  it('is held for longer and longer, also when no picture comes', async () => {
    panel = await browser.open({ state: paused });
    const before = await textOf('#status');
    await panel.page.waitForFunction((text) => document.querySelector('#status')!.textContent.replace(/\s+/g, ' ').trim() !== text, before);
    expect(await textOf('#status')).toMatch(/held \d+\.\d s/);
  });
});
