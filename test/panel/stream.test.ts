import { describe, expect, it } from 'vitest';
import { live } from '../support/panelStates.ts';
import type { PanelPage } from './support/panelPage.ts';
import { useBrowser } from './support/useBrowser.ts';

const browser = useBrowser();
let panel: PanelPage;

const million = 1_000_000;
const focusedSeq = (): Promise<number> => panel.page.evaluate(() => Number(document.activeElement?.querySelector('.cell-number')?.textContent));
const press = async (key: string): Promise<void> => {
  await panel.page.keyboard.press(key);
  await panel.drawn();
};
const fromTop = (seq: number, count: number): number[] => Array.from({ length: count }, (_, place) => seq - place);
const scrollTo = async (share: number): Promise<void> => {
  await panel.page.locator('.stream-scroller').evaluate((scroller, to) => {
    scroller.scrollTop = (scroller.scrollHeight - scroller.clientHeight) * to;
  }, share);
  await panel.drawn();
  await panel.drawn();
};

describe('a million entries', () => {
  it('are a list of a few dozen elements', async () => {
    panel = await browser.open({ entries: million, state: live });
    await expect.poll(() => panel.grid.getAttribute('aria-rowcount')).toBe(String(million + 1));
    await expect.poll(() => panel.rows.count()).toBeLessThan(60);
    expect((await panel.seqsInView()).slice(0, 3)).toEqual([1_000_000, 999_999, 999_998]);
  });

  it('can be scrolled to any place, where the right rows stand', async () => {
    panel = await browser.open({ entries: million, state: live });
    for (const share of [0.25, 0.5, 0.9]) {
      await scrollTo(share);
      const seqs = await panel.seqsInView();
      expect(Math.abs(seqs[0]! - million * (1 - share))).toBeLessThan(200);
      expect(seqs).toEqual(fromTop(seqs[0]!, seqs.length));
    }
    await scrollTo(1);
    expect((await panel.seqsInView()).at(-1)).toBe(1);
  });

  it('the wheel moves by rows, not by thousands', async () => {
    panel = await browser.open({ entries: million, state: live });
    await scrollTo(0.5);
    const [before] = await panel.seqsInView();
    await panel.page.locator('.stream-scroller').hover();
    await panel.page.mouse.wheel(0, 220);
    await panel.page.waitForFunction((seq) => Number(document.querySelector('.stream-body .row:nth-child(7) .cell-number')!.textContent) < seq! - 9, before);
    await panel.drawn();
    const [after] = await panel.seqsInView();
    expect(before! - after!).toBeGreaterThanOrEqual(9);
    expect(before! - after!).toBeLessThanOrEqual(11);
  });

  it('End goes to the oldest, Home back to the newest', async () => {
    panel = await browser.open({ entries: million, state: live });
    await panel.rows.first().click();
    await press('End');
    await panel.drawn();
    await expect.poll(() => focusedSeq()).toBe(1);
    expect((await panel.seqsInView()).at(-1)).toBe(1);
    await press('ArrowUp');
    await expect.poll(() => focusedSeq()).toBe(2);
    await press('Home');
    await panel.drawn();
    await expect.poll(() => focusedSeq()).toBe(million);
  });

  it('can be scrolled at a zoom of two', async () => {
    panel = await browser.open({ entries: million, state: live });
    const session = await panel.page.context().newCDPSession(panel.page);
    await session.send('Emulation.setDeviceMetricsOverride', { width: 700, height: 430, deviceScaleFactor: 2, mobile: false });
    await panel.drawn();
    await scrollTo(1);
    expect((await panel.seqsInView()).at(-1)).toBe(1);
  });
});

describe('following', () => {
  it('shows each new entry on top', async () => {
    panel = await browser.open({ entries: 1000, state: live });
    await expect.poll(() => panel.button('Follow').getAttribute('aria-pressed')).toBe('true');
    await panel.host((host) => host.grow(7));
    await panel.drawn();
    expect((await panel.seqsInView())[0]).toBe(1007);
  });

  it('stops when the list is scrolled away; what comes meanwhile is counted and moves nothing', async () => {
    panel = await browser.open({ entries: 1000, state: live });
    await panel.page.locator('.stream-scroller').evaluate((scroller) => (scroller.scrollTop = 440));
    await panel.drawn();
    const before = await panel.seqsInView();
    expect(before[0]).toBe(980);
    await panel.host((host) => host.grow(12));
    await panel.drawn();
    await expect.poll(() => panel.seqsInView()).toEqual(before);
    await expect.poll(() => panel.button('Follow').getAttribute('aria-pressed')).toBe('false');
    await panel.button('12 new entries').click();
    await panel.drawn();
    expect((await panel.seqsInView())[0]).toBe(1012);
    await expect.poll(() => panel.button('Follow').getAttribute('aria-pressed')).toBe('true');
  });

  it('goes on when the list is scrolled back to its top', async () => {
    panel = await browser.open({ entries: 1000, state: live });
    await panel.page.locator('.stream-scroller').evaluate((scroller) => (scroller.scrollTop = 440));
    await panel.drawn();
    await panel.host((host) => host.grow(12));
    await panel.page.locator('.stream-scroller').evaluate((scroller) => (scroller.scrollTop = 0));
    await panel.drawn();
    await panel.drawn();
    expect((await panel.seqsInView())[0]).toBe(1012);
  });

  it('can be switched off and on', async () => {
    panel = await browser.open({ entries: 1000, state: live });
    await panel.button('Follow').click();
    await panel.host((host) => host.grow(5));
    await panel.drawn();
    expect((await panel.seqsInView())[0]).toBe(1000);
    await panel.button('Follow').click();
    await panel.drawn();
    expect((await panel.seqsInView())[0]).toBe(1005);
  });

  it('a row that was clicked stays under the pointer', async () => {
    panel = await browser.open({ entries: 1000, state: live });
    await panel.row(995).click();
    const before = await panel.row(995).boundingBox();
    await panel.host((host) => host.grow(500));
    await panel.drawn();
    await expect.poll(() => panel.row(995).boundingBox()).toEqual(before);
  });

  it('rows that the ring dropped are gone, and the others keep their place', async () => {
    panel = await browser.open({ entries: 1000, state: live });
    await panel.row(990).click();
    await panel.host((host) => {
      host.stream.dropped = 985;
      host.grow(0);
    });
    await panel.drawn();
    await expect.poll(() => panel.seqsInView()).toEqual(fromTop(1000, 15));
    await expect.poll(() => panel.grid.getAttribute('aria-rowcount')).toBe('16');
  });
});

describe('A1: the keyboard', () => {
  it('comes to the list with one Tab, moves with the arrows and pages, and opens with Enter', async () => {
    panel = await browser.open({ entries: 1000, state: live });
    await panel.page.getByRole('button', { name: 'Follow' }).focus();
    await press('Tab');
    await expect.poll(() => focusedSeq()).toBe(1000);
    await press('ArrowDown');
    await press('ArrowDown');
    await press('ArrowUp');
    await expect.poll(() => focusedSeq()).toBe(999);
    await press('PageDown');
    const page = 999 - (await focusedSeq());
    expect(page).toBeGreaterThan(15);
    await press('PageUp');
    await expect.poll(() => focusedSeq()).toBe(999);
    await expect.poll(() => panel.page.locator('.entry').count()).toBe(0);
    await press('Enter');
    await expect.poll(() => panel.page.locator('.entry h2').innerText()).toBe('Entry #999');
    await press('ArrowDown');
    await expect.poll(() => panel.page.locator('.entry h2').innerText()).toBe('Entry #998');
    await press('Escape');
    await expect.poll(() => panel.page.locator('.entry').count()).toBe(0);
    await expect.poll(() => focusedSeq()).toBe(998);
  });

  it('has one row that Tab leads to, also after the list was scrolled away from it', async () => {
    panel = await browser.open({ entries: 1000, state: live });
    await panel.row(995).click();
    await panel.page.locator('.stream-scroller').evaluate((scroller) => (scroller.scrollTop = 9000));
    await panel.drawn();
    await expect.poll(() => panel.page.locator('.stream-body [tabindex="0"]').count()).toBe(1);
    await expect.poll(() => focusedSeq()).toBe(995);
    await press('ArrowDown');
    await expect.poll(() => focusedSeq()).toBe(994);
    await expect.poll(() => panel.seqsInView()).toContain(994);
  });

  it('A3: what has no key says whose it is', async () => {
    panel = await browser.open({ entries: 475, state: live });
    await expect.poll(() => panel.row(469).getAttribute('aria-label')).toBe('#469, Reflector, error, v1/pods, watch failed · 410 Expired · too old resource version → relist');
    await expect.poll(() => panel.row(469).locator('.cell-key').innerText()).toBe('v1/pods');
  });

  it('A3: rows say where they stand among all of them', async () => {
    panel = await browser.open({ entries: 1000, state: live });
    await panel.row(998).click();
    await expect.poll(() => panel.row(998).getAttribute('aria-rowindex')).toBe('4');
    await expect.poll(() => panel.row(998).getAttribute('aria-selected')).toBe('true');
    await expect.poll(() => panel.row(999).getAttribute('aria-selected')).toBe('false');
  });
});

describe('the details of an entry', () => {
  it('show all its fields, and open its object', async () => {
    panel = await browser.open({ entries: 1000, state: live });
    await panel.row(998).click();
    const fields = await panel.page.locator('.entry .fields').innerText();
    expect(fields.replace(/\s*\n\s*/g, ' | ')).toBe(
      'Change | Updated · 1 waiting | Key | kube-system/coredns-6f6b679f8f-4mkqz | Informer | v1/pods | Version | 184083 | Time | 0:03.688 | Kind | queue.add | Caused by | #997',
    );
    await panel.button('Open Object').click();
    await expect.poll(() => panel.host((host) => host.sentOf('object/open').map(({ body }) => body))).toEqual([
      { informer: 'v1/pods', key: 'kube-system/coredns-6f6b679f8f-4mkqz' },
    ]);
  });

  it('say what the article tells and what client-go does instead, where they differ', async () => {
    panel = await browser.open({ entries: 1000, state: live });
    await expect.poll(() => panel.page.locator('.entry .fields').count()).toBe(0);
    await panel.host((host) => {
      const row = host.stream.row.bind(host.stream);
      const note = { row: 999, follows: 'article' as const, article: 'delays grow from <b>500 ms</b>', source: 'client-go begins with 800 ms', rules: ['R-02', 'R-03'] };
      host.stream.row = (at) => (at === 998 ? { ...row(at), note } : row(at));
      host.sendRows();
    });
    await panel.drawn();
    await panel.row(999).click();
    await panel.page.getByRole('heading', { name: 'Entry #999' }).waitFor();
    const told = await panel.page.getByRole('complementary', { name: 'The article tells it otherwise' }).innerText();
    expect(told.replace(/\s*\n\s*/g, ' | ')).toContain('The article says | delays grow from <b>500 ms</b> | client-go instead | client-go begins with 800 ms R-02 R-03');
    await panel.row(998).click();
    await panel.page.getByRole('heading', { name: 'Entry #998' }).waitFor();
    await expect.poll(() => panel.page.locator('.entry .fields').innerText()).not.toContain('The article says');
  });

  it('lead to the cause, however far away it is', async () => {
    panel = await browser.open({ entries: million, state: live });
    await panel.host((host) => {
      const row = host.stream.row.bind(host.stream);
      host.stream.row = (at) => (at === 999_990 ? { ...row(at), cause: [7] } : row(at));
      host.sendRows();
    });
    await panel.drawn();
    await panel.row(999_991).click();
    await panel.button('Go to entry #7').click();
    await panel.row(7).waitFor();
    await panel.drawn();
    await expect.poll(() => panel.seqsInView()).toContain(7);
    await expect.poll(() => panel.page.locator('.entry h2').innerText()).toBe('Entry #7');
  });

  it('say when the cause is not kept any more', async () => {
    panel = await browser.open({ entries: 1000, state: live });
    await panel.host((host) => {
      host.stream.dropped = 990;
      host.grow(0);
    });
    await panel.drawn();
    // Entry 991 is the oldest that is kept; its cause was dropped.
    await panel.row(991).click();
    await panel.button('Go to entry #990').click();
    await panel.page.getByText('This entry is not kept any more.').waitFor();
  });

  it('close with the button, and with Escape from inside', async () => {
    panel = await browser.open({ entries: 1000, state: live });
    await panel.row(998).click();
    await panel.button('Close Details').click();
    await panel.drawn();
    await expect.poll(() => panel.page.locator('.entry').count()).toBe(0);
    await panel.row(998).click();
    await panel.button('Open Object').focus();
    await press('Escape');
    await expect.poll(() => panel.page.locator('.entry').count()).toBe(0);
    await expect.poll(() => focusedSeq()).toBe(998);
  });
});

describe('the filter', () => {
  it('is asked for once, when typing rests', async () => {
    panel = await browser.open({ entries: 1000, state: live });
    // Letter by letter, faster than anybody types, however busy this machine is.
    await panel.filter.evaluate((field: HTMLInputElement) => {
      for (let end = 1; end <= 'queue.pop'.length; end++) {
        field.value = 'queue.pop'.slice(0, end);
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      }
    });
    await panel.until((host) => host.sentOf('stream/view').at(-1)!.body.filter === 'queue.pop');
    await panel.drawn();
    const filters = await panel.host((host) => host.sentOf('stream/view').map(({ body }) => body.filter));
    expect(new Set(filters)).toEqual(new Set(['', 'queue.pop']));
    await expect.poll(() => panel.page.locator('.stream-body .cell-what').allInnerTexts()).toEqual(expect.arrayContaining(['pop']));
    expect(new Set(await panel.page.locator('.stream-body .cell-what').allInnerTexts())).toEqual(new Set(['pop']));
  });

  it('says when nothing matches, and is cleared by button and by Escape', async () => {
    panel = await browser.open({ entries: 1000, state: live });
    await panel.filter.fill('nonsense');
    await panel.page.getByText('No entry matches “nonsense”.').waitFor();
    await panel.button('Clear Filter').click();
    await panel.drawn();
    await expect.poll(() => panel.filter.inputValue()).toBe('');
    expect((await panel.seqsInView())[0]).toBe(1000);
    await panel.filter.fill('pop');
    await panel.filter.press('Escape');
    await panel.drawn();
    await expect.poll(() => panel.filter.inputValue()).toBe('');
  });

  it('keeps the chosen entry in view', async () => {
    panel = await browser.open({ entries: 9000, state: live });
    await panel.page.locator('.stream-scroller').evaluate((scroller) => (scroller.scrollTop = 22 * 5000));
    await panel.drawn();
    await panel.row(3999).click();
    await panel.filter.fill('pop');
    await panel.until((host) => host.sentOf('stream/find').length === 1);
    await panel.drawn();
    await expect.poll(() => panel.seqsInView()).toContain(3999);
    await panel.filter.fill('');
    await panel.until((host) => host.sentOf('stream/find').length === 2);
    await panel.drawn();
    await expect.poll(() => panel.seqsInView()).toContain(3999);
    await expect.poll(() => panel.row(3999).getAttribute('aria-selected')).toBe('true');
  });
});

describe('the newest at the bottom', () => {
  const turn = async (): Promise<void> => {
    await panel.button('Put the Newest at the Bottom').click();
    await panel.drawn();
  };

  it('stands there while the list follows, and what is held does not move', async () => {
    panel = await browser.open({ entries: 1000, state: live });
    await turn();
    expect((await panel.seqsInView()).at(-1)).toBe(1000);
    await panel.host((host) => host.grow(7));
    await panel.drawn();
    const seqs = await panel.seqsInView();
    expect(seqs).toEqual(fromTop(1007, seqs.length).toReversed());
    await panel.row(1003).click();
    const before = await panel.row(1003).boundingBox();
    await panel.host((host) => host.grow(500));
    await panel.drawn();
    await expect.poll(() => panel.row(1003).boundingBox()).toEqual(before);
    await panel.button('500 new entries').click();
    await panel.drawn();
    expect((await panel.seqsInView()).at(-1)).toBe(1507);
  });

  it('A1: the keys go where they point', async () => {
    panel = await browser.open({ entries: 1000, state: live });
    await turn();
    await panel.row(995).click();
    await press('ArrowUp');
    await expect.poll(() => focusedSeq()).toBe(994);
    await press('End');
    await expect.poll(() => focusedSeq()).toBe(1000);
    await press('Home');
    await expect.poll(() => focusedSeq()).toBe(1);
    await expect.poll(() => panel.row(1).getAttribute('aria-rowindex')).toBe('2');
    expect((await panel.seqsInView())[0]).toBe(1);
  });

  it('goes on to follow when it is scrolled to the bottom, and is remembered', async () => {
    panel = await browser.open({ entries: 1000, state: live });
    await turn();
    await scrollTo(0.5);
    await expect.poll(() => panel.button('Follow').getAttribute('aria-pressed')).toBe('false');
    await scrollTo(1);
    await expect.poll(() => panel.button('Follow').getAttribute('aria-pressed')).toBe('true');
    await panel.until((host) => host.kept.newestFirst === false);
    await panel.reload(live, 1000);
    expect((await panel.seqsInView()).at(-1)).toBe(1000);
  });

  it('a million scroll there, too', async () => {
    panel = await browser.open({ entries: million, state: live });
    await turn();
    expect((await panel.seqsInView()).at(-1)).toBe(million);
    await scrollTo(0.5);
    const seqs = await panel.seqsInView();
    expect(Math.abs(seqs[0]! - million / 2)).toBeLessThan(200);
    await scrollTo(0);
    expect((await panel.seqsInView())[0]).toBe(1);
  });
});

describe('completion', () => {
  const options = (): Promise<string[]> => panel.page.getByRole('option').filter({ visible: true }).allInnerTexts();

  it('offers fields, then values, and takes them by the keyboard', async () => {
    panel = await browser.open({ entries: 1000, state: live });
    await panel.filter.pressSequentially('sta');
    await panel.page.getByRole('listbox').waitFor();
    expect((await options())[0]).toMatch(/^stage:/);
    await panel.filter.press('ArrowDown');
    await expect.poll(() => panel.filter.getAttribute('aria-activedescendant')).toBe('filter-option-0');
    await panel.filter.press('Enter');
    await panel.page.getByRole('option', { name: 'queue' }).waitFor();
    await expect.poll(() => panel.filter.inputValue()).toBe('stage:');
    await panel.filter.press('ArrowDown');
    await panel.filter.press('ArrowDown');
    await panel.filter.press('Tab');
    await expect.poll(() => panel.filter.inputValue()).toBe('stage:queue ');
    await panel.until((host) => host.sentOf('stream/view').at(-1)!.body.filter === 'stage:queue');
    await expect.poll(() => panel.filter.getAttribute('aria-expanded')).toBe('false');
    await panel.drawn();
    expect(new Set(await panel.page.locator('.stream-body .cell-stage').allInnerTexts())).toEqual(new Set(['DeltaFIFO']));
  });

  it('takes keys that come faster than it is drawn', async () => {
    panel = await browser.open({ entries: 1000, state: live });
    await panel.filter.pressSequentially('stage:');
    await panel.page.getByRole('option', { name: 'queue' }).waitFor();
    await panel.pressAtOnce('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Tab');
    await expect.poll(() => panel.filter.inputValue()).toBe('stage:queue ');
  });

  it('takes what is clicked, closes with Escape, which empties the line when it comes again', async () => {
    panel = await browser.open({ entries: 1000, state: live });
    await panel.filter.pressSequentially('ke');
    await panel.page.getByRole('option', { name: 'key' }).click();
    await expect.poll(() => panel.filter.inputValue()).toBe('key:');
    await panel.page.getByRole('option', { name: 'web/*' }).waitFor();
    await panel.filter.press('Escape');
    await panel.drawn();
    expect([await panel.filter.getAttribute('aria-expanded'), await panel.filter.inputValue()]).toEqual(['false', 'key:']);
    await panel.filter.press('Escape');
    await panel.drawn();
    await expect.poll(() => panel.filter.inputValue()).toBe('');
  });

  it('says beside the line what is wrong with it', async () => {
    panel = await browser.open({ entries: 1000, state: live });
    await panel.filter.fill('stag:queue code:4xx');
    await panel.page.getByText('There is no field “stag”; it is looked for as text. Did you mean “stage”?').waitFor();
    await expect.poll(() => panel.page.locator('#filter-faults').innerText()).toContain('“code:” takes a number or a range, as in code:400..499, not “4xx”; it is left out.');
    expect([await panel.filter.getAttribute('aria-invalid'), await panel.filter.getAttribute('aria-describedby')]).toEqual(['true', 'filter-faults']);
    await panel.filter.fill('stage:queue');
    await panel.page.locator('#filter-faults').waitFor({ state: 'detached' });
  });
});

describe('saved filters', () => {
  it('are kept under a name, taken and thrown away', async () => {
    panel = await browser.open({ entries: 1000, state: live });
    await panel.filter.fill('stage:queue');
    await panel.page.getByRole('button', { name: 'Saved Filters' }).click();
    const dialog = panel.page.getByRole('dialog', { name: 'Saved Filters' });
    await dialog.getByText('No filter is saved in this workspace yet.').waitFor();
    await dialog.getByRole('textbox', { name: 'Name for the filter' }).fill('only the queue');
    await panel.page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'only the queue stage:queue' }).waitFor();
    await panel.page.keyboard.press('Escape');
    await panel.filter.fill('');
    await panel.page.getByRole('button', { name: 'Saved Filters' }).click();
    await dialog.getByRole('button', { name: 'only the queue stage:queue' }).click();
    await panel.drawn();
    await expect.poll(() => panel.filter.inputValue()).toBe('stage:queue');
    await panel.until((host) => host.sentOf('stream/view').at(-1)!.body.filter === 'stage:queue');
    await panel.page.getByRole('button', { name: 'Saved Filters' }).click();
    await dialog.getByRole('button', { name: 'Delete only the queue' }).click();
    await dialog.getByText('No filter is saved in this workspace yet.').waitFor();
    await expect.poll(() => panel.host((host) => host.sentOf('filter/save').map(({ body }) => body))).toEqual([{ name: 'only the queue', filter: 'stage:queue' }]);
    await expect.poll(() => panel.host((host) => host.sentOf('filter/delete').map(({ body }) => body))).toEqual([{ name: 'only the queue' }]);
  });
});

describe('F9', () => {
  it('asks for a breakpoint on the key of the entry that has the focus, and for none where an entry has no key', async () => {
    panel = await browser.open({ entries: 1000, state: live });
    await panel.row(998).focus();
    await panel.page.keyboard.press('F9');
    await panel.until((host) => host.sentOf('breakpoint/add').length === 1);
    await panel.filter.fill('kind:reflector.error');
    await panel.page.waitForFunction(() => document.querySelectorAll('.stream-body .row-failure').length > 0 && document.querySelectorAll('.stream-body .row:not(.row-failure, .row-away)').length === 0);
    await panel.rows.first().focus();
    await panel.page.keyboard.press('F9');
    await panel.drawn();
    await expect.poll(() => panel.host((host) => host.sentOf('breakpoint/add').map(({ body }) => body))).toEqual([{ key: 'kube-system/coredns-6f6b679f8f-4mkqz', informer: 'v1/pods' }]);
  });
});

describe('the menu of an entry', () => {
  it('narrows the list, goes to the cause, and asks for a breakpoint', async () => {
    panel = await browser.open({ entries: 1000, state: live });
    await panel.row(998).click({ button: 'right' });
    const key = 'kube-system/coredns-6f6b679f8f-4mkqz';
    await expect.poll(() => panel.page.getByRole('menuitem').allInnerTexts()).toEqual([
      `Show Only Key ${key}`,
      'Show Only Informer v1/pods',
      'Show Only Kind queue.add',
      'Show What Led to #998 and What Came of It',
      'Go to Cause #997',
      'Show Chain',
      'Show Item',
      'Open Object',
      `Add Breakpoint on ${key}`,
    ]);
    await panel.page.getByRole('menuitem', { name: /^Add Breakpoint/ }).click();
    await expect.poll(() => panel.host((host) => host.sentOf('breakpoint/add').map(({ body }) => body))).toEqual([{ key, informer: 'v1/pods' }]);
    await panel.row(998).focus();
    await panel.page.keyboard.press('Shift+F10');
    await panel.page.getByRole('menuitem', { name: 'Go to Cause #997' }).click();
    await panel.page.locator('.row[aria-selected="true"][aria-label^="#997,"]').waitFor();
    await panel.row(997).click({ button: 'right' });
    await panel.page.getByRole('menuitem', { name: `Show Only Key ${key}` }).click();
    await panel.until((host) => host.sentOf('stream/view').at(-1)!.body.filter === 'key:kube-system/coredns-6f6b679f8f-4mkqz');
  });
});

describe('the informer', () => {
  it('is chosen in the list, and only its entries are shown', async () => {
    panel = await browser.open({ entries: 1000, state: live });
    await panel.page.getByRole('combobox', { name: 'Informer' }).click();
    await panel.page.getByRole('option', { name: 'v1/pods' }).click();
    await panel.until((host) => host.sentOf('panel/select').length === 1);
    await panel.drawn();
    await expect.poll(() => panel.host((host) => host.sentOf('panel/select')[0]!.body)).toEqual({ informer: 'v1/pods' });
    await expect.poll(() => panel.page.getByRole('combobox', { name: 'Informer' }).textContent()).toContain('v1/pods');
  });

  it('that the host selects is shown', async () => {
    panel = await browser.open({ entries: 1000, state: live });
    await panel.show({ ...live, selected: 'apps/v1/replicasets' });
    await panel.drawn();
    await expect.poll(() => panel.page.locator('vscode-dropdown').evaluate((dropdown: HTMLSelectElement) => dropdown.value)).toBe('apps/v1/replicasets');
  });

  it('stays chosen when informers come and go', async () => {
    panel = await browser.open({ entries: 1000, state: { ...live, selected: 'v1/pods' } });
    await panel.show({ ...live, selected: 'v1/pods', informers: ['apps/v1/replicasets', 'v1/configmaps', 'v1/pods', 'v1/secrets'] });
    await panel.drawn();
    await panel.drawn();
    await expect.poll(() => panel.page.locator('vscode-dropdown').evaluate((dropdown: HTMLSelectElement) => dropdown.value)).toBe('v1/pods');
    await panel.show({ ...live, selected: 'v1/pods', informers: ['v1/pods'] });
    await panel.drawn();
    await panel.drawn();
    await expect.poll(() => panel.page.locator('vscode-dropdown').evaluate((dropdown: HTMLSelectElement) => dropdown.value)).toBe('v1/pods');
  });
});
