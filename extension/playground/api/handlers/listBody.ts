import { Buffer } from 'node:buffer';
import type { StoredObject } from '../../storage/storedObject.ts';
import type { BodyStream } from '../apiRequest.ts';
import type { ListedBytes, SlabRange } from '../listedBytes.ts';
import type { ListMeta } from '../listMeta.ts';
import type { Representation } from '../representation.ts';

/** Bytes per part of a body: small enough not to be felt, large enough not to be many. */
const partBytes = 256 * 1024;
/** What is as long as that in one place is sent from there; shorter pieces are gathered: to write each by itself costs more than to copy it. */
const sentInPlaceBytes = 32 * 1024;
/** Bytes that a character of JavaScript takes in UTF-8 at most. */
const mostBytesPerCharacter = 3;

/**
 * The body of a list: a text where it is short, else made part by part while it is sent. Objects go into it without being copied
 * more often than they must.
 * @param kept what was written for the list before, and will be for the next
 */
export function listBody(representation: Representation, metadata: ListMeta, items: readonly StoredObject[], kept?: ListedBytes): string | BodyStream {
  kept?.beginList();
  const parts = partsOf(runsOf(piecesOf(representation, metadata, items, kept)));
  const first = parts.next().value ?? '';
  const second = parts.next();
  return second.done ? first.toString() : streamOf([first, second.value].values(), parts);
}

function* piecesOf(representation: Representation, metadata: ListMeta, items: readonly StoredObject[], kept: ListedBytes | undefined): Generator<string | SlabRange> {
  yield representation.listHead(metadata);
  for (const [index, stored] of items.entries()) {
    let range = kept?.get(stored);
    if (!range) {
      const text = representation.listItem(stored);
      range = kept?.keep(stored, text);
      if (!range) {
        if (index > 0) yield ',';
        yield text;
        continue;
      }
    }
    yield index > 0 ? range : { ...range, start: range.start + 1 };
  }
  yield representation.listTail;
}

/** What lies side by side becomes one piece, as long as that is shorter than a part. */
function* runsOf(pieces: Iterable<string | SlabRange>): Generator<string | SlabRange> {
  let run: SlabRange | undefined;
  for (const piece of pieces) {
    if (typeof piece !== 'string' && run?.slab === piece.slab && run.end === piece.start && piece.end - run.start <= partBytes) {
      run = { slab: run.slab, start: run.start, end: piece.end };
      continue;
    }
    if (run) yield run;
    run = typeof piece === 'string' ? undefined : piece;
    if (typeof piece === 'string') yield piece;
  }
}

/** The first part is gathered, whatever it is made of: where it is the only one it becomes a text. */
function* partsOf(pieces: Iterable<string | SlabRange>): Generator<Buffer> {
  let part = Buffer.allocUnsafe(partBytes);
  let length = 0;
  let isFirst = true;
  for (const piece of pieces) {
    const most = typeof piece === 'string' ? piece.length * mostBytesPerCharacter : piece.end - piece.start;
    const isFull = length + most > part.length;
    const isSentInPlace = typeof piece !== 'string' && most >= sentInPlaceBytes && (!isFirst || isFull);
    if (length > 0 && (isSentInPlace || isFull)) {
      yield part.subarray(0, length);
      part = part.subarray(length);
      length = 0;
      isFirst = false;
    }
    if (isSentInPlace) {
      yield piece.slab.subarray(piece.start, piece.end);
      continue;
    }
    if (most > part.length) part = Buffer.allocUnsafe(Math.max(partBytes, most));
    length += typeof piece === 'string' ? part.write(piece, length) : piece.slab.copy(part, length, piece.start, piece.end);
  }
  if (length > 0) yield part.subarray(0, length);
}

function streamOf(...sources: readonly Iterator<Buffer>[]): BodyStream {
  const waiting = [...sources];
  return {
    next: () => {
      while (waiting.length > 0) {
        const { done, value } = waiting[0]!.next();
        if (!done) return Promise.resolve(value);
        waiting.shift();
      }
      return Promise.resolve(undefined);
    },
    close: () => {
      waiting.length = 0;
    },
  };
}
