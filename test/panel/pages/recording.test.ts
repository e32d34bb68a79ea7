import { describe, expect, it } from 'vitest';
import type { PanelMessages } from '../../../extension/protocol/messages.ts';
import type { ComparisonView, RecordedFileView, RecordingPicture } from '../../../extension/protocol/pages/recording.ts';
import { live } from '../../support/panelStates.ts';
import type { PanelPage } from '../support/panelPage.ts';
import { type ThemeName, themes } from '../support/theme.ts';
import { useBrowser } from '../support/useBrowser.ts';

const browser = useBrowser();
let panel: PanelPage;

const file: RecordedFileView = { format: 'trace', producer: 'Informer Inspector 0.1.0', entries: 1234, input: 56, informers: 2, skipped: 0, firstSkipped: 0, whySkipped: '', cut: null };
const nothing: ComparisonView = { phase: 'none', message: '', runs: [], keys: 0, parted: 0, partings: [], caches: 0, cut: false };
const run = (queue: string, more: object): ComparisonView['runs'][number] => ({ queue, deltas: 12, coalesced: 0, pops: 12, longestPop: 1, storeChanges: 9, calls: 11, objects: 4, ...more });
const compared: ComparisonView = {
  ...nothing,
  phase: 'done',
  runs: [run('DeltaFIFO', { pops: 5, longestPop: 3 }), run('RealFIFO', {}), run('atomic', { deltas: 10 })],
  keys: 7,
  parted: 120,
  partings: [
    { owner: 'v1/pods', key: 'web/<img src=x onerror=alert(1)>', same: 0, next: ['handler.add h 5', 'handler.add h 4 (initial list)', ''] },
    { owner: 'v1/pods', key: 'web/api-7d4b9c6f8-x2x1', same: 3, next: ['handler.update h 5 9', 'handler.update h 5 7', 'handler.update h 5 7'] },
  ],
};
const opened: RecordingPicture = { file, whyNot: null, replay: null, comparison: nothing };

async function open(picture: RecordingPicture, options: { readonly theme?: ThemeName; readonly width?: number } = {}): Promise<void> {
  panel = await browser.open({ state: { ...live, session: { ...live.session, source: 'recording', title: 'web.informertrace' } }, ...options });
  await panel.host((host, next) => host.picture('recording', next), picture);
  await panel.page.getByRole('tab', { name: 'Recording' }).click();
  await panel.page.locator('.recording').waitFor();
  await panel.drawn();
}

const change = (picture: RecordingPicture): Promise<void> => panel.host((host, next) => host.picture('recording', next), picture);
const page = (): ReturnType<PanelPage['page']['locator']> => panel.page.locator('[data-page=recording]');
const button = (name: string): ReturnType<PanelPage['page']['locator']> => page().getByRole('button', { name, exact: true });
const sent = <Type extends keyof PanelMessages>(type: Type): Promise<readonly PanelMessages[Type][]> =>
  panel.host((host, asked) => host.sent.filter((message) => message.type === asked).map(({ body }) => body) as never, type);

describe('a recording', () => {
  it('says what is in it, and what of it could not be used', async () => {
    await open({ ...opened, file: { ...file, skipped: 3, firstSkipped: 17, whySkipped: 'it is not a JSON object', cut: 'entries' } });
    const text = await page().innerText();
    expect(text).toContain('Entries 1,234 · lines from the server 56 · informers 2');
    expect(text).toContain('Written by Informer Inspector 0.1.0');
    expect(text).toContain('Lines that could not be used: 3. The first is line 17: it is not a JSON object.');
    expect(text).toContain('There are more entries than are kept; the later ones are left out.');
    expect(text).toContain('Shown as it was recorded');
  });

  it('is replayed at the speed that was chosen, or paused', async () => {
    await open(opened);
    await button('Replay').click();
    await button('Replay, Paused').click();
    await expect.poll(() => sent('recording/replay')).toEqual([
      { speed: 1, paused: false },
      { speed: 1, paused: true },
    ]);
  });

  it('that is only looked at offers no step, and says what to do', async () => {
    await open(opened);
    await panel.show({ ...live, session: { ...live.session, source: 'recording' as const, title: 'web.informertrace' }, stepper: { ...live.stepper, steppable: false } });
    await panel.drawn();
    const why = 'As it was recorded: nothing runs. Replay it to step through it.';
    for (const name of ['Pause', 'Step Over', 'Step', 'Step Out', 'Run to Key…']) {
      const tool = panel.page.locator('.toolbar').getByRole('button', { name, exact: true });
      expect([name, await tool.getAttribute('aria-disabled'), await tool.getAttribute('aria-description')]).toEqual([name, 'true', why]);
      await tool.click({ force: true });
    }
    await panel.page.locator('#more').click();
    await expect.poll(() => panel.page.locator('#what-if-skip').getAttribute('data-tip')).toBe(why);
    await expect.poll(() => panel.page.locator('.status').innerText()).toContain(why);
    expect([await sent('stepper/pause'), await sent('stepper/runTo')]).toEqual([[], []]);
  });

  it('tells how far a replay has come, and can be shown as it was again', async () => {
    await open({ ...opened, replay: { speed: 1, at: 61_000, of: 125_000, ended: false } });
    await expect.poll(() => page().locator('.recording-state').innerText()).toBe('Replay: 1 min 1 s of 2 min 5 s');
    await button('Show as Recorded').click();
    await expect.poll(() => sent('recording/show')).toEqual([{}]);
    await change({ ...opened, replay: { speed: 0, at: 125_000, of: 125_000, ended: true } });
    await panel.drawn();
    await expect.poll(() => page().locator('.recording-state').innerText()).toBe('Replay: at its end, 2 min 5 s');
  });

  it.each(['noInput', 'noState'] as const)('says why it cannot be replayed, and offers nothing of that: %s', async (whyNot) => {
    await open({ ...opened, whyNot });
    await expect.poll(() => page().innerText()).toContain('It can be looked at, and not replayed:');
    await expect.poll(() => button('Replay').count()).toBe(0);
    await button('Compare Queues').click({ force: true });
    await expect.poll(() => sent('recording/compare')).toEqual([]);
  });

  it('of a session is what its servers send, and can be exported', async () => {
    await open({ ...opened, file: null });
    await expect.poll(() => button('Replay').count()).toBe(0);
    await button('Export Recording…').click();
    await expect.poll(() => sent('recording/export')).toEqual([{}]);
  });

  it('is opened by whoever wants to see it', async () => {
    panel = await browser.open({ state: live });
    await panel.host((host) => host.post({ type: 'page/open', body: { page: 'recording' } }));
    await panel.page.locator('[data-page=recording]').waitFor();
  });
});

describe('the three queues', () => {
  it('are compared with the consumer that was chosen', async () => {
    await open(opened);
    await button('Compare Queues').click();
    await expect.poll(() => sent('recording/compare')).toEqual([{ hold: 0, all: true }]);
    await change({ ...opened, comparison: { ...nothing, phase: 'running' } });
    await button('Comparing…').waitFor();
  });

  it('stand side by side as tables with named rows and columns; what differs is marked by more than weight', async () => {
    await open({ ...opened, comparison: compared });
    const counts = page().getByRole('table', { name: 'What each queue makes of the recording' });
    await expect.poll(() => counts.getByRole('columnheader').allInnerTexts()).toEqual(['DeltaFIFO', 'RealFIFO', 'atomic']);
    await expect.poll(() => counts.getByRole('row', { name: /Pops/ }).getByRole('cell').allInnerTexts()).toEqual(['5', '12', '12']);
    await expect.poll(() => counts.locator('tr.differs th').allInnerTexts()).toEqual(['Deltas queued', 'Pops', 'Deltas in the longest pop']);
    const partings = page().getByRole('table', { name: 'First step at which the queues part, by key' });
    await expect.poll(() => partings.getByRole('row').count()).toBe(3);
    await expect.poll(() => partings.innerText()).toContain('web/<img src=x onerror=alert(1)>');
    await expect.poll(() => partings.getByText('nothing more').count()).toBe(1);
    await expect.poll(() => page().innerText()).toContain('and 118 more keys');
    await expect.poll(() => page().innerText()).toContain('All three caches are the same at the end.');
  });

  it('may part nowhere, or fail, and say so', async () => {
    await open({ ...opened, comparison: { ...compared, parted: 0, partings: [] } });
    await expect.poll(() => page().innerText()).toContain('They part nowhere: of each of the 7 keys all three tell the same.');
    await change({ ...opened, comparison: { ...nothing, phase: 'failed', message: 'out of luck' } });
    await panel.drawn();
    await expect.poll(() => page().innerText()).toContain('The queues could not be compared: out of luck. The log has the details.');
  });

  it.each(Object.keys(themes) as ThemeName[])('look right in %s', async (theme) => {
    await open({ ...opened, file: { ...file, skipped: 3, firstSkipped: 17, whySkipped: 'it is not a JSON object' }, comparison: compared }, { theme });
    await page().screenshot({ path: `test/.artifacts/panel/recording-${theme}.png` });
  });

  it('fit into a narrow panel', async () => {
    await open({ ...opened, comparison: compared }, { width: 300 });
    expect(await panel.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
    await page().screenshot({ path: 'test/.artifacts/panel/recording-narrow.png' });
  });
});
