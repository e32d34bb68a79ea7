import { describe, expect, it } from 'vitest';
import { ItemTexts, type ListedObject } from '../../../../extension/playground/api/itemTexts.ts';

const owners = [{ manager: 'kubelet', operation: 'Update', apiVersion: 'v1', time: '2026-01-01T00:00:00Z', fieldsType: 'FieldsV1', fieldsV1: { 'f:status': {} } }];

function item(name: string, managedFields: readonly object[] | undefined, content: object = {}): ListedObject {
  return { metadata: { name, labels: { managedFields: '0' }, ...(managedFields && { managedFields }), resourceVersion: '7' }, ...content } as ListedObject;
}

describe('items of a list', () => {
  it('are the JSON of each, whether they share the owners of their fields or not', () => {
    const texts = new ItemTexts();
    const items = [
      item('a', owners, { spec: { nodeName: 'n' }, status: {} }),
      item('b', owners, { spec: {} }),
      item('c', owners),
      item('d', [...owners], { spec: {} }),
      item('e', owners, { spec: {} }),
      item('f', undefined, { spec: {} }),
      item('g', undefined),
      item('h', owners, { data: { key: 'é"' } }),
      item('i', owners, { data: { key: '€' } }),
    ];
    expect(items.map((each) => texts.of(each))).toEqual(items.map((each) => JSON.stringify(each)));
  });

  it('write what they share once', () => {
    const texts = new ItemTexts();
    let written = 0;
    const counted = [{ ...owners[0], toJSON: () => (written++, owners[0]) }];
    for (const name of ['a', 'b', 'c', 'd']) expect(JSON.parse(texts.of(item(name, counted)))).toEqual(item(name, owners));
    expect(written).toBe(2);
  });
});
