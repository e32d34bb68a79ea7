import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ObjectDecoder } from '../../../extension/cluster/objectDecoder.ts';
import { hasKeptFields } from '../../../extension/kube/keptFields.ts';
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

describe('fields that are kept as text', () => {
  it('read like any others, object after object', () => {
    const decoder = new ObjectDecoder(hash, false);
    for (let index = 0; index < 40; index++) {
      const item = podItem(index, index, index % 3 === 0 ? 'distinct' : 'shared');
      const pod = decoded(item, decoder);
      expect(hasKeptFields(pod)).toBe(true);
      expect(hasKeptFields(pod.metadata)).toBe(true);
      expectSame(pod, item);
      const frame = podEvent('MODIFIED', index, index);
      expectSame(decoder.frame(Buffer.from(frame)), frame);
    }
  });

  it('stay in their place where they are not last', () => {
    const text = '{"data":{"a":"b"},"kind":"A","metadata":{"labels":{},"managedFields":[{"manager":"m","time":"t"}],"name":"n"},"apiVersion":"a/v1"}';
    const object = decoded(text);
    expect(hasKeptFields(object)).toBe(true);
    expect(hasKeptFields(object.metadata)).toBe(true);
    expect(JSON.stringify(object)).toBe(text);
  });

  it.each([
    ['only the first of that name is deeper', '{"metadata":{"name":"a"},"spec":{"managedFields":[1]}}'],
    ['the metadata has them, too, but after', '{"spec":{"managedFields":[1]},"metadata":{"name":"a","managedFields":[2]}}'],
    ['a string speaks of them', '{"metadata":{"name":"a","annotations":{"x":"{\\"managedFields\\":[1]}"}}}'],
    ['they are empty', '{"metadata":{"managedFields":[],"name":"a"}}'],
    ['they are no list', '{"metadata":{"managedFields":null,"name":"a"}}'],
    ['they come twice', '{"metadata":{"managedFields":[1],"managedFields":[2],"managedFields":3}}'],
    ['the metadata have a field named __proto__', '{"metadata":{"labels":{},"managedFields":[1],"__proto__":{"x":1},"name":"n"},"spec":{}}'],
    ['what is simple is written with an escape', String.raw`{"metadata":{"name":"a\"b","uid":"\u0041","generation":7,"deletionTimestamp":null},"spec":{}}`],
    ['the metadata are empty', '{"metadata":{},"spec":{}}'],
    ['the metadata are a list', '{"metadata":[{"managedFields":[1]}]}'],
    ['the metadata come twice', '{"metadata":{"name":"a","managedFields":[1]},"metadata":{"name":"b"},"spec":{"x":1}}'],
    ['there are none', '{"spec":{"x":1}}'],
    ['characters are not ASCII', '{"metadata":{"name":"é漢","managedFields":[{"manager":"😀","time":"ü"}]},"spec":{"x":"é"}}'],
    ['containers are odd', '{"metadata":{},"spec":{"containers":[null,1,{"image":5,"env":[null,{"value":{}}]},{"env":{}}],"initContainers":"x"},"status":{"containerStatuses":{}}}'],
    ['values are many and long', `{"metadata":{"managedFields":[${Array.from({ length: 80 }, (_, index) => `{"time":"${'x'.repeat(index)}"}`).join(',')}]}}`],
    ['a field comes twice', '{"metadata":{"name":"a"},"spec":1,"status":2,"spec":{"x":1}}'],
    ['names are odd', '{"metadata":{"name":"a"},"b":1,"10":2,"__proto__":{"x":1},"constructor":3,"toString":null}'],
    ['a name is written with an escape', String.raw`{"metadata":{"name":"a"},"sp\u0065c":1,"spec":2}`],
    ['what it is comes last', '{"metadata":{"name":"a"},"spec":{"x":1},"kind":"A","apiVersion":"v1"}'],
    ['what it is is no text', '{"kind":{"x":1},"apiVersion":5,"metadata":{},"spec":{}}'],
    ['what it is is written with an escape', String.raw`{"kind":"P\u006fd","apiVersion":"v1","metadata":{},"spec":{}}`],
    ['there is white space everywhere', ' { "kind" : "A" ,\n"apiVersion":"v1" , "metadata" : { "name" : "a" , "managedFields" : [ 1 , 2 ] } ,\t"spec" : { "a" : [ ] } , "status" : { } } '],
    ['it is nested deep', `{"metadata":{"name":"a"},"spec":${'[{"a":'.repeat(300)}1${'}]'.repeat(300)}}`],
    ['it is a bare value', '[1,{"metadata":{}}]'],
  ])('%s: the object is the same', (_, text) => {
    const decoder = new ObjectDecoder(hash, false);
    expectSame(decoded(text, decoder), text);
    expectSame(decoded(text, decoder), text);
  });

  it('whatever they are, the object is the same', () => {
    const decoder = new ObjectDecoder(hash, false);
    const field = fc.oneof(fc.string(), fc.constantFrom('kind', 'apiVersion', 'metadata', 'spec', 'status'));
    fc.assert(
      fc.property(
        fc.array(fc.record({ manager: fc.string(), time: fc.string(), fieldsV1: fc.jsonValue() }, { requiredKeys: [] })),
        fc.dictionary(field, fc.jsonValue()),
        fc.boolean(),
        (managedFields, others, pretty) => {
          const text = JSON.stringify({ metadata: { name: 'a', managedFields }, ...others }, undefined, pretty ? 1 : 0);
          expectSame(decoder.object(Buffer.from(text)), text);
          const frame = JSON.stringify({ type: 'ADDED', object: { metadata: { name: 'a', managedFields }, ...others } }, undefined, pretty ? 1 : 0);
          expectSame(decoder.frame(Buffer.from(frame)), frame);
        },
      ),
    );
  });

  it('are never what is no JSON, though they are read later', () => {
    const good = podItem(1, 1);
    const decoder = new ObjectDecoder(hash, false);
    for (let index = 0; index < 4; index++) decoded(podItem(index, index), decoder);
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.constantFrom('', '"', '\\', '{', '}', '[', ']', ',', ':', '0', 'x', '\n', '\u0000', ' '), (at, instead) => {
        const text = good.slice(0, at) + instead + good.slice(at + 1);
        let expected: string | undefined;
        try {
          expected = JSON.stringify(JSON.parse(text));
        } catch {
          expect(() => decoded(text, decoder)).toThrow(SyntaxError);
        }
        if (expected !== undefined) expect(JSON.stringify(decoded(text, decoder))).toBe(expected);
      }),
      { numRuns: 400 },
    );
  });

  it('are parsed at once where something may have to be masked', () => {
    const secret = decoded('{"kind":"Secret","metadata":{"managedFields":[]},"data":{"a":"c2VjcmV0"}}');
    expect(hasKeptFields(secret)).toBe(false);
    expect(hasKeptFields(secret.metadata)).toBe(false);
    expect(JSON.stringify(secret)).not.toContain('c2VjcmV0');
  });

  it('are kept where Secrets are only spoken of', () => {
    expect(hasKeptFields(decoded('{"metadata":{"name":"a"},"spec":{"imagePullSecrets":[{"name":"x"}],"reason":"SecretSynced"}}'))).toBe(true);
  });
});

describe('what a server may do to slip a Secret through (case 22)', () => {
  it.each([
    ['a kind that is spelled with escapes', String.raw`{"kind":"Widget","metadata":{"name":"w"},"spec":{"template":{"kind":"\u0053ecret","data":{"p":"aHVudGVyMg=="}}}}`],
    ['one that hides behind Secrets', '{"metadata":{"name":"w"},"spec":{"imagePullSecrets":[],"template":{"kind":"Secret","data":{"p":"aHVudGVyMg=="}}}}'],
    ['an annotation that quotes one', String.raw`{"metadata":{"name":"w","annotations":{"a":"{\"kind\":\"Secret\",\"data\":{\"p\":\"aHVudGVyMg==\"}}"}}}`],
    ['an annotation that holds one as YAML', String.raw`{"metadata":{"name":"w","annotations":{"a":"kind: Secret\ndata:\n  p: aHVudGVyMg=="}}}`],
  ])('%s', (_, text) => {
    expect(JSON.stringify(decoded(text))).not.toContain('aHVudGVyMg==');
  });

  it('a Secret as the object of an ERROR event', () => {
    const frame = '{"type":"ERROR","object":{"kind":"Secret","metadata":{},"data":{"p":"aHVudGVyMg=="}}}';
    expect(JSON.stringify(new ObjectDecoder(hash, false).frame(Buffer.from(frame)))).not.toContain('aHVudGVyMg==');
  });
});
