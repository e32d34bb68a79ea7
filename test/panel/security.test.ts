import { describe, expect, it } from 'vitest';
import type { PanelState } from '../../extension/protocol/messages.ts';
import { busy, live, paused } from '../support/panelStates.ts';
import { busyQueues } from '../support/queuesPictures.ts';
import type { OpenOptions, PanelPage } from './support/panelPage.ts';
import { useBrowser } from './support/useBrowser.ts';

const browser = useBrowser({ provokes: true });
let panel: PanelPage;

async function open(options: OpenOptions): Promise<PanelPage> {
  panel = await browser.open(options);
  return panel;
}

const hostile = '<img src=x onerror=alert(1)>';

/** Every text in it is hostile; what is chosen from a list stays as it is. */
function poisoned<T>(value: T): T {
  if (typeof value === 'string') return hostile as T;
  if (Array.isArray(value)) return value.map(poisoned) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, ['source', 'point', 'kind', 'line', 'last', 'state', 'type'].includes(name) ? each : poisoned(each)])) as T;
}

describe('X7: the Content-Security-Policy', () => {
  it.each(['dark-modern', 'hc-light'] as const)('is not violated by anything that the panel does, in %s', async (theme) => {
    const { page } = await open({ theme, entries: 5000, state: paused });
    await page.getByRole('combobox', { name: 'Informer' }).click();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await panel.rows.nth(3).click();
    await page.getByRole('button', { name: /^Go to entry/ }).click();
    await panel.filter.fill('queue');
    await panel.until((host) => host.sentOf('stream/view').some(({ body }) => body.filter === 'queue'));
    await panel.drawn();
    await panel.button('Close Details').click();
    await page.getByRole('tab', { name: 'Queues' }).click();
    await page.getByRole('button', { name: /^DeltaFIFO \d/ }).click();
    await panel.show(busy);
    await expect.poll(() => panel.troubles()).toEqual([]);
  });

  it('really is in force: what it forbids is stopped and reported', async () => {
    await open({ state: live });
    await panel.page.evaluate(() => {
      document.body.insertAdjacentHTML('beforeend', '<p style="color: red">x</p><img src="https://example.com/x.png">');
    });
    await panel.until((host) => ['style-src-attr inline', 'img-src https://example.com/x.png'].every((each) => host.violations.some((violation) => violation.startsWith(each))));
  });
});

describe('X5: what a cluster sent is text', () => {
  it(`an object named ${hostile} is inert, wherever a name is shown`, async () => {
    const state: PanelState = { ...poisoned(busy), selected: hostile };
    await open({ state, queues: poisoned(busyQueues) });
    await panel.host((host) => {
      host.stream.poison = '<img src=x onerror=alert(1)>';
      host.grow(50);
    });
    await panel.drawn();
    await panel.rows.nth(0).click();
    await panel.page.getByRole('combobox', { name: 'Informer' }).click();
    await panel.drawn();
    const found = await panel.page.evaluate(() => {
      const elements: Element[] = [];
      const visit = (root: Document | ShadowRoot): void => {
        for (const element of root.querySelectorAll('*')) {
          elements.push(element);
          if (element.shadowRoot) visit(element.shadowRoot);
        }
      };
      visit(document);
      return {
        images: elements.filter(({ localName }) => localName === 'img').length,
        handlers: elements.filter((element) => element.hasAttribute('onerror')).length,
        places: ['h1', 'vscode-option', '#status', '.stage', '.stream-body .row', '.entry'].filter(
          (selector) => !document.querySelector(selector)!.parentElement!.textContent.includes('<img src=x onerror=alert(1)>'),
        ),
      };
    });
    expect(found).toEqual({ images: 0, handlers: 0, places: [] });
    await panel.page.keyboard.press('Escape');
    await panel.page.getByRole('tab', { name: 'Queues' }).click();
    for (const pane of ['#delta-queues', '#work-queues']) expect(await panel.page.locator(pane).innerText()).toContain('<img src=x onerror=alert(1)>');
    await expect.poll(() => panel.page.locator('img').count()).toBe(0);
    await expect.poll(() => panel.troubles()).toEqual([]);
  });
});

describe('X4: messages', () => {
  it('that do not validate are ignored and reported, and the panel goes on', async () => {
    await open({ entries: 100, state: paused });
    await panel.page.evaluate(() => {
      window.postMessage({ type: 'panel/state', body: { session: 'x' } }, '*');
      window.postMessage({ type: 'command/run', body: { command: 'rm' } }, '*');
      window.postMessage('x', '*');
    });
    await panel.until((host) => host.sentOf('panel/fault').length === 3);
    await expect.poll(() => panel.host((host) => host.sentOf('panel/fault').map(({ body }) => body.message))).toEqual([
      'panel/state: body.session is not an object.',
      'The type of the message is unknown.',
      'The message is not an object.',
    ]);
    await panel.show(live);
    await expect.poll(() => panel.page.locator('#status').textContent()).toContain('Live');
  });

  it('of which none can be read are told of in place of the skeleton, until one can', async () => {
    await open({});
    await panel.host((host) => host.post({ type: 'panel/state', body: {} } as never));
    const notice = panel.page.getByRole('alert');
    await notice.waitFor();
    await expect.poll(() => notice.textContent()).toContain('cannot read what the extension has sent');
    await panel.show(live);
    await expect.poll(() => notice.count()).toBe(0);
    await expect.poll(() => panel.page.locator('.header').count()).toBe(1);
  });

  it('report no more than a log can bear', async () => {
    await open({ state: live });
    await panel.page.evaluate(() => {
      for (let n = 0; n < 500; n++) window.postMessage({ type: `unknown-${n}`, body: {} }, '*');
    });
    await panel.drawn();
    await panel.drawn();
    await expect.poll(() => panel.host((host) => host.sentOf('panel/fault').length)).toBe(20);
  });
});
