import { limits } from '../../extension/protocol/checks.ts';
import type { FilterFault } from '../../extension/protocol/filters.ts';
import type { StreamRow, StreamView } from '../../extension/protocol/messages.ts';
import { rowHeight, type StreamModel } from './model.ts';

/** Rows asked for beyond each edge of the view, so that a scroll finds them there. */
const overscan = 40;
/** A held view moves in steps of so many rows: not every pixel asks anew. */
const stride = 20;

/** Index of the oldest row of the list. */
export function oldestOf({ answer }: StreamModel): number {
  return answer?.oldest ?? 0;
}

/** Index one past the newest entry that the host has. */
export function knownNewest({ answer }: StreamModel): number {
  return answer ? answer.oldest + answer.total : 0;
}

/** What is wrong with the filter; of a part that is just being written, nothing. */
export function faultsOf({ answer, typed, completions }: StreamModel): readonly FilterFault[] {
  const faults = answer?.faults ?? [];
  return completions === null ? faults : faults.filter(({ at, length }) => at + length < typed.trimEnd().length);
}

/** Rows in the list. */
export function lengthOf(stream: StreamModel): number {
  return Math.max(0, stream.newest - oldestOf(stream));
}

/** Entries that arrived since the list was held. */
export function newSinceHeld(stream: StreamModel): number {
  return stream.follow ? 0 : Math.max(0, knownNewest(stream) - stream.newest);
}

/** The greatest `top` that still fills the view. */
export function maxTop(stream: StreamModel): number {
  return Math.max(0, lengthOf(stream) * rowHeight - stream.height);
}

/** Place of a row in the list, 0 for the newest. */
export function placeOf(stream: StreamModel, index: number): number {
  return stream.newest - 1 - index;
}

/** Place of a row as it is drawn, 0 at the top. */
export function drawnPlaceOf(stream: StreamModel, index: number): number {
  return stream.newestFirst ? placeOf(stream, index) : index - oldestOf(stream);
}

/** Pixels of the list above the view as it is drawn. The model counts from the newest, so that what is held stays where it is on either end. */
export function drawnTop(stream: StreamModel, top: number = stream.top): number {
  return stream.newestFirst ? top : Math.max(0, maxTop(stream) - top);
}

/** Indexes in view, from the newest row to the oldest that shows at least a pixel. */
export function visibleRange(stream: StreamModel): { readonly from: number; readonly to: number } {
  const first = Math.floor(stream.top / rowHeight);
  const last = Math.ceil((stream.top + stream.height) / rowHeight) - 1;
  const from = stream.newest - 1 - first;
  return { from, to: Math.max(oldestOf(stream), stream.newest - 1 - last) };
}

/** The row at this index, when the host has sent it. */
export function rowAt({ answer }: StreamModel, index: number): StreamRow | null {
  return answer?.rows[index - answer.first] ?? null;
}

/** Index of this entry, when it is among the rows that the host has sent. */
export function indexOfSeq({ answer }: StreamModel, seq: number): number | null {
  const found = answer?.rows.findIndex((row) => row.seq === seq) ?? -1;
  return found < 0 ? null : answer!.first + found;
}

/** The part of the stream that the panel needs now. */
export function wantedView(stream: StreamModel): StreamView {
  const inView = Math.ceil(stream.height / rowHeight) + 1;
  if (stream.follow) return { filter: stream.filter, end: null, count: Math.min(limits.rows, inView + overscan) };
  const first = Math.floor(stream.top / rowHeight);
  const start = Math.max(0, Math.floor((first - overscan) / stride) * stride);
  const count = Math.min(limits.rows, inView + 2 * overscan + stride);
  return { filter: stream.filter, end: Math.max(0, stream.newest - start), count };
}

export function sameView(a: StreamView | null, b: StreamView): boolean {
  return a !== null && a.filter === b.filter && a.end === b.end && a.count === b.count;
}
