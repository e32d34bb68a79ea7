import { describe, expect, it } from 'vitest';
import { openApiV2Protobuf } from '../../../../extension/playground/api/openApiProtobuf.ts';

/** Fields by number: bytes of those that say how many they have, numbers of the others. */
function fieldsOf(bytes: Buffer): [number, Buffer | number][] {
  const fields: [number, Buffer | number][] = [];
  let next = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[next++]!;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (next < bytes.length) {
    const tag = varint();
    const value = varint();
    if ((tag & 7) === 2) fields.push([tag >>> 3, bytes.subarray(next, (next += value))]);
    else fields.push([tag >>> 3, value]);
  }
  return fields;
}

/** What stands under these numbers, one within the other. */
function at(bytes: Buffer, ...path: number[]): (string | number)[] {
  const [number, ...rest] = path;
  const found = fieldsOf(bytes).filter(([each]) => each === number);
  return found.flatMap(([, value]) => (typeof value === 'number' ? [value] : rest.length > 0 ? at(value, ...rest) : [value.toString()]));
}

// Numbers as in gnostic's openapiv2/OpenAPIv2.proto.
const [definitions, paths, properties] = [9, 8, 25];

describe('the document of OpenAPI 2 as protobuf', () => {
  const kind = [{ group: '', version: 'v1', kind: 'Thing' }];
  const schema = {
    type: 'object',
    description: 'd'.repeat(300),
    required: ['a', 'b'],
    properties: { a: { type: 'string', format: 'int-or-string' }, b: { type: 'array', items: { $ref: '#/definitions/Part' } }, c: { type: 'object', additionalProperties: { type: 'integer' } }, d: { allOf: [{ $ref: '#/definitions/Part' }] } },
    'x-kubernetes-group-version-kind': kind,
  };
  const parameters = [{ name: 'dryRun', in: 'query', type: 'string' }, { name: 'name', in: 'path', required: true, type: 'string' }];
  const bytes = openApiV2Protobuf({ swagger: '2.0', info: { title: 'T', version: 'v' }, paths: { '/things/{name}': { patch: { operationId: 'patchThing', parameters, 'x-kubernetes-group-version-kind': kind[0] } } }, definitions: { Thing: schema } });

  it('has what it is, and each definition by name', () => {
    expect([at(bytes, 1), at(bytes, 2, 1), at(bytes, 2, 2), at(bytes, definitions, 1, 1)]).toEqual([['2.0'], ['T'], ['v'], ['Thing']]);
    const thing = [definitions, 1, 2];
    expect([at(bytes, ...thing, 22, 1), at(bytes, ...thing, 4), at(bytes, ...thing, 19)]).toEqual([['object'], ['d'.repeat(300)], ['a', 'b']]);
    expect(at(bytes, ...thing, 31, 1)).toEqual(['x-kubernetes-group-version-kind']);
    expect(JSON.parse(String(at(bytes, ...thing, 31, 2, 2)[0]))).toEqual(kind);
  });

  it('has the fields of a definition: their types, elements, values and references', () => {
    const each = [definitions, 1, 2, properties, 1];
    expect(at(bytes, ...each, 1)).toEqual(['a', 'b', 'c', 'd']);
    expect(at(bytes, ...each, 2, 2)).toEqual(['int-or-string']);
    expect(at(bytes, ...each, 2, 23, 1, 1)).toEqual(['#/definitions/Part']);
    expect(at(bytes, ...each, 2, 21, 1, 22, 1)).toEqual(['integer']);
    expect(at(bytes, ...each, 2, 24, 1)).toEqual(['#/definitions/Part']);
  });

  it('has what each operation takes, and what kind it is about', () => {
    const patch = [paths, 2, 2, 8];
    expect([at(bytes, paths, 2, 1), at(bytes, ...patch, 5)]).toEqual([['/things/{name}'], ['patchThing']]);
    const parameter = [...patch, 8, 1, 2];
    expect([at(bytes, ...parameter, 3, 4), at(bytes, ...parameter, 3, 6), at(bytes, ...parameter, 4, 4), at(bytes, ...parameter, 4, 1)]).toEqual([['dryRun'], ['string'], ['name'], [1]]);
    expect(JSON.parse(String(at(bytes, ...patch, 13, 2, 2)[0]))).toEqual(kind[0]);
  });
});
