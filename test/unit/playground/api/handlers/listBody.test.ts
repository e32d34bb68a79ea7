import { describe, expect, it } from 'vitest';
import { listBody } from '../../../../../extension/playground/api/handlers/listBody.ts';
import { ListedBytes } from '../../../../../extension/playground/api/listedBytes.ts';
import { ObjectTexts } from '../../../../../extension/playground/api/objectTexts.ts';
import { type Representation, representationFor } from '../../../../../extension/playground/api/representation.ts';
import { configMaps } from '../../../../../extension/playground/registry/resources/configMaps.ts';
import { StoredObject } from '../../../../../extension/playground/storage/storedObject.ts';

const mebibyte = 1024 * 1024;

function configMap(index: number, value: string): StoredObject {
  return new StoredObject(`/registry/configmaps/d/${index}`, index + 2, { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: String(index), namespace: 'd' }, data: { value } });
}

/** A representation that counts what it is asked to write. */
function counting(): { representation: Representation; written: () => number } {
  let written = 0;
  const representation = representationFor('object', configMaps, { includeObject: 'None', now: () => 0, texts: new ObjectTexts() });
  return { representation: { ...representation, listItem: (stored) => (written++, representation.listItem(stored)) }, written: () => written };
}

async function partsOf(body: ReturnType<typeof listBody>): Promise<Buffer[]> {
  if (typeof body === 'string') return [Buffer.from(body)];
  const parts: Buffer[] = [];
  for (let part = await body.next(); part !== undefined; part = await body.next()) parts.push(Buffer.from(part));
  return parts;
}

async function valuesOf(body: ReturnType<typeof listBody>): Promise<string[]> {
  const { items } = JSON.parse(Buffer.concat(await partsOf(body)).toString()) as { items: { data: { value: string } }[] };
  return items.map(({ data }) => data.value);
}

describe('the body of a list', () => {
  it('is a text where it is short, of no items too', () => {
    const { representation } = counting();
    expect(listBody(representation, { resourceVersion: '7' }, [])).toBe('{"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"7"},"items":[]}');
    expect(JSON.parse(listBody(representation, { resourceVersion: '7' }, [configMap(0, 'é'), configMap(1, '🙂')]) as string)).toMatchObject({ items: [{ data: { value: 'é' } }, { data: { value: '🙂' } }] });
  });

  it('is a text up to a part, kept or not, which the audit log can tell of', () => {
    const { representation } = counting();
    const kept = new ListedBytes();
    const items = Array.from({ length: 90 }, (_, index) => configMap(index, 'x'.repeat(1000)));
    const body = listBody(representation, { resourceVersion: '7' }, items, kept);
    expect(JSON.parse(body as string)).toMatchObject({ items: { length: 90 } });
    expect(listBody(representation, { resourceVersion: '7' }, items, kept)).toBe(body);
  });

  it.each([
    ['of many small objects', 5_000, (index: number) => `value ${index}`],
    ['with characters of one to four bytes', 3_000, (index: number) => 'aé€🙂'.repeat(index % 37)],
    ['with objects that are larger than a part', 4, (index: number) => `${index}€`.repeat(400_000)],
  ])('is made in parts where it is long: %s', async (_, count, value) => {
    const items = Array.from({ length: count }, (__, index) => configMap(index, value(index)));
    for (const kept of [undefined, new ListedBytes()]) {
      const { representation } = counting();
      for (let round = 0; round < 3; round++) {
        const body = listBody(representation, { resourceVersion: '7' }, items, kept);
        expect(typeof body).not.toBe('string');
        expect(await valuesOf(body)).toEqual(items.map((__, index) => value(index)));
      }
    }
  });

  it('is made no further than it is read, and ends when it is closed', async () => {
    const items = Array.from({ length: 20_000 }, (_, index) => configMap(index, 'x'.repeat(100)));
    const { representation, written } = counting();
    const body = listBody(representation, { resourceVersion: '7' }, items);
    if (typeof body === 'string') throw new Error('it is short');
    await body.next();
    expect(written()).toBeLessThan(10_000);
    body.close();
    expect(await body.next()).toBeUndefined();
  });

  it('writes an object once for many lists, as long as it does not change', async () => {
    const items = Array.from({ length: 1_000 }, (_, index) => configMap(index, 'x'.repeat(1000)));
    const kept = new ListedBytes();
    const { representation, written } = counting();
    for (let round = 0; round < 5; round++) await partsOf(listBody(representation, { resourceVersion: '7' }, items, kept));
    expect(written()).toBe(1_000);
    items[3] = configMap(3, 'new');
    expect((await valuesOf(listBody(representation, { resourceVersion: '8' }, items, kept)))[3]).toBe('new');
    expect(written()).toBe(1_001);
  });

  it('is the same whether its objects have been sent to somebody before or not, without what the list says already', async () => {
    const texts = new ObjectTexts();
    const representation = representationFor('object', configMaps, { includeObject: 'None', now: () => 0, texts });
    const items = [configMap(0, 'first'), configMap(1, 'second')];
    const fresh = listBody(representation, { resourceVersion: '7' }, items);
    texts.of(items[0]!);
    expect(listBody(representation, { resourceVersion: '7' }, items)).toBe(fresh);
    expect(Object.keys((JSON.parse(fresh as string) as { items: object[] }).items[0]!)).toEqual(['metadata', 'data']);
  });

  it('copies no more than the first part of what it sends again', async () => {
    const items = Array.from({ length: 1_000 }, (_, index) => configMap(index, 'x'.repeat(1000)));
    const kept = new ListedBytes();
    const { representation } = counting();
    await partsOf(listBody(representation, { resourceVersion: '7' }, items, kept));
    const body = listBody(representation, { resourceVersion: '7' }, items, kept);
    if (typeof body === 'string') throw new Error('it is short');
    const inPlace: ReadonlySet<ArrayBufferLike> = new Set([items[0]!, items.at(-1)!].map((item) => kept.get(item)!.slab.buffer));
    let [sent, copied] = [0, 0];
    for (let part = await body.next(); part !== undefined; part = await body.next()) {
      if (typeof part !== 'string' && inPlace.has(part.buffer)) sent += part.length;
      else copied += part.length;
    }
    expect(sent).toBeGreaterThan(750_000);
    expect(copied).toBeLessThan(300_000);
  });

  it('keeps what there is room for of a list that is larger, and begins anew when it is full of what nobody lists any more', async () => {
    const kept = new ListedBytes(4 * mebibyte);
    const { representation, written } = counting();
    const list = async (items: readonly StoredObject[]): Promise<number> => {
      const before = written();
      expect(await valuesOf(listBody(representation, { resourceVersion: '7' }, items, kept))).toHaveLength(items.length);
      return written() - before;
    };
    const large = Array.from({ length: 1_000 }, (_, index) => configMap(index, 'x'.repeat(10_000)));
    expect(await list(large)).toBe(1_000);
    const again = await list(large);
    expect(again).toBeGreaterThan(500);
    expect(again).toBeLessThan(900); // four of ten megabytes
    const other = Array.from({ length: 100 }, (_, index) => configMap(index, 'y'.repeat(10_000)));
    expect(await list(other)).toBe(100);
    expect(await list(other)).toBe(0);
  });
});

describe('ObjectTexts', () => {
  it('keeps what was written last, and lets go of what was written first', () => {
    const texts = new ObjectTexts(1_000);
    const objects = Array.from({ length: 10 }, (_, index) => configMap(index, 'x'.repeat(100)));
    let made = 0;
    for (const { object } of objects) Object.defineProperty(object, 'toJSON', { value: () => (made++, { data: object['data'] }) });
    for (const stored of objects) texts.of(stored);
    for (const stored of objects.slice(5)) texts.of(stored);
    expect(made).toBe(10);
    texts.of(objects[0]!);
    expect(made).toBe(11);
    expect(texts.written(objects[1]!)).toBeUndefined();
    expect(texts.written(objects[0]!)).toBe(texts.of(objects[0]!));
    expect(made).toBe(11);
  });
});
