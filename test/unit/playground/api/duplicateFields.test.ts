import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { duplicateFields } from '../../../../extension/playground/api/duplicateFields.ts';
import { PlaygroundHarness } from '../../../support/playgroundHarness.ts';
import { propertyParameters } from '../../../support/seed.ts';

const of = (text: string): readonly string[] => duplicateFields(text, JSON.parse(text));

describe('fields that are there twice', () => {
  it.each([
    ['{"metadata":{},"metadata":{}}', ['metadata']],
    ['{"a":1,"a":2,"a":3}', ['a']],
    ['{"a":{"b":1,"b":2},"b":1}', ['a.b']],
    ['{"a":[{"b":1},{"b":1,"b":2}]}', ['a[1].b']],
    ['{"a":[[1,2],[{"b":1,"b":{"c":1,"c":1}}]]}', ['a[1][0].b', 'a[1][0].b.c']],
    ['{"a" :1, "\\u0061"\n : 2}', ['a']],
    ['{"x":{"a":1},"x":{"a":1}}', ['x']],
    ['{"a\\\\":1,"a\\"":2,"a\\\\":3}', ['a\\']],
    ['[{"a":1},{"a":1},{"a":1,"a":1}]', ['[2].a']],
    ['{"__proto__":1,"__proto__":2}', ['__proto__']],
    ['{"a":"b:c\\":","b":"{\\"a\\":1,\\"a\\":2}"}', []],
    ['"a:b"', []],
    ['7', []],
    ['{}', []],
  ])('%s: %j', (text, expected) => expect(of(text)).toEqual(expected));

  it('are none in what was written as JSON, whatever is in it', () => {
    fc.assert(fc.property(fc.json({ maxDepth: 5 }), fc.constantFrom(0, 1, '\t'), (text, space) => void expect(of(JSON.stringify(JSON.parse(text), null, space))).toEqual([])), propertyParameters(500));
  });

  it('are found wherever one is put', () => {
    const key = fc.string({ maxLength: 4 });
    fc.assert(
      fc.property(fc.dictionary(key, fc.jsonValue({ maxDepth: 2 }), { minKeys: 1, maxKeys: 5 }), fc.jsonValue({ maxDepth: 2 }), fc.nat(4), (object, value, at) => {
        const keys = Object.keys(object);
        const twice = keys[at % keys.length]!;
        const text = `{"o":[${JSON.stringify(value)},${JSON.stringify(object).slice(0, -1)},${JSON.stringify(twice)}:${JSON.stringify(value)}}]}`;
        expect(of(text)).toEqual([`o[1].${twice}`]);
      }),
      propertyParameters(500),
    );
  });
});

describe('a body in which fields are twice', () => {
  const configMaps = '/api/v1/namespaces/default/configmaps';
  const text = (name: string): string => `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"other"},"metadata":{"name":"${name}"},"data":{"a":"1","a":"2"},"x":1}`;
  const said = ['duplicate field "metadata"', 'duplicate field "data.a"', 'unknown field "x"'];
  const contentType = 'application/json';

  it.each(['POST', 'PUT'])('%s: Strict refuses, Warn (the default) warns, Ignore is silent; the last one counts', async (method) => {
    const harness = new PlaygroundHarness();
    const name = method === 'PUT' ? 'web-content' : 'a';
    const send = (validation: string) => harness.ask(method, `${configMaps}${method === 'PUT' ? `/${name}` : ''}?dryRun=All${validation}`, { body: text(name), contentType });
    expect(await send('&fieldValidation=Strict')).toMatchObject({ status: 400, json: { reason: 'BadRequest', message: `strict decoding error: ${said.join(', ')}` } });
    for (const validation of ['', '&fieldValidation=Warn']) expect(await send(validation)).toMatchObject({ status: method === 'PUT' ? 200 : 201, warnings: said, json: { metadata: { name }, data: { a: '2' } } });
    expect(await send('&fieldValidation=Ignore')).toMatchObject({ status: method === 'PUT' ? 200 : 201, warnings: [], json: { metadata: { name } } });
  });

  it.each(['merge-patch+json', 'strategic-merge-patch+json'])('%s: the same', async (type) => {
    const harness = new PlaygroundHarness();
    const send = (validation: string) => harness.ask('PATCH', `${configMaps}/web-content?dryRun=All&fieldValidation=${validation}`, { body: '{"data":{"a":"1","a":"2"}}', contentType: `application/${type}` });
    expect(await send('Strict')).toMatchObject({ status: 400, json: { message: 'strict decoding error: duplicate field "data.a"' } });
    expect(await send('Warn')).toMatchObject({ status: 200, warnings: ['duplicate field "data.a"'], json: { data: { a: '2' } } });
    expect(await send('Ignore')).toMatchObject({ status: 200, warnings: [] });
  });

  it('a scale, a review: the same', async () => {
    const harness = new PlaygroundHarness();
    const scale = '{"kind":"Scale","apiVersion":"autoscaling/v1","metadata":{"name":"web"},"spec":{"replicas":1,"replicas":2}}';
    const target = '/apis/apps/v1/namespaces/default/deployments/web/scale';
    expect((await harness.ask('PUT', `${target}?fieldValidation=Strict`, { body: scale, contentType })).json.message).toBe('strict decoding error: duplicate field "spec.replicas"');
    expect(await harness.ask('PUT', target, { body: scale, contentType })).toMatchObject({ status: 200, warnings: ['duplicate field "spec.replicas"'], json: { spec: { replicas: 2 } } });
    const review = '{"spec":{"resourceAttributes":{"verb":"get","verb":"list","resource":"pods"}}}';
    expect((await harness.ask('POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', { body: review, contentType })).warnings).toEqual(['duplicate field "spec.resourceAttributes.verb"']);
  });
});
