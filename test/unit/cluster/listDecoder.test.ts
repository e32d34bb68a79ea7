import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ListDecoder, ListError } from '../../../extension/cluster/listDecoder.ts';
import { ObjectDecoder } from '../../../extension/cluster/objectDecoder.ts';
import type { ListPage } from '../../../extension/informer/listerWatcher.ts';

const hash = (value: string): string => Buffer.from(value).toString('hex').padEnd(8, '0');

function read(text: string, chunkSize = Infinity, secret = false): ListPage {
  const list = new ListDecoder(new ObjectDecoder(hash, secret));
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += chunkSize) {
    for (const steps = list.push(bytes.subarray(at, Math.min(bytes.length, at + chunkSize))); !steps.next().done; );
  }
  return list.end();
}

const frame = { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '10' } };

describe('a list, read as it arrives', () => {
  it('T-16, case 14: items get kind and apiVersion, first in each object', () => {
    const page = read(JSON.stringify({ ...frame, items: [{ metadata: { name: 'a' } }, { metadata: { name: 'b' }, kind: 'Own', apiVersion: 'x/v1' }] }));
    expect(page.items).toEqual([
      { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'a' } },
      { kind: 'Own', apiVersion: 'x/v1', metadata: { name: 'b' } },
    ]);
    expect(Object.keys(page.items[0]!)).toEqual(['kind', 'apiVersion', 'metadata']);
  });

  it('stands still after each item', () => {
    const text = JSON.stringify({ ...frame, items: [{ metadata: { name: 'a' } }, { metadata: { name: 'b' } }, { metadata: { name: 'c' } }] });
    const list = new ListDecoder(new ObjectDecoder(hash, false));
    const steps = list.push(Buffer.from(text));
    let stops = 0;
    while (!steps.next().done) stops++;
    expect(stops).toBe(3);
    expect(list.end().items).toHaveLength(3);
  });

  it.each([
    ['an item', '{"kind":"PodList","items":[{"metadata":{"name":"a"}},{"text":"', 'x', /^its item 1 is longer than 67108864 bytes$/],
    ['what is no item', '{"kind":"PodList","text":"', 'x', /^beside its items it has more than 67108864 bytes$/],
    ['white space before anything', '', ' ', /^beside its items it has more than 67108864 bytes$/],
  ])('does not keep %s without end', (_name, start, filling, message) => {
    const list = new ListDecoder(new ObjectDecoder(hash, false));
    const chunk = Buffer.alloc(4 * 1024 * 1024, filling);
    const push = (bytes: Buffer): void => void Array.from(list.push(bytes));
    push(Buffer.from(start));
    const filled = (): void => {
      for (let chunks = 0; chunks < 17; chunks++) push(chunk);
    };
    expect(filled).toThrow(ListError);
    expect(filled).toThrow(message);
  });

  it('gives version, token, remainder and length', () => {
    const text = JSON.stringify({ ...frame, metadata: { resourceVersion: '7', continue: 'abc', remainingItemCount: 3 }, items: [] });
    expect(read(text)).toEqual({ kind: 'PodList', resourceVersion: '7', continue: 'abc', remainingItemCount: 3, items: [], bytes: text.length });
  });

  it.each([
    ['items: null', { ...frame, items: null }],
    ['no items', frame],
    ['no version', { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '' }, items: [] }],
    ['no metadata', { kind: 'PodList', apiVersion: 'v1', items: [] }],
  ])('case 15: %s is an empty list', (_name, list) => {
    expect(read(JSON.stringify(list)).items).toEqual([]);
  });

  it('case 16: says that it is a Table', () => {
    expect(read('{"kind":"Table","apiVersion":"meta.k8s.io/v1","rows":[]}')).toMatchObject({ kind: 'Table', items: [] });
  });

  it('takes the fields in any order, and is not misled by other fields called items', () => {
    const list = { items: [{ metadata: { name: 'a' }, items: [1, { items: [] }] }], metadata: { items: [{}], resourceVersion: '3', note: 'items' }, other: 'items', apiVersion: 'v1', kind: 'PodList' };
    const page = read(JSON.stringify(list));
    expect(page).toMatchObject({ kind: 'PodList', resourceVersion: '3' });
    expect(page.items).toEqual([{ kind: 'Pod', apiVersion: 'v1', metadata: { name: 'a' }, items: [1, { items: [] }] }]);
  });

  it('however it is cut, the same list comes out', () => {
    const meta = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(fc.array(meta), fc.boolean(), fc.integer({ min: 1, max: 40 }), (metas, pretty, chunkSize) => {
        const list = { ...frame, items: metas.map((metadata) => ({ kind: 'Pod', apiVersion: 'v1', metadata })) };
        const text = JSON.stringify(list, null, pretty ? 2 : 0);
        const page = read(text, chunkSize);
        expect(page.items).toEqual(JSON.parse(text).items);
        expect(page).toMatchObject({ resourceVersion: '10', bytes: Buffer.byteLength(text) });
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['', 'not JSON'],
    ['<html>no</html>', 'not JSON'],
    ['[]', 'not a JSON object'],
    ['{"kind":"PodList","items":{}}', 'not a list'],
    ['{"kind":"PodList","items":[{"a":}]}', 'not valid JSON'],
    ['{"kind":"PodList","items":[{"a":1}', 'cut off'],
    ['{"kind":"PodList","items":[{"a":1', 'cut off'],
    ['{"kind":"PodList"', 'cut off'],
    ['{}', 'no list'],
    ['{"kind":"PodList","metadata":{"resourceVersion":10},"items":[]}', 'metadata.resourceVersion is a number, not a text'],
    ['{"kind":"Status","status":"Failure","code":500}', 'a Status, not a list'],
  ])('refuses %j', (text, why) => {
    expect(() => read(text)).toThrow(ListError);
    expect(() => read(text)).toThrow(why);
  });

  it.each([
    ['{"kind":"PodList","items":[1]}', 0],
    ['{"kind":"PodList","items":[{"a":1},null]}', 1],
    ['{"kind":"PodList","items":[{"a":1},{},[]]}', 2],
  ])('says which item of %j is none', (text, index) => {
    expect(() => read(text)).toThrow(`the list cannot be decoded: item ${index} is not an object`);
  });

  it('case 20: a field called __proto__ stays a field', () => {
    const page = read('{"kind":"PodList","apiVersion":"v1","items":[{"metadata":{"name":"__proto__","labels":{"__proto__":"x"}},"__proto__":{"polluted":true}}]}');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(Object.hasOwn(page.items[0]!, '__proto__')).toBe(true);
    expect(page.items[0]!.metadata.name).toBe('__proto__');
  });

  it('case 22: items of secrets are masked without saying what they are', () => {
    const page = read('{"kind":"SecretList","apiVersion":"v1","items":[{"metadata":{"name":"s"},"data":{"k":"cGFzc3dvcmQ="}}]}', 7, true);
    expect(JSON.stringify(page.items)).not.toContain('cGFzc3dvcmQ');
    expect(page.items[0]).toMatchObject({ kind: 'Secret', data: { k: '<masked 8 bytes> #6347467a' } });
  });

  it('case 22: a list of Secrets under another name is masked too, once', () => {
    const page = read('{"kind":"SecretList","apiVersion":"v1","items":[{"metadata":{"name":"s"},"data":{"k":"cGFzc3dvcmQ="}}]}');
    expect(page.items[0]).toMatchObject({ kind: 'Secret', data: { k: '<masked 8 bytes> #6347467a' } });
  });

  // Where an item ends is guessed by how items begin; these lists mislead.
  it.each([
    ['items hold items that begin like them', [1, 2, 3].map((name) => ({ metadata: { name }, parts: [{ metadata: { name: 1 } }, { metadata: { name: 2 } }] }))],
    ['items begin in several ways', [{ metadata: { name: 'a' } }, { spec: {}, metadata: { name: 'b' } }, { metadata: { name: 'c' } }, { metadata: { name: 'd' } }]],
    ['a string speaks of items', [{ metadata: { name: 'a' } }, { metadata: { name: 'b' }, note: ',{"metadata":{"name":"c"}}' }, { metadata: { name: 'c' } }]],
    ['items are empty', [{}, {}, { metadata: { name: 'c' } }, {}]],
    ['an item is long', [{ metadata: { name: 'a' } }, { metadata: { name: 'b' }, data: 'x'.repeat(400_000) }, { metadata: { name: 'c' } }]],
  ])('%s: all are read', (_name, items) => {
    for (const space of [undefined, 1]) {
      const text = JSON.stringify({ ...frame, items }, undefined, space);
      const expected = items.map((item) => ({ kind: 'Pod', apiVersion: 'v1', ...item }));
      for (const chunkSize of [Infinity, 65_536, ...(text.length < 10_000 ? [1, 17, 64] : [])]) {
        expect(JSON.stringify(read(text, chunkSize).items)).toBe(JSON.stringify(expected));
      }
    }
  });

  it('keeps the kind of an item that names its own after other fields', () => {
    const page = read('{"kind":"PodList","apiVersion":"v1","items":[{"metadata":{},"kind":"Own","apiVersion":"x/v1"},{"metadata":{},"kind":""}]}');
    expect(page.items).toEqual([{ kind: 'Own', apiVersion: 'x/v1', metadata: {} }, { kind: 'Pod', apiVersion: 'v1', metadata: {} }]);
  });
});
