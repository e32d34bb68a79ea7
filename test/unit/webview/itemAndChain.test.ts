import { describe, expect, it } from 'vitest';
import { lookOf } from '../../../webview/pages/item/itemLook.ts';
import { type ItemModel, initialItem, reduceItem } from '../../../webview/pages/item/itemModel.ts';
import { initialChain, reduceChain } from '../../../webview/pages/chain/chainModel.ts';
import { type PanelModel, initialModel } from '../../../webview/store/model.ts';
import { reduce } from '../../../webview/store/reduce.ts';
import { reducePages } from '../../../webview/store/pageModels.ts';
import type { StreamRow } from '../../../extension/protocol/messages.ts';
import { isYetToCome } from '../../../webview/time/isYetToCome.ts';
import { live } from '../../support/panelStates.ts';

const named: ItemModel = { ...initialItem, informer: 'v1/pods', key: 'd/a' };

function at(seq: number | null, detail: boolean, item: ItemModel = initialItem, tab: PanelModel['tab'] = 'queues'): PanelModel {
  const model = initialModel();
  const cursor = seq === null ? null : { index: 0, seq, row: null };
  return { ...model, tab, pages: { ...model.pages, item }, stream: { ...model.stream, cursor, detail } };
}

const asked = (model: PanelModel): unknown => lookOf(model, model.pages.item);

describe('what the item page asks for', () => {
  it('is the entry that was opened, or a key that was asked for by its name', () => {
    expect(asked(at(null, false))).toBeNull();
    expect(asked(at(7, false))).toBeNull();
    expect(asked(at(7, true))).toEqual({ seq: 7, informer: '', key: '', format: 'yaml' });
    expect(asked(at(7, true, named))).toEqual({ seq: null, informer: 'v1/pods', key: 'd/a', format: 'yaml' });
    // What was kept of an older version, or by nobody, is taken for the ordinary.
    expect(asked(at(7, true, { ...initialItem, format: 'xml' }))).toMatchObject({ format: 'yaml' });
    expect(asked(at(7, true, reduceItem(initialItem, { type: 'format', format: 'json' })))).toMatchObject({ format: 'json' });
  });
});

describe('an entry that is yet to come at the time that is shown', () => {
  const row: StreamRow = { seq: 7, t: 7, stage: 'queue', kind: 'queue.add', informer: 'v1/pods', key: 'd/a', rv: '1', summary: '', cause: [], note: null };
  const shownAt = (time: number | null, of: StreamRow): PanelModel => {
    const model = at(7, true);
    return { ...model, state: { ...live, time: { ...live.time, at: time } }, stream: { ...model.stream, cursor: { index: 0, seq: 7, row: of } } };
  };

  it('is not asked for: its key as it was then is', () => {
    expect(isYetToCome(shownAt(6, row))).toBe(true);
    expect(asked(shownAt(6, row))).toEqual({ seq: null, informer: 'v1/pods', key: 'd/a', format: 'yaml' });
    expect(asked(shownAt(6, { ...row, informer: '' }))).toMatchObject({ seq: 7 });
  });

  it.each([7, 8, null])('is there at #%s', (time) => {
    expect(isYetToCome(shownAt(time, row))).toBe(false);
    expect(asked(shownAt(time, row))).toMatchObject({ seq: 7 });
  });
});

describe('opening an entry', () => {
  it('shows the item page and forgets the key that was named; whoever reads the chain goes on with it', () => {
    const opened = reduce(at(7, false, named), { type: 'open', index: 3 });
    expect([opened.tab, opened.pages.item, opened.stream.detail]).toEqual(['item', initialItem, true]);
    expect(reduce(at(7, false, named, 'chain'), { type: 'open', index: 3 }).tab).toBe('chain');
  });

  it('by a link stays on the page where the link is', () => {
    const gone = reduce(at(7, false, named, 'lints'), { type: 'goTo', seq: 3 });
    expect([gone.tab, gone.pages.item.key, gone.stream.cursor?.seq]).toEqual(['lints', '', 3]);
  });

  it('is undone by closing it', () => {
    const closed = reduce(at(7, true, named, 'item'), { type: 'close' });
    expect([asked(closed), closed.tab]).toEqual([null, 'item']);
  });

  it('leaves everything else that was chosen on the page', () => {
    const chosen: ItemModel = { ...named, format: 'json', folded: ['diff'], unfolded: ['status'] };
    expect(reduce(at(7, true, chosen), { type: 'open', index: 3 }).pages.item).toEqual({ ...chosen, informer: '', key: '' });
  });
});

describe('what is chosen on the pages', () => {
  it('folds and unfolds', () => {
    const folded = reduceItem(initialItem, { type: 'fold', part: 'object' });
    expect(folded.folded).toEqual(['object']);
    expect(reduceItem(folded, { type: 'fold', part: 'object' }).folded).toEqual([]);
    expect(reduceItem(initialItem, { type: 'unfold', name: 'status' }).unfolded).toEqual(['status']);
    const chain = reduceChain(initialChain, { type: 'fold', part: 'sequence' });
    expect(chain.folded).toEqual(['sequence']);
    expect(reduceChain(chain, { type: 'fold', part: 'sequence' })).toEqual(initialChain);
  });

  it('is the same model where nothing changes, so that nothing is drawn for it', () => {
    const { pages } = initialModel();
    expect(reducePages(pages, { page: 'item', action: { type: 'show', informer: '', key: '' } })).toBe(pages);
  });
});
