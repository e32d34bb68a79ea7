import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ObjectDecoder } from '../../../extension/cluster/objectDecoder.ts';
import { keepsManagedFieldsAsText } from '../../../extension/kube/keptManagedFields.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';
import { podEvent, podItem } from '../../bench/pods.ts';

const hash = (value: string): string => `${value.length}`.padStart(8, '0');

function decoded(text: string, decoder = new ObjectDecoder(hash, false)): KubeObject {
  return decoder.object(Buffer.from(text)) as KubeObject;
}

/** Equal, and equal in the order of fields. */
function expectSame(object: unknown, text: string): void {
  expect(object).toEqual(JSON.parse(text));
  expect(JSON.stringify(object)).toBe(JSON.stringify(JSON.parse(text)));
}

describe('managedFields that are kept as text', () => {
  it('read like any other field, object after object', () => {
    const decoder = new ObjectDecoder(hash, false);
    for (let index = 0; index < 40; index++) {
      const item = podItem(index, index, index % 3 === 0 ? 'distinct' : 'shared');
      const pod = decoded(item, decoder);
      expect(keepsManagedFieldsAsText(pod.metadata)).toBe(true);
      expectSame(pod, item);
      const frame = podEvent('MODIFIED', index, index);
      expectSame(decoder.frame(Buffer.from(frame)), frame);
    }
  });

  it('are there for whoever spreads, clones, enumerates or writes JSON', () => {
    const text = podItem(1, 1);
    const { metadata } = decoded(text);
    const plain = (JSON.parse(text) as KubeObject).metadata;
    expect({ ...metadata }).toEqual(plain);
    expect(structuredClone(metadata)).toEqual(plain);
    expect(Object.entries(metadata)).toEqual(Object.entries(plain));
    expect(Reflect.ownKeys(metadata)).toEqual(Reflect.ownKeys(plain));
    expect(Object.hasOwn(metadata, 'managedFields')).toBe(true);
  });

  it('may be set and deleted', () => {
    const { metadata } = decoded(podItem(1, 1)) as { metadata: { managedFields?: unknown } };
    metadata.managedFields = [1];
    expect(metadata.managedFields).toEqual([1]);
    const other = decoded(podItem(1, 1)).metadata as { managedFields?: unknown };
    delete other.managedFields;
    expect('managedFields' in other).toBe(false);
  });

  it('stay in their place where they are not last, __proto__ and all', () => {
    const text = '{"apiVersion":"a/v1","kind":"A","metadata":{"labels":{},"managedFields":[{"manager":"m","time":"t"}],"__proto__":{"x":1},"name":"n"}}';
    const object = decoded(text);
    expect(keepsManagedFieldsAsText(object.metadata)).toBe(true);
    expect(JSON.stringify(object)).toBe(text);
  });

  it.each([
    ['only the first of that name is deeper', '{"metadata":{"name":"a"},"spec":{"managedFields":[1]}}'],
    ['the metadata has them, too, but after', '{"spec":{"managedFields":[1]},"metadata":{"name":"a","managedFields":[2]}}'],
    ['a string speaks of them', '{"metadata":{"name":"a","annotations":{"x":"{\\"managedFields\\":[1]}"}}}'],
    ['they are empty', '{"metadata":{"managedFields":[],"name":"a"}}'],
    ['they are no list', '{"metadata":{"managedFields":null,"name":"a"}}'],
    ['the metadata are a list', '{"metadata":[{"managedFields":[1]}]}'],
    ['characters are not ASCII', '{"metadata":{"name":"é漢","managedFields":[{"manager":"😀","time":"ü"}]},"spec":{"x":"é"}}'],
    ['containers are odd', '{"metadata":{},"spec":{"containers":[null,1,{"image":5,"env":[null,{"value":{}},{"value":"a value of some length"}]},{"env":{}}],"initContainers":"x"},"status":{"containerStatuses":{}}}'],
    ['values are many and long', `{"metadata":{"managedFields":[${Array.from({ length: 80 }, (_, index) => `{"time":"${'x'.repeat(index)}"}`).join(',')}]}}`],
  ])('%s: the object is the same', (_, text) => {
    expectSame(decoded(text), text);
    expectSame(decoded(text), text);
  });

  it('whatever they are, the object is the same', () => {
    const decoder = new ObjectDecoder(hash, false);
    fc.assert(
      fc.property(fc.array(fc.record({ manager: fc.string(), time: fc.string(), fieldsV1: fc.jsonValue() }, { requiredKeys: [] })), fc.jsonValue(), (managedFields, spec) => {
        const text = JSON.stringify({ metadata: { name: 'a', managedFields }, spec });
        expectSame(decoder.object(Buffer.from(text)), text);
      }),
    );
  });

  it('are shown as they came when they are no JSON, and cost nothing else', () => {
    const object = decoded('{"metadata":{"name":"a","managedFields":[{bad}]}}');
    expect(object.metadata.name).toBe('a');
    expect(object.metadata.managedFields).toEqual(['[{bad}]']);
  });

  it('are parsed at once where something may have to be masked', () => {
    const secret = decoded('{"kind":"Secret","metadata":{"managedFields":[]},"data":{"a":"c2VjcmV0"}}');
    expect(keepsManagedFieldsAsText(secret.metadata)).toBe(false);
    expect(JSON.stringify(secret)).not.toContain('c2VjcmV0');
  });
});

describe('what a server may do to slip a Secret through (case 22)', () => {
  it('a kind that is spelled with escapes', () => {
    const text = String.raw`{"kind":"Widget","metadata":{"name":"w"},"spec":{"template":{"kind":"\u0053ecret","data":{"p":"aHVudGVyMg=="}}}}`;
    expect(JSON.stringify(decoded(text))).not.toContain('aHVudGVyMg==');
  });

  it('a Secret as the object of an ERROR event', () => {
    const frame = '{"type":"ERROR","object":{"kind":"Secret","metadata":{},"data":{"p":"aHVudGVyMg=="}}}';
    expect(JSON.stringify(new ObjectDecoder(hash, false).frame(Buffer.from(frame)))).not.toContain('aHVudGVyMg==');
  });
});
