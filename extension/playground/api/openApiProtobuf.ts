import { Buffer } from 'node:buffer';
import { isRecord } from '../../kube/object.ts';

/**
 * The OpenAPI document of version 2 as protobuf, the only form that kubectl takes it in: it does where a manifest is a List, or of a
 * kind that has come while it looked. Fields by their numbers of gnostic's `openapiv2/OpenAPIv2.proto`; what no client of the API server
 * reads, answers and bodies of operations, is left out.
 */
export const openApiProtobufType = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';

export function openApiV2Protobuf(document: object): Buffer {
  const { swagger, info, paths, definitions } = document as Record<string, unknown>;
  return message([
    text(1, swagger),
    part(2, message([text(1, field(info, 'title')), text(2, field(info, 'version'))])),
    part(8, message(named(2, paths, pathItem))),
    part(9, message(named(1, definitions, schema))),
  ]);
}

const methods: Readonly<Record<string, number>> = { get: 2, put: 3, post: 4, delete: 5, options: 6, head: 7, patch: 8 };

function pathItem(item: unknown): Buffer {
  const operations = Object.entries(methods).flatMap(([method, number]) => (isRecord(field(item, method)) ? [part(number, operation(field(item, method)))] : []));
  return message([...operations, ...parameters(9, field(item, 'parameters'))]);
}

function operation(value: unknown): Buffer {
  return message([text(5, field(value, 'operationId')), ...parameters(8, field(value, 'parameters')), ...extensions(13, value)]);
}

/** Those of a query or a path, wrapped as the specification nests them. */
function parameters(number: number, values: unknown): Buffer[] {
  return listOf(values).map((value) => {
    const where = field(value, 'in');
    const isInPath = where === 'path';
    const said = message([flag(1, field(value, 'required')), text(2, where), text(4, field(value, 'name')), text(isInPath ? 5 : 6, field(value, 'type'))]);
    const nonBody = message([part(isInPath ? 4 : 3, said)]);
    return part(number, message([part(1, message([part(2, nonBody)]))]));
  });
}

function schema(value: unknown): Buffer {
  const { $ref, format, description, required, type, items, properties, additionalProperties, allOf, enum: choices, default: usual } = isRecord(value) ? value : {};
  return message([
    text(1, $ref),
    text(2, format),
    text(4, description),
    ...(usual === undefined ? [] : [part(5, any(usual))]),
    ...listOf(required).map((name) => text(19, name)),
    ...listOf(choices).map((choice) => part(20, any(choice))),
    ...(additionalProperties === undefined ? [] : [part(21, message([typeof additionalProperties === 'boolean' ? flag(2, additionalProperties) : part(1, schema(additionalProperties))]))]),
    ...(type === undefined ? [] : [part(22, message([text(1, type)]))]),
    ...(items === undefined ? [] : [part(23, message([part(1, schema(items))]))]),
    ...listOf(allOf).map((each) => part(24, schema(each))),
    ...(properties === undefined ? [] : [part(25, message(named(1, properties, schema)))]),
    ...extensions(31, value),
  ]);
}

/** What begins with `x-`; its values are YAML, of which JSON is a part. */
function extensions(number: number, value: unknown): Buffer[] {
  const own = Object.fromEntries(Object.entries(isRecord(value) ? value : {}).filter(([name]) => name.startsWith('x-')));
  return named(number, own, any);
}

function any(value: unknown): Buffer {
  return message([text(2, JSON.stringify(value))]);
}

/** Maps are lists of names with their values. */
function named(number: number, values: unknown, encode: (value: unknown) => Buffer): Buffer[] {
  return Object.entries(isRecord(values) ? values : {}).map(([name, value]) => part(number, message([text(1, name), part(2, encode(value))])));
}

function field(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function message(parts: readonly Buffer[]): Buffer {
  return Buffer.concat(parts);
}

/** Nothing where there is none. */
function text(number: number, value: unknown): Buffer {
  return typeof value === 'string' && value !== '' ? part(number, Buffer.from(value)) : Buffer.alloc(0);
}

function flag(number: number, value: unknown): Buffer {
  return typeof value === 'boolean' ? Buffer.concat([varint(number << 3), varint(Number(value))]) : Buffer.alloc(0);
}

/** A field that says how many bytes it has. */
function part(number: number, bytes: Buffer): Buffer {
  return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return Buffer.from([...bytes, rest]);
}
