import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BodyReader } from '../../extension/cluster/bodyReader.ts';
import { FrameError, JsonFrames } from '../../extension/cluster/jsonFrames.ts';
import { JsonValueScanner } from '../../extension/cluster/jsonValueScanner.ts';
import { ObjectDecoder } from '../../extension/cluster/objectDecoder.ts';
import { StreamedWatch } from '../../extension/cluster/streamedWatch.ts';
import { FakeClock } from '../support/fakeClock.ts';
import { RecordingLogger } from '../support/recordingLogger.ts';
import { propertyParameters } from '../support/seed.ts';

/**
 * The frame decoder under arbitrary bytes in arbitrary cuts: it never crashes, never hangs, and never loses an event that
 * came before the fault. `PROPERTY_RUNS` for more of them, `PROPERTY_SEED` for the one that failed.
 */
const runs = propertyParameters(300);

/** What JSON is made of, and what it is not: far likelier to come near a frame than any bytes. */
const morsel = fc.constantFrom(
  '{', '}', '[', ']', '"', '\\', '\\"', '\\\\', ':', ',', '1', 'e', 'null', ' ', '\n', '\r\n', '\t', '{"a":1}', '{"type":"ADDED","object":{}}', '[]', 'é漢😀', '\u2028',
).map((text) => Buffer.from(text));
const byte = fc.nat(255).map((value) => Buffer.from([value]));
const brokenUtf8 = fc.constantFrom([0xff], [0xe6, 0xbc], [0xf0, 0x9f, 0x98], [0x80]).map((values) => Buffer.from(values));
const soup: fc.Arbitrary<Buffer> = fc
  .array(fc.oneof({ weight: 12, arbitrary: morsel }, { weight: 2, arbitrary: byte }, { weight: 1, arbitrary: brokenUtf8 }), { maxLength: 40 })
  .map((parts) => Buffer.concat(parts));

const event = fc.record({ type: fc.constantFrom('ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK'), object: fc.dictionary(fc.string({ unit: 'binary', maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }) });
const gap = fc.constantFrom('', '\n', '\r\n', ' \n\t');
const stream = fc.array(fc.tuple(event, fc.boolean(), gap), { maxLength: 6 }).map((events) => ({
  bytes: Buffer.from(events.map(([one, pretty, after]) => JSON.stringify(one, null, pretty ? 1 : 0) + after).join('')),
  events: JSON.parse(JSON.stringify(events.map(([one]) => one))) as unknown[],
}));

/** Sizes of the pieces in which the bytes come. */
const cuts = fc.infiniteStream(fc.integer({ min: 1, max: 12 }));

function cut(bytes: Buffer, sizes: Iterator<number>): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = sizes.next().value as number;
    pieces.push(bytes.subarray(at, at + size));
    at += size;
  }
  return pieces;
}

interface Decoded {
  readonly values: unknown[];
  readonly faulty: boolean;
}

function decode(pieces: readonly Buffer[]): Decoded {
  const frames = new JsonFrames<unknown>((text) => JSON.parse(text.toString()));
  const values: unknown[] = [];
  for (const piece of pieces) {
    try {
      frames.push(piece, values);
    } catch (error) {
      expect(error).toBeInstanceOf(FrameError);
      return { values, faulty: true };
    }
  }
  return { values, faulty: false };
}

/** The slowest decoder there is: tries every end of every value, until none will do. */
function decodeByTrying(bytes: Buffer): unknown[] {
  const values: unknown[] = [];
  let start = 0;
  for (;;) {
    while (start < bytes.length && ' \n\r\t'.includes(String.fromCharCode(bytes[start]!))) start++;
    const end = bytes[start] === 0x7b || bytes[start] === 0x5b ? firstEnd(bytes, start) : undefined;
    if (end === undefined) return values;
    values.push(JSON.parse(bytes.toString('utf8', start, end)));
    start = end;
  }
}

function firstEnd(bytes: Buffer, start: number): number | undefined {
  for (let end = start + 2; end <= bytes.length; end++) {
    if (bytes[end - 1] !== 0x7d && bytes[end - 1] !== 0x5d) continue;
    try {
      JSON.parse(bytes.toString('utf8', start, end));
      return end;
    } catch {
      // It does not end here.
    }
  }
  return undefined;
}

describe('the frame decoder under any bytes', { timeout: 10_000 + 100 * runs.numRuns }, () => {
  it('finds what trying every end finds, however the bytes are cut', () => {
    fc.assert(
      fc.property(soup, cuts, (bytes, sizes) => {
        const whole = decode([bytes]);
        expect(whole.values).toEqual(decodeByTrying(bytes));
        expect(decode(cut(bytes, sizes))).toEqual(whole);
        expect(decode([...bytes].map((value) => Buffer.from([value])))).toEqual(whole);
      }),
      runs,
    );
  });

  it('hands out every event before the fault', () => {
    fc.assert(
      fc.property(stream, soup, cuts, (good, bad, sizes) => {
        const { values } = decode(cut(Buffer.concat([good.bytes, bad]), sizes));
        expect(values.slice(0, good.events.length)).toEqual(good.events);
      }),
      runs,
    );
  });

  it('loses at most what a changed byte belongs to, and nothing before it', () => {
    fc.assert(
      fc.property(stream, stream, fc.nat(), fc.nat(255), cuts, (before, after, where, value, sizes) => {
        const bytes = Buffer.concat([before.bytes, after.bytes]);
        if (after.bytes.length > 0) bytes[before.bytes.length + (where % after.bytes.length)] = value;
        const { values } = decode(cut(bytes, sizes));
        // What ends a number or a gap ends it as well as what stood there: the event before is whole either way.
        expect(values.slice(0, before.events.length)).toEqual(before.events);
      }),
      runs,
    );
  });

  it('the scanner ends a value where it began, wherever it is interrupted', () => {
    fc.assert(
      fc.property(event, fc.boolean(), cuts, soup, (one, pretty, sizes, rest) => {
        const value = Buffer.from(JSON.stringify(one, null, pretty ? 1 : 0));
        const scanner = new JsonValueScanner();
        const pieces = cut(value, sizes);
        const last = pieces.pop()!;
        for (const piece of pieces) {
          expect(scanner.scan(piece, 0)).toBe(-1);
          expect(scanner.isInside).toBe(true);
        }
        expect(scanner.scan(Buffer.concat([last, rest]), 0)).toBe(last.length);
        expect(scanner.isInside).toBe(false);
      }),
      runs,
    );
  });

  it('a watch ends: with every event before the fault, then one ERROR, or just so', async () => {
    await fc.assert(
      fc.asyncProperty(stream, soup, cuts, async (good, bad, sizes) => {
        const clock = new FakeClock();
        const body = new BodyReader(Readable.from(cut(Buffer.concat([good.bytes, bad]), sizes), { objectMode: false }), {
          release: () => undefined,
          clock,
          server: 'https://x',
        });
        const watch = new StreamedWatch({
          body,
          decoder: new ObjectDecoder(() => '00000000', false),
          expectsBookmarks: false,
          signal: new AbortController().signal,
          clock,
          logger: new RecordingLogger(),
        });
        const events: unknown[] = [];
        for (let batch = await watch.next(); batch; batch = await watch.next()) {
          expect(batch.length).toBeGreaterThan(0);
          events.push(...batch);
        }
        expect(events.slice(0, good.events.length)).toEqual(good.events);
        const errors = events.flatMap((each, index) => ((each as { type: string }).type === 'ERROR' ? [index] : []));
        // After a fault nothing is read any more.
        expect(errors).toEqual(errors.length > 0 ? [events.length - 1] : []);
        expect(await watch.next()).toBeUndefined();
      }),
      { ...runs, numRuns: Math.min(runs.numRuns, 2000) },
    );
  });
});
