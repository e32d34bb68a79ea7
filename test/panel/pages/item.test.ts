import { describe, expect, it } from 'vitest';
import type { ItemPicture } from '../../../extension/protocol/pages/item.ts';
import { live } from '../../support/panelStates.ts';
import { overflowing } from '../support/overflowing.ts';
import type { OpenOptions, PanelPage } from '../support/panelPage.ts';
import { useBrowser } from '../support/useBrowser.ts';

const browser = useBrowser();
let panel: PanelPage;

const key = 'web/api-7d4b9c6f8-x2x1';

/** Of entry 5 of the fake stream: a call of a handler, for the first object. */
const picture: ItemPicture = {
  informer: 'v1/pods',
  key,
  entry: { seq: 5, kind: 'handler.update', fields: [{ name: 'handler', value: 'deployment-rollout' }, { name: 'resync', value: 'false' }] },
  object: {
    rv: '184001',
    format: 'yaml',
    source: 'cache',
    wanted: '184001',
    parts: [
      { name: '', text: 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: api-7d4b9c6f8-x2x1\n  namespace: web\n  labels:\n    app: api\n' },
      { name: 'metadata.managedFields', text: '  managedFields:\n  - manager: kubelet\n    operation: Update\n' },
      { name: '', text: 'spec:\n  containers:\n  - name: api\n    image: registry.example.com/team/api-server-with-a-long-name:1.26.4-alpine\n' },
      { name: 'status', text: 'status:\n  phase: Running\n' },
    ],
    cut: false,
  },
  diff: {
    seq: 4,
    from: '184180',
    to: '184001',
    uidChanged: false,
    fields: [
      { path: 'spec.containers[0].image', before: 'nginx:1.25', after: 'nginx:1.26', owner: { manager: 'kubectl-edit', operation: 'Update', subresource: '', time: '2026-11-29T23:59:01Z' } },
      { path: 'status.conditions[1].status', before: 'False', after: 'True', owner: { manager: 'kubelet', operation: 'Update', subresource: 'status', time: '2026-11-29T23:59:02Z' } },
      { path: 'metadata.labels["old"]', before: 'yes', after: '', owner: null },
    ],
    more: false,
    unknown: false,
  },
  queue: { ahead: 2, deltas: [{ type: 'Updated', rv: '184187' }, { type: 'Deleted', rv: '184188' }], count: 2 },
  places: [
    { queue: 'deployment-rollout', ahead: 1, length: 3, dirty: true, processing: false, dueInMs: null, failures: 0 },
    { queue: 'flaky', ahead: null, length: 0, dirty: false, processing: false, dueInMs: 3200, failures: 3 },
  ],
  held: [{ id: 7, point: 'queue.pop', owner: 'v1/pods', heldMs: 6300 }],
  history: {
    rows: [
      { seq: 5, t: 15, stage: 'handler', kind: 'handler.update', rv: '184001', summary: 'deployment-rollout OnUpdate · was 184180', changed: [] },
      { seq: 4, t: 11, stage: 'store', kind: 'store.update', rv: '184001', summary: 'update · was 184180', changed: [{ path: 'spec.containers[0].image', before: 'nginx:1.25', after: 'nginx:1.26' }] },
      { seq: 3, t: 7, stage: 'queue', kind: 'queue.pop', rv: '184001', summary: 'Pop · Updated', changed: [] },
      { seq: 2, t: 4, stage: 'store', kind: 'store.add', rv: '184180', summary: 'add', changed: [] },
    ],
    count: 4,
    searching: false,
  },
};

async function open(given: ItemPicture = picture, options: OpenOptions = {}): Promise<void> {
  panel = await browser.open({ entries: 5, state: live, ...options });
  await panel.host((host, item) => host.picture('item', item as never), given as unknown as string);
  await panel.row(5).click();
  await panel.page.locator('.entry .fields').waitFor();
  await panel.page.locator('#item-history').waitFor();
  await panel.drawn();
}

/** What stands out of the side column. */
const part = (name: string): Promise<string> => panel.page.locator(`#item-${name}`).innerText();
const selectedTab = (): Promise<string> => panel.page.locator('.tab[aria-selected="true"]').innerText();

describe('opening', () => {
  it('a row shows the page, with the fields of the entry and its own', async () => {
    await open();
    expect((await selectedTab()).toLowerCase()).toBe('item');
    const fields = await panel.page.locator('.entry .fields').innerText();
    for (const text of [key, 'v1/pods', '184000', 'handler.update', 'handler', 'deployment-rollout']) expect(fields).toContain(text);
    await expect.poll(() => panel.host((host) => host.sentOf('page/look').findLast(({ body }) => body.page === 'item')!.body.look)).toEqual({ seq: 5, informer: '', key: '', format: 'yaml' });
  });

  it('leaves the chain open, which is of the chosen entry, too', async () => {
    await open();
    await panel.page.getByRole('tab', { name: 'Chain' }).click();
    await panel.row(3).click();
    expect((await selectedTab()).toLowerCase()).toBe('chain');
  });

  it('Escape closes it, and the focus returns to the row', async () => {
    await open();
    await panel.button('Open Object').focus();
    await panel.page.keyboard.press('Escape');
    await panel.drawn();
    await expect.poll(() => panel.page.locator('.entry').count()).toBe(0);
    await expect.poll(() => panel.page.evaluate(() => document.activeElement!.getAttribute('aria-label'))).toMatch(/^#5,/);
    await panel.page.getByText('Open an entry of the stream').waitFor();
  });

  it('shows nothing of another key while its own picture is on its way', async () => {
    panel = await browser.open({ entries: 5, state: live });
    await panel.host((host, item) => host.picture('item', item as never), { ...picture, key: 'other/key' } as unknown as string);
    await panel.row(5).click();
    await panel.page.locator('.entry .fields').waitFor();
    await panel.drawn();
    await expect.poll(() => panel.page.locator('#item-object').count()).toBe(0);
    await panel.host((host, item) => host.picture('item', item as never), picture as unknown as string);
    await panel.page.locator('#item-object').waitFor();
  });
});

describe('what changed', () => {
  it('is told field by field, with who wrote each', async () => {
    await open();
    const text = await part('diff');
    expect(text).toContain('184180 → 184001');
    const fields = await panel.page.locator('.diff-field').allInnerTexts();
    expect(fields.map((field) => field.replace(/\s+/g, ' '))).toEqual([
      'spec.containers[0].image Before: − nginx:1.25 After: + nginx:1.26 Written by: kubectl-edit (Update) 2026-11-29T23:59:01Z',
      'status.conditions[1].status Before: − False After: + True Written by: kubelet (Update status) 2026-11-29T23:59:02Z',
      'metadata.labels["old"] Before: − yes After: + none Written by: not known',
    ]);
  });
});

describe('where it stands', () => {
  it('is told of each queue, with a countdown, and a held step can be let go', async () => {
    await open();
    const text = (await part('queues')).replace(/\s+/g, ' ');
    expect(text).toContain('DeltaFIFO of v1/pods, 2 before it Updated 184187 Deleted 184188');
    expect(text).toContain('deployment-rollout in queue, 1 before it · dirty');
    expect(text).toMatch(/flaky comes again (?:in [0-3]\.\d s|due) · 3 failures/);
    expect(text).toMatch(/v1\/pods held before queue\.pop for \d+(?:\.\d)? s/);
    await panel.button('Step: queue.pop of v1/pods').click();
    await expect.poll(() => panel.host((host) => host.sent.filter(({ type }) => type.startsWith('stepper/')))).toEqual([
      { type: 'stepper/choose', body: { held: 7 } },
      { type: 'stepper/step', body: {} },
    ]);
  });

  it('is nowhere, which is said', async () => {
    await open({ ...picture, queue: null, places: [], held: [] });
    await expect.poll(() => part('queues')).toBe('It waits nowhere now.');
  });
});

describe('the object', () => {
  it('is shown as text, managedFields and status folded at first', async () => {
    await open();
    const object = panel.page.locator('.object-text');
    await expect.poll(() => object.innerText()).toContain('kind: Pod');
    await expect.poll(() => object.innerText()).not.toContain('phase: Running');
    await panel.button('Show status').click();
    await expect.poll(() => object.innerText()).toContain('phase: Running');
    await expect.poll(() => panel.button('Show status').getAttribute('aria-expanded')).toBe('true');
    await panel.until((host) => host.kept.pages?.item.unfolded.includes('status') === true);
  });

  it('is asked for as JSON, and copied', async () => {
    await open();
    await panel.page.getByRole('radio', { name: 'YAML' }).press('ArrowRight');
    await panel.until((host) => host.sentOf('page/look').some(({ body }) => body.page === 'item' && body.look?.format === 'json'));
    await expect.poll(() => panel.page.getByRole('radio', { name: 'JSON' }).getAttribute('aria-checked')).toBe('true');
    await panel.button('Copy Object').click();
    await expect.poll(() => panel.host((host) => host.sentOf('object/copy')[0]!.body)).toEqual({ informer: 'v1/pods', key, format: 'json' });
  });

  it('says when it is another version, when it is cut, and when there is none', async () => {
    await open({ ...picture, object: { ...picture.object!, source: 'other', wanted: '184180', cut: true } });
    const text = await part('object');
    expect(text).toContain('Version 184180 is not kept. This is 184001, which is in the cache now.');
    expect(text).toContain('Only the first 100 kB are shown.');
    await panel.host((host, item) => host.picture('item', item as never), { ...picture, object: null } as unknown as string);
    await panel.page.getByText('There is no such object in the cache now.').waitFor();
  });
});

describe('what can be done', () => {
  it('opens the object, breaks on the key, filters the stream to it and runs to it', async () => {
    await open();
    for (const name of ['Open Object', 'Break on This Key', 'Run to This Key', 'Filter Stream to This Key']) await panel.button(name).click();
    await expect.poll(() => panel.host((host) => host.sent.filter(({ type }) => ['object/open', 'breakpoint/add', 'stepper/runTo'].includes(type)))).toEqual([
      { type: 'object/open', body: { informer: 'v1/pods', key } },
      { type: 'breakpoint/add', body: { key, informer: 'v1/pods' } },
      { type: 'stepper/runTo', body: { key } },
    ]);
    await expect.poll(() => panel.filter.inputValue()).toBe(`key:${key}`);
  });
});

describe('the history', () => {
  it('leads to each entry, and from version to version', async () => {
    await open();
    await panel.page.locator('.history-row').nth(2).click();
    await panel.until((host) => host.sentOf('page/look').some(({ body }) => body.page === 'item' && body.look?.seq === 3));
    await panel.button('Older Version').click();
    await panel.until((host) => host.sentOf('page/look').some(({ body }) => body.page === 'item' && body.look?.seq === 2));
    await panel.button('Newer Version').click();
    await panel.until((host) => host.sentOf('page/look').some(({ body }) => body.page === 'item' && body.look?.seq === 4));
  });

  it('says what each version changed', async () => {
    await open();
    await expect.poll(() => panel.page.locator('.history-version').first().innerText()).toContain('spec.containers[0].image nginx:1.25→nginx:1.26');
  });
});

it('lets no text of a cluster become markup', async () => {
  const poison = '<img src=x onerror=alert(1)>';
  await open(JSON.parse(JSON.stringify(picture).replaceAll('nginx:1.26', poison).replaceAll('phase: Running', poison)) as ItemPicture);
  await panel.button('Show status').click();
  await expect.poll(() => panel.page.locator('.side img').count()).toBe(0);
  await expect.poll(() => part('object')).toContain(poison);
});

describe('the look', () => {
  it.each(['dark-modern', 'light-modern', 'hc-dark', 'hc-light'] as const)('in %s', async (theme) => {
    await open(picture, { theme, height: 1500 });
    await panel.page.screenshot({ path: `test/.artifacts/panel/item-${theme}.png` });
  });

  it.each([300, 700, 1000])('at %i pixels does not scroll sideways', async (width) => {
    await open(picture, { width, height: 1500 });
    await expect.poll(() => overflowing(panel.page)).toEqual([]);
    await panel.page.locator('#item-object').scrollIntoViewIfNeeded();
    await panel.page.screenshot({ path: `test/.artifacts/panel/item-${width}.png` });
  });
});
