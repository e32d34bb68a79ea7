import { Buffer } from 'node:buffer';
import type { StoredObject } from '../../storage/storedObject.ts';
import type { BodyStream } from '../apiRequest.ts';
import type { ListedBytes } from '../listedBytes.ts';
import type { ListMeta } from '../listMeta.ts';
import type { Representation } from '../representation.ts';

/** Bytes per part of a body: small enough not to be felt, large enough not to be many. */
const partBytes = 256 * 1024;
/** Bytes that a character of JavaScript takes in UTF-8 at most. */
const mostBytesPerCharacter = 3;

/**
 * The body of a list: a text where it is short, else made part by part while it is sent. Objects go into it without being copied
 * more often than they must.
 * @param kept what was written for the list before, and will be for the next
 */
export function listBody(representation: Representation, metadata: ListMeta, items: readonly StoredObject[], kept?: ListedBytes): string | BodyStream {
  kept?.beginList();
  const itemOf = (stored: StoredObject): string | Buffer => kept?.get(stored) ?? kept?.keep(stored, representation.listItem(stored)) ?? representation.listItem(stored);
  const parts = partsOf(piecesOf(representation.listHead(metadata), items, itemOf, representation.listTail));
  const first = parts.next().value ?? '';
  const second = parts.next();
  return second.done ? first.toString() : streamOf([first, second.value].values(), parts);
}

function* piecesOf(head: string, items: readonly StoredObject[], itemOf: (stored: StoredObject) => string | Buffer, tail: string): Generator<string | Buffer> {
  yield head;
  for (const [index, stored] of items.entries()) {
    if (index > 0) yield ',';
    yield itemOf(stored);
  }
  yield tail;
}

function* partsOf(pieces: Iterable<string | Buffer>): Generator<Buffer> {
  let part = Buffer.allocUnsafe(partBytes);
  let length = 0;
  for (const piece of pieces) {
    const most = typeof piece === 'string' ? piece.length * mostBytesPerCharacter : piece.length;
    if (length + most > part.length) {
      if (length > 0) yield part.subarray(0, length);
      part = Buffer.allocUnsafe(Math.max(partBytes, most));
      length = 0;
    }
    length += typeof piece === 'string' ? part.write(piece, length) : piece.copy(part, length);
  }
  yield part.subarray(0, length);
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
