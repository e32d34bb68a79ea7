import type { ListPage } from '../informer/listerWatcher.ts';
import { undecodableItem } from '../informer/reflectorErrors.ts';
import { isRecord, type KubeObject } from '../kube/object.ts';
import { notText } from '../kube/undecodable.ts';
import { backslash, closeBrace, closeBracket, colon, comma, openBrace, openBracket, quote } from './jsonBytes.ts';
import { maxFrameBytes } from './jsonFrames.ts';
import { isJsonSpace, JsonValueScanner, opensValue } from './jsonValueScanner.ts';
import { ListItemGuess } from './listItemGuess.ts';
import type { TypeMeta } from './keptObjectReader.ts';
import type { Decoder } from './objectDecoder.ts';

const itemsKey = Buffer.from('items');

/** Ten thousand pods are 50 MB; a server that sends this much is not sending a list. */
const maxListBytes = 2 ** 31;

/** Of one item, and of all that is none. */
const maxPartBytes = maxFrameBytes;

/** The answer is not a list that can be read. */
export class ListError extends Error {
  override readonly name = 'ListError';
}

/**
 * Reads one list from the bytes of its body as they arrive, item by item: a list of any length never
 * blocks for longer than one chunk, and never stands in memory as text. What surrounds the items is
 * parsed at the end. Items get `kind` and `apiVersion`, as Go gives them to unstructured lists (T-16).
 */
export class ListDecoder {
  readonly #decoder: Decoder;
  readonly #scanner = new JsonValueScanner();
  readonly #items: unknown[] = [];
  /** Everything but the items. */
  readonly #envelope: Buffer[] = [];
  /** Bytes of the item that has begun, from earlier chunks. */
  #pieces: Buffer[] = [];
  /** Bytes of it that the scanner has not seen: its end was looked for by guessing, and has not come. */
  #unscanned: Buffer | undefined;
  readonly #guess = new ListItemGuess();
  /** What items get besides their own fields: known before the first where the list says first what it is. */
  #typeMeta: TypeMeta | undefined;
  #bytes = 0;
  /** Of them what is kept as bytes: of the item that has begun, and of the envelope. */
  #itemBytes = 0;
  #envelopeBytes = 0;
  #state: 'envelope' | 'items' | 'item' | 'scalar' = 'envelope';

  // Of the envelope:
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** How many bytes of the string at depth 1 are those of `items`; -1 when one differs. */
  #matched = -1;
  /** How far `"items": [` has been seen. */
  #seen: 'nothing' | 'key' | 'colon' = 'nothing';

  constructor(decoder: Decoder) {
    this.#decoder = decoder;
  }

  /**
   * Reads what has arrived; stands still after each item, so that whoever drives it can rest.
   * @throws ListError
   */
  *push(bytes: Buffer): Generator<void, void, void> {
    this.#bytes += bytes.length;
    if (this.#bytes > maxListBytes) throw new ListError(`it is longer than ${maxListBytes} bytes`);
    const chunk = this.#unscanned ? Buffer.concat([this.#unscanned, bytes]) : bytes;
    this.#unscanned = undefined;
    for (let position = 0; position < chunk.length; ) {
      const isItem = this.#state === 'item';
      position = this.#read(chunk, position);
      if (isItem) yield;
    }
  }

  #read(chunk: Buffer, position: number): number {
    if (this.#state === 'envelope') return this.#readEnvelope(chunk, position);
    if (this.#state === 'items') return this.#betweenItems(chunk, position);
    return this.#readItem(chunk, position);
  }

  /** @throws ListError when the body was cut off or is no list */
  end(): ListPage {
    const last = this.#unscanned;
    this.#unscanned = undefined;
    this.#guess.giveUp();
    if (last) for (let position = 0; position < last.length; ) position = this.#read(last, position);
    const envelope = this.#parseEnvelope();
    const metadata = isRecord(envelope['metadata']) ? envelope['metadata'] : {};
    const kind = text(envelope['kind']);
    const next = text(metadata['continue']);
    const remaining = metadata['remainingItemCount'];
    const fault = notText(metadata['resourceVersion']);
    if (fault !== undefined) throw new ListError(`its metadata.resourceVersion is ${fault}`);
    return {
      kind,
      resourceVersion: text(metadata['resourceVersion']),
      ...(next !== '' && { continue: next }),
      ...(typeof remaining === 'number' && { remainingItemCount: remaining }),
      items: this.#filledIn(kind, text(envelope['apiVersion'])),
      bytes: this.#bytes,
    };
  }

  #filledIn(listKind: string, apiVersion: string): KubeObject[] {
    const kind = listKind.endsWith('List') ? listKind.slice(0, -'List'.length) : '';
    // Secrets under another resource's name: only now is it known what they are.
    const late = kind === 'Secret';
    return this.#items.map((item, index) => {
      if (!isRecord(item)) throw notAnObject(index);
      const filled = fillIn(item, kind, apiVersion);
      return late ? this.#decoder.maskLate(filled) : filled;
    });
  }

  #parseEnvelope(): Readonly<Record<string, unknown>> {
    let envelope: unknown;
    try {
      envelope = JSON.parse(Buffer.concat(this.#envelope).toString('utf8'));
    } catch (error) {
      throw new ListError(this.#depth > 0 || this.#state !== 'envelope' ? 'it was cut off' : 'it is not JSON', { cause: error });
    }
    if (!isRecord(envelope)) throw new ListError('it is not a JSON object');
    const { items } = envelope;
    if (items !== undefined && items !== null && !Array.isArray(items)) throw new ListError('its items are not a list');
    // Anything else would pass for an empty list, and empty the cache.
    const kind = text(envelope['kind']);
    if (!('items' in envelope || kind.endsWith('List') || kind === 'Table')) throw new ListError(`it is ${kind === '' ? 'no list' : `a ${kind}, not a list`}`);
    return envelope;
  }

  /** Up to and including the `[` of the items, or to the end of the chunk. */
  #readEnvelope(chunk: Buffer, start: number): number {
    for (let index = start; index < chunk.length; index++) {
      if (!this.#readEnvelopeByte(chunk[index]!)) continue;
      this.#keepEnvelope(chunk.subarray(start, index + 1));
      this.#state = 'items';
      this.#typeMeta = typeMetaOf(Buffer.concat(this.#envelope));
      return index + 1;
    }
    this.#keepEnvelope(chunk.subarray(start));
    return chunk.length;
  }

  #keepEnvelope(piece: Buffer): void {
    this.#envelopeBytes += piece.length;
    if (this.#envelopeBytes > maxPartBytes) throw new ListError(`beside its items it has more than ${maxPartBytes} bytes`);
    this.#envelope.push(piece);
  }

  /** True at the `[` of the items. */
  #readEnvelopeByte(byte: number): boolean {
    if (this.#inString) {
      this.#readString(byte);
      return false;
    }
    const seen = this.#seen;
    if (isJsonSpace(byte)) return false;
    this.#seen = 'nothing';
    if (byte === quote) {
      this.#inString = true;
      this.#matched = this.#depth === 1 ? 0 : -1;
    } else if (byte === colon) {
      if (seen === 'key') this.#seen = 'colon';
    } else if (byte === openBracket && seen === 'colon') {
      return true;
    } else if (byte === openBrace || byte === openBracket) {
      this.#depth++;
    } else if (byte === closeBrace || byte === closeBracket) {
      this.#depth--;
    }
    return false;
  }

  #readString(byte: number): void {
    if (this.#escaped) {
      this.#escaped = false;
      this.#matched = -1;
    } else if (byte === backslash) {
      this.#escaped = true;
    } else if (byte === quote) {
      this.#inString = false;
      this.#seen = this.#matched === itemsKey.length ? 'key' : 'nothing';
    } else if (this.#matched >= 0) {
      this.#matched = byte === itemsKey[this.#matched] ? this.#matched + 1 : -1;
    }
  }

  #betweenItems(chunk: Buffer, position: number): number {
    const byte = chunk[position];
    if (byte === closeBracket) {
      // The bracket itself is read as envelope, one level down: its `[` was not counted.
      this.#keepEnvelope(chunk.subarray(position, position + 1));
      this.#state = 'envelope';
      return position + 1;
    }
    if (byte === comma || isJsonSpace(byte)) return position + 1;
    this.#state = opensValue(byte) ? 'item' : 'scalar';
    return position;
  }

  #readItem(chunk: Buffer, start: number): number {
    if (this.#state === 'scalar') throw notAnObject(this.#items.length);
    if (this.#pieces.length === 0) {
      const guessed = this.#guess.end(chunk, start);
      if (guessed === 'later') {
        this.#unscanned = chunk.subarray(start);
        return chunk.length;
      }
      if (guessed !== undefined && this.#takeGuessed(chunk.subarray(start, guessed))) return guessed;
    }
    const end = this.#scanner.scan(chunk, start);
    const piece = chunk.subarray(start, end < 0 ? chunk.length : end);
    if (end < 0) {
      this.#pieces.push(piece);
      this.#itemBytes += piece.length;
      if (this.#itemBytes > maxPartBytes) throw new ListError(`its item ${this.#items.length} is longer than ${maxPartBytes} bytes`);
      return chunk.length;
    }
    this.#itemBytes = 0;
    this.#guess.learn(piece);
    const item = this.#pieces.length === 0 ? piece : Buffer.concat([...this.#pieces, piece]);
    this.#pieces = [];
    this.#state = 'items';
    try {
      this.#items.push(this.#decoder.object(item, this.#typeMeta));
    } catch (error) {
      throw new ListError('one of its items is not valid JSON', { cause: error });
    }
    return end;
  }

  /** False when it is not one item. Text that parses is one value and all of it: no value begins another. */
  #takeGuessed(item: Buffer): boolean {
    try {
      this.#items.push(this.#decoder.object(item, this.#typeMeta));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      this.#guess.giveUp();
      return false;
    }
    this.#state = 'items';
    return true;
  }
}

/**
 * What the items of a list get, from what stands before them; undefined when that does not tell. Secrets get it at the end, when they are
 * masked as such.
 */
function typeMetaOf(envelopeStart: Buffer): TypeMeta | undefined {
  const { kind: listKind, apiVersion } = envelopeStartOf(envelopeStart);
  if (typeof listKind !== 'string' || typeof apiVersion !== 'string' || !listKind.endsWith('List')) return undefined;
  const kind = listKind.slice(0, -'List'.length);
  return kind === '' || kind === 'Secret' || apiVersion === '' ? undefined : { kind, apiVersion };
}

function envelopeStartOf(bytes: Buffer): Readonly<Record<string, unknown>> {
  try {
    const start: unknown = JSON.parse(`${bytes.toString()}]}`);
    return isRecord(start) ? start : {};
  } catch (error) {
    // That it is no JSON is said at its end.
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

/** Counted from the beginning of this page. */
function notAnObject(index: number): Error {
  return undecodableItem(index, 'is not an object');
}

/** Kind is the list's without `List`; an item that names its own keeps it. First in each object, as in watch events. */
function fillIn(item: Readonly<Record<string, unknown>>, kind: string, apiVersion: string): KubeObject {
  if (kind === '' || (item['kind'] && item['apiVersion'])) return item as unknown as KubeObject;
  // A spread, not an assignment: a field called `__proto__` stays a field.
  const filled = { kind: '', apiVersion: '', ...(item as unknown as KubeObject) };
  filled.kind = text(item['kind']) || kind;
  filled.apiVersion = text(item['apiVersion']) || apiVersion;
  return filled;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
