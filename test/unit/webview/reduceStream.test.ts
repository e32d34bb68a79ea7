import { describe, expect, it } from 'vitest';
import type { StreamAction } from '../../../webview/store/action.ts';
import type { StreamModel } from '../../../webview/store/model.ts';
import { reduceStream } from '../../../webview/store/reduceStream.ts';
import { lengthOf, newSinceHeld, visibleRange, wantedView } from '../../../webview/store/streamSelectors.ts';
import { answer, row, streamOf } from './models.ts';

const after = (stream: StreamModel, ...actions: readonly StreamAction[]): StreamModel => actions.reduce(reduceStream, stream);

describe('following', () => {
  it('shows the newest entry first, and asks for no more than the view and some to spare', () => {
    const stream = streamOf(answer(1000));
    expect(stream).toMatchObject({ follow: true, newest: 1000, top: 0 });
    expect(visibleRange(stream)).toEqual({ from: 999, to: 990 });
    expect(wantedView(stream)).toEqual({ filter: '', end: null, count: 51 });
  });

  it('takes every answer, whole', () => {
    expect(after(streamOf(answer(10)), { type: 'rows', rows: answer(5000, { oldest: 4000 }) })).toMatchObject({ newest: 5000 });
  });

  it('ends when the list is scrolled, and comes back when it is scrolled to its top', () => {
    const held = after(streamOf(answer(1000)), { type: 'scroll', top: 100 });
    expect(held).toMatchObject({ follow: false, newest: 1000, top: 100 });
    expect(after(held, { type: 'scroll', top: 0 })).toMatchObject({ follow: true, top: 0 });
  });

  it('ends when the keyboard comes to a row, so that the row stays where it is', () => {
    expect(after(streamOf(answer(1000)), { type: 'focus', index: 999 })).toMatchObject({ follow: false, detail: false, cursor: { index: 999, seq: 1000 } });
  });
});

describe('a held list', () => {
  const held = after(streamOf(answer(1000)), { type: 'scroll', top: 2200 });

  it('asks for what is in view with rows to spare, in steps', () => {
    expect(wantedView(held)).toEqual({ filter: '', end: 940, count: 111 });
    expect(wantedView({ ...held, top: held.top + 15 * 22 })).toEqual({ filter: '', end: 940, count: 111 });
    expect(wantedView({ ...held, top: held.top + 20 * 22 })).toEqual({ filter: '', end: 920, count: 111 });
  });

  it('does not move when entries arrive; they are counted', () => {
    const later = after(held, { type: 'rows', rows: answer(1250, { end: 940, count: 111 }) });
    expect(later).toMatchObject({ newest: 1000, top: 2200 });
    expect(lengthOf(later)).toBe(1000);
    expect(newSinceHeld(later)).toBe(250);
  });

  it('shows what is new when it follows again', () => {
    const later = after(held, { type: 'rows', rows: answer(1250, { end: 940, count: 111 }) }, { type: 'follow', on: true });
    expect(later).toMatchObject({ follow: true, newest: 1250, top: 0 });
    expect(newSinceHeld(later)).toBe(0);
  });

  it('becomes shorter at its end when the oldest entries are dropped', () => {
    const later = after(held, { type: 'rows', rows: answer(1900, { end: 940, count: 111, oldest: 895 }) });
    expect(lengthOf(later)).toBe(105);
    expect(later.top).toBe(105 * 22 - 220);
  });

  it('takes no answer to a view from before it was held, nor one to another filter', () => {
    expect(after(held, { type: 'rows', rows: answer(1250) })).toBe(held);
    expect(after(held, { type: 'rows', rows: answer(1250, { end: 940, filter: 'x' }) })).toBe(held);
  });

  it('follows again when there are fewer entries than it held: it is another stream', () => {
    expect(after(held, { type: 'rows', rows: answer(20, { end: 940 }) })).toMatchObject({ follow: true, newest: 20 });
  });

  it('stays within the list when the view grows', () => {
    const atEnd = after(held, { type: 'scroll', top: 1e9 });
    expect(atEnd.top).toBe(1000 * 22 - 220);
    expect(after(atEnd, { type: 'resize', height: 440 }).top).toBe(1000 * 22 - 440);
  });
});

describe('the cursor', () => {
  it('starts at the topmost row in view', () => {
    expect(after(streamOf(answer(1000)), { type: 'move', to: 'older' }).cursor).toEqual({ index: 999, seq: 1000, row: row(999) });
  });

  it('moves by rows, and the list no further than it must', () => {
    const first = after(streamOf(answer(1000)), { type: 'focus', index: 999 });
    const ninth = Array.from({ length: 9 }).reduce<StreamModel>((stream) => after(stream, { type: 'move', to: 'older' }), first);
    expect(ninth).toMatchObject({ top: 0, cursor: { index: 990 } });
    expect(after(ninth, { type: 'move', to: 'older' })).toMatchObject({ top: 22, cursor: { index: 989 } });
  });

  it('moves by pages, to the end, and back to the newest there is', () => {
    const at = (...moves: readonly ('pageOlder' | 'pageNewer' | 'oldest' | 'newest')[]): StreamModel =>
      after(streamOf(answer(1000)), { type: 'focus', index: 999 }, ...moves.map((to): StreamAction => ({ type: 'move', to })));
    expect(at('pageOlder').cursor?.index).toBe(990);
    expect(at('pageOlder', 'pageNewer').cursor?.index).toBe(999);
    expect(at('oldest')).toMatchObject({ top: 990 * 22, cursor: { index: 0 } });
    const later = after(at('oldest'), { type: 'rows', rows: answer(1200, { end: 100 }) }, { type: 'move', to: 'newest' });
    expect(later).toMatchObject({ newest: 1200, top: 0, follow: false, cursor: { index: 1199 } });
  });

  it('stops at both ends', () => {
    const stream = streamOf(answer(3));
    expect(after(stream, { type: 'move', to: 'newest' }, { type: 'move', to: 'newer' }).cursor?.index).toBe(2);
    expect(after(stream, { type: 'move', to: 'oldest' }, { type: 'move', to: 'pageOlder' }).cursor?.index).toBe(0);
  });

  it('has nowhere to go in an empty list', () => {
    const stream = streamOf(answer(0));
    expect(after(stream, { type: 'move', to: 'older' })).toBe(stream);
  });

  it('learns which entry it is on when that arrives', () => {
    const far = after(streamOf(answer(1000)), { type: 'move', to: 'oldest' });
    expect(far.cursor).toEqual({ index: 0, seq: null, row: null });
    expect(after(far, { type: 'rows', rows: answer(1000, { end: 100, count: 100 }) }).cursor).toEqual({ index: 0, seq: 1, row: row(0) });
  });

  it('keeps its entry when the list drops it', () => {
    const at = after(streamOf(answer(100)), { type: 'open', index: 50 });
    const later = after(at, { type: 'rows', rows: answer(300, { end: 100, oldest: 200 }) });
    expect(later).toMatchObject({ detail: true, cursor: { index: null, seq: 51, row: row(50) } });
  });
});

describe('the filter', () => {
  it('holds a moment after it was typed', () => {
    const typed = after(streamOf(answer(100)), { type: 'type', text: 'web' });
    expect(typed).toMatchObject({ typed: 'web', filter: '' });
    expect(after(typed, { type: 'filter' })).toMatchObject({ filter: 'web', follow: true, answer: null, search: null });
  });

  it('that is the same as before changes nothing', () => {
    const stream = streamOf(answer(100));
    expect(after(stream, { type: 'filter' })).toBe(stream);
  });

  it('looks for the entry under the cursor, and brings it back into view', () => {
    const filtered = after(streamOf(answer(100)), { type: 'open', index: 50 }, { type: 'type', text: 'web' }, { type: 'filter' });
    expect(filtered).toMatchObject({ cursor: { index: null, seq: 51 }, detail: true, search: { seq: 51, filter: 'web', reveal: true } });
    const found = after(
      filtered,
      { type: 'rows', rows: answer(40, { filter: 'web' }) },
      { type: 'found', found: { seq: 51, filter: 'web', index: 4, row: row(50) } },
    );
    expect(found).toMatchObject({ follow: false, newest: 40, search: null, cursor: { index: 4, seq: 51 } });
    expect(visibleRange(found).from).toBeGreaterThanOrEqual(4);
    expect(visibleRange(found).to).toBeLessThanOrEqual(4);
  });

  it('leaves the list at its top when the entry under the cursor is not shown in full', () => {
    const filtered = after(streamOf(answer(100)), { type: 'focus', index: 50 }, { type: 'type', text: 'web' }, { type: 'filter' });
    const found = after(filtered, { type: 'rows', rows: answer(80, { filter: 'web' }) }, { type: 'found', found: { seq: 51, filter: 'web', index: 4, row: row(50) } });
    expect(found).toMatchObject({ follow: true, top: 0, search: null, cursor: { index: 4, seq: 51 } });
  });

  it('keeps the entry shown when it does not match', () => {
    const filtered = after(streamOf(answer(100)), { type: 'open', index: 50 }, { type: 'type', text: 'web' }, { type: 'filter' });
    const missed = after(filtered, { type: 'found', found: { seq: 51, filter: 'web', index: null, row: row(50) } });
    expect(missed).toMatchObject({ follow: true, detail: true, search: null, cursor: { index: null, seq: 51, row: row(50) } });
  });

  it('takes no answer to a search under another filter', () => {
    const filtered = after(streamOf(answer(100)), { type: 'open', index: 50 }, { type: 'type', text: 'web' }, { type: 'filter' });
    expect(after(filtered, { type: 'found', found: { seq: 51, filter: 'we', index: 4, row: row(50) } })).toBe(filtered);
  });
});

describe('going to a cause', () => {
  it('goes at once where the host has sent it', () => {
    const gone = after(streamOf(answer(1000)), { type: 'goTo', seq: 950 });
    expect(gone).toMatchObject({ follow: false, detail: true, search: null, cursor: { index: 949, seq: 950 } });
    expect(visibleRange(gone).from).toBeGreaterThanOrEqual(949);
  });

  it('asks for it otherwise, and goes to the middle of the view', () => {
    const asked = after(streamOf(answer(1000)), { type: 'goTo', seq: 3 });
    expect(asked).toMatchObject({ detail: true, search: { seq: 3, reveal: true }, cursor: { index: null, row: null } });
    const found = after(asked, { type: 'found', found: { seq: 3, filter: '', index: 2, row: row(2) } });
    expect(found).toMatchObject({ follow: false, newest: 1000, cursor: { index: 2, seq: 3 } });
    expect(found.top).toBe(1000 * 22 - 220);
  });

  it('shows at least the entry when it does not match, and says when it is gone', () => {
    const asked = after(streamOf(answer(1000)), { type: 'goTo', seq: 3 });
    expect(after(asked, { type: 'found', found: { seq: 3, filter: '', index: null, row: row(2) } }).cursor?.row).toEqual(row(2));
    expect(after(asked, { type: 'found', found: { seq: 3, filter: '', index: null, row: null } })).toMatchObject({ search: null, cursor: { row: null } });
  });

  it('goes beyond a held list too', () => {
    const held = after(streamOf(answer(100)), { type: 'scroll', top: 100 });
    const later = after(held, { type: 'rows', rows: answer(200, { end: 100 }) }, { type: 'goTo', seq: 190 });
    expect(after(later, { type: 'found', found: { seq: 190, filter: '', index: 189, row: row(189) } })).toMatchObject({ newest: 200, cursor: { index: 189 } });
  });
});
