import type { FoundRow, StreamRows } from '../../extension/protocol/messages.ts';
import type { Move, StreamAction } from './action.ts';
import { type Cursor, rowHeight, type StreamModel } from './model.ts';
import { indexOfSeq, knownNewest, lengthOf, maxTop, oldestOf, placeOf, rowAt, visibleRange } from './streamSelectors.ts';

/** The stream after `action`. Pure. */
export function reduceStream(stream: StreamModel, action: StreamAction): StreamModel {
  switch (action.type) {
    case 'rows':
      return receive(stream, action.rows);
    case 'found':
      return found(stream, action.found);
    case 'type':
      return { ...stream, typed: action.text, completions: action.text === '' ? null : stream.completions, completion: -1, offer: null };
    case 'completions':
      // An answer to what is not there any more.
      return action.completions.text === stream.typed ? { ...stream, completions: action.completions.items.length > 0 ? action.completions : null, completion: -1 } : stream;
    case 'noCompletions':
      return stream.completions ? { ...stream, completions: null, completion: -1 } : stream;
    case 'completion':
      return { ...stream, completion: action.index };
    case 'filter':
      return stream.typed.trim() === stream.filter ? stream : startOver({ ...stream, filter: stream.typed.trim() });
    case 'order':
      return action.newestFirst === stream.newestFirst ? stream : { ...stream, newestFirst: action.newestFirst };
    case 'offer':
      return action.filter === stream.offer ? stream : { ...stream, offer: action.filter };
    case 'scroll':
      return scroll(stream, action.top);
    case 'resize':
      return clamped({ ...stream, height: action.height });
    case 'follow':
      return action.on ? follow(stream) : hold(stream);
    case 'move':
      return moveCursor(stream, action.to);
    case 'focus':
      return hold({ ...stream, cursor: cursorAt(stream, action.index) });
    case 'open':
      return hold({ ...stream, cursor: cursorAt(stream, action.index), detail: true });
    case 'close':
      return { ...stream, detail: false };
    case 'goTo':
      return goTo(stream, action.seq);
    default:
      return stream;
  }
}

/**
 * Under another filter or informer every index means another row. The list follows again, and the entry under
 * the cursor is looked for: while it is shown in full, it comes back into view, so that who filters around an entry
 * does not lose it.
 */
export function startOver(stream: StreamModel): StreamModel {
  const seq = stream.cursor?.seq ?? null;
  return {
    ...stream,
    answer: null,
    follow: true,
    newest: 0,
    top: 0,
    cursor: seq === null ? null : { ...stream.cursor!, index: null },
    detail: stream.detail && seq !== null,
    search: seq === null ? null : { seq, filter: stream.filter, reveal: stream.detail },
  };
}

function receive(stream: StreamModel, rows: StreamRows): StreamModel {
  // An answer to a view from before: its rows may be of another filter, or newer than the list.
  if (rows.view.filter !== stream.filter || (rows.view.end === null) !== stream.follow) return stream;
  const next: StreamModel = { ...stream, answer: rows };
  // Fewer entries than there were: this is another stream, in which the cursor's index means another row, or none.
  if (knownNewest(next) < Math.max(stream.newest, knownNewest(stream))) return follow({ ...next, cursor: next.cursor && { ...next.cursor, index: null } });
  if (stream.follow) return withKnownCursor({ ...next, newest: knownNewest(next), top: 0 });
  return clamped(withKnownCursor(next));
}

/** The cursor knows its row as soon as that arrives, and its index as long as the row is kept. */
function withKnownCursor(stream: StreamModel): StreamModel {
  const { cursor } = stream;
  if (!cursor) return stream;
  if (cursor.index !== null && cursor.index < oldestOf(stream)) return { ...stream, cursor: { ...cursor, index: null } };
  if (cursor.index !== null && cursor.seq === null) return { ...stream, cursor: cursorAt(stream, cursor.index) };
  if (cursor.index === null && cursor.seq !== null && !stream.search) {
    const index = indexOfSeq(stream, cursor.seq);
    if (index !== null) return { ...stream, cursor: { ...cursor, index } };
  }
  return stream;
}

function found(stream: StreamModel, { seq, filter, index, row }: FoundRow): StreamModel {
  const { search, cursor } = stream;
  if (search?.seq !== seq || filter !== stream.filter) return stream;
  const next: StreamModel = { ...stream, search: null, cursor: { index, seq, row: row ?? (cursor?.seq === seq ? cursor.row : null) } };
  if (index === null || !search.reveal) return next;
  const beyond = stream.follow || index >= stream.newest;
  return reveal(hold({ ...next, newest: beyond ? Math.max(index + 1, knownNewest(stream)) : stream.newest }), index);
}

function goTo(stream: StreamModel, seq: number): StreamModel {
  const index = indexOfSeq(stream, seq);
  if (index !== null && index < stream.newest) return reveal(hold({ ...stream, cursor: cursorAt(stream, index), detail: true }), index);
  return { ...stream, cursor: { index: null, seq, row: null }, detail: true, search: { seq, filter: stream.filter, reveal: true } };
}

function scroll(stream: StreamModel, top: number): StreamModel {
  if (top <= 0) return follow(stream);
  return { ...hold(stream), top: Math.min(top, maxTop(stream)) };
}

function hold(stream: StreamModel): StreamModel {
  return stream.follow ? { ...stream, follow: false } : stream;
}

function follow(stream: StreamModel): StreamModel {
  return { ...stream, follow: true, newest: knownNewest(stream), top: 0 };
}

function moveCursor(stream: StreamModel, to: Move): StreamModel {
  // Home means the newest there is, not the newest when the list was held.
  const from = to === 'newest' ? { ...stream, newest: Math.max(stream.newest, knownNewest(stream)) } : stream;
  if (lengthOf(from) === 0) return stream;
  const index = Math.min(from.newest - 1, Math.max(oldestOf(from), destination(from, to)));
  return reveal(hold({ ...from, cursor: cursorAt(from, index) }), index);
}

function destination(stream: StreamModel, to: Move): number {
  const at = stream.cursor?.index ?? null;
  const page = Math.max(1, Math.floor(stream.height / rowHeight) - 1);
  if (to === 'newest') return stream.newest - 1;
  if (to === 'oldest') return oldestOf(stream);
  if (at === null) return visibleRange(stream).from;
  if (to === 'newer') return at + 1;
  if (to === 'older') return at - 1;
  return to === 'pageNewer' ? at + page : at - page;
}

function cursorAt(stream: StreamModel, index: number): Cursor {
  const row = rowAt(stream, index);
  return { index, seq: row?.seq ?? null, row };
}

/** Scrolls no further than is needed; from far away, to the middle. */
function reveal(stream: StreamModel, index: number): StreamModel {
  const above = placeOf(stream, index) * rowHeight;
  const below = above + rowHeight - stream.height;
  if (above >= stream.top && below <= stream.top) return clamped(stream);
  const near = above > stream.top - 2 * stream.height && above < stream.top + 2 * stream.height;
  const top = near ? (above < stream.top ? above : below) : above - (stream.height - rowHeight) / 2;
  return clamped({ ...stream, top });
}

function clamped(stream: StreamModel): StreamModel {
  const top = Math.max(0, Math.min(stream.top, maxTop(stream)));
  return top === stream.top ? stream : { ...stream, top };
}
