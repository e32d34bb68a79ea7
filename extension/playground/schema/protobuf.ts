import { Buffer } from 'node:buffer';
import { CodedError } from '../../base/codedError.ts';
import { definitionOf } from './definitions.ts';
import { protobufFields } from './protobufNumbers.ts';
import type { DefinitionRef, Schema } from './schema.ts';
import { saysNothing } from './zeroValues.ts';

/** `malformed`: these bytes are no such message; `unsupported`: they may be, but have a part that only JSON can bring. */
export class ProtobufError extends CodedError<'malformed' | 'unsupported', undefined> {
  override readonly name = 'ProtobufError';

  constructor(code: 'malformed' | 'unsupported', message: string) {
    super(code, message, undefined);
  }

  static is(error: unknown): error is ProtobufError {
    return error instanceof ProtobufError;
  }
}

type Json = Record<string, unknown>;

/**
 * The object in a body of type `application/vnd.kubernetes.protobuf`, as its JSON would be: what client-go's
 * typed clients send. Fields with numbers that are not known are dropped, as protobuf does.
 * @throws ProtobufError
 */
export function decodeProtobuf(definition: DefinitionRef, body: Uint8Array): Json {
  if (Buffer.from(body.subarray(0, 4)).toString('latin1') !== 'k8s\0') throw new ProtobufError('malformed', 'the body does not begin as an object in protobuf does');
  let typeMeta: Json = {};
  let object: Json = {};
  for (const { number, bytes } of fieldsOf(body.subarray(4))) {
    if (number === 1) typeMeta = plainStrings(bytes ?? new Uint8Array(), ['apiVersion', 'kind']);
    if (number === 2) object = decodeKnown(definition, bytes ?? new Uint8Array());
  }
  return { ...typeMeta, ...object };
}

interface WireField {
  readonly number: number;
  /** Of a number. */
  readonly value?: number;
  /** Of everything that has a length. */
  readonly bytes?: Uint8Array;
}

/** The fields of a message in the order in which they stand. */
function* fieldsOf(message: Uint8Array): Generator<WireField> {
  const reader = new Reader(message);
  while (!reader.atEnd) {
    const tag = reader.varint();
    const number = Math.floor(tag / 8);
    switch (tag % 8) {
      case 0:
        yield { number, value: reader.varint() };
        break;
      case 1:
        reader.take(8);
        break;
      case 2:
        yield { number, bytes: reader.take(reader.varint()) };
        break;
      case 5:
        reader.take(4);
        break;
      default:
        throw new ProtobufError('malformed', 'the body is not protobuf');
    }
  }
}

class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get atEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  /** A 64 bit integer; one that is negative takes all ten bytes. */
  varint(): number {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.take(1)[0]!;
      value |= BigInt(byte % 128) << shift;
      if (byte < 128) return Number(BigInt.asIntN(64, value));
    }
    throw new ProtobufError('malformed', 'the body is not protobuf: a number has no end');
  }

  take(length: number): Uint8Array {
    const end = this.#at + length;
    if (length < 0 || end > this.#bytes.length) throw new ProtobufError('malformed', 'the body is not protobuf: it ends too early');
    const part = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return part;
  }
}

/** Somebody's own kind has no numbers for its fields. */
function decodeKnown(definition: DefinitionRef, bytes: Uint8Array): Json {
  if (typeof definition === 'string') return decodeMessage(definition, definition, bytes);
  throw new ProtobufError('unsupported', `${definition.name} cannot be read from protobuf: send JSON`);
}

/** @param definition whose fields these are, @param message by whose numbers they go: not the same where it is inlined */
function decodeMessage(definition: string, message: string, bytes: Uint8Array): Json {
  const { fields } = definitionOf(definition);
  const known = protobufFields(message);
  if (!known) throw new ProtobufError('unsupported', `${definition} cannot be read from protobuf: send JSON`);
  const object = new Map<string, unknown>();
  for (const wire of fieldsOf(bytes)) {
    const field = known.get(wire.number);
    if (!field || field.name === 'managedFields') continue; // the server's own, whatever a client sends
    if (field.inlined) {
      for (const [name, value] of Object.entries(decodeMessage(definition, field.name, wire.bytes ?? new Uint8Array()))) object.set(name, value);
      continue;
    }
    const value = decodeField(fields[field.name]!, wire, object.get(field.name), `${definition}.${field.name}`);
    if (value !== undefined && !saysNothing(definition, field.name, value)) object.set(field.name, value);
  }
  return Object.fromEntries(object);
}

/** @param before what earlier fields of the same number have made: lists and maps come element by element */
function decodeField(schema: Schema, wire: WireField, before: unknown, path: string): unknown {
  const bytes = wire.bytes ?? new Uint8Array();
  switch (schema.type) {
    case 'boolean':
      return wire.value !== 0;
    case 'integer':
      return wire.value;
    case 'string':
      return decodeString(schema.format, bytes);
    case 'quantity':
      return plainStrings(bytes, ['string'])['string'];
    case 'intOrString':
      return decodeIntOrString(bytes);
    case 'object':
      return decodeKnown(schema.definition, bytes);
    case 'list':
      return [...((before ?? []) as unknown[]), decodeField(schema.items, wire, undefined, path)];
    case 'map': {
      const { key, value } = decodeEntry(schema.values, bytes, path);
      return Object.fromEntries([...Object.entries((before ?? {}) as Json), [key, value]]);
    }
    case 'any':
    case 'deduced':
      if (bytes.length === 0) return undefined; // a struct in which nothing was set
      throw new ProtobufError('unsupported', `${path} cannot be read from protobuf: send JSON`);
  }
}

function decodeString(format: Extract<Schema, { type: 'string' }>['format'], bytes: Uint8Array): string | undefined {
  if (format === 'byte') return Buffer.from(bytes).toString('base64');
  if (format === undefined) return Buffer.from(bytes).toString();
  const [seconds, nanoseconds = 0] = [1, 2].map((part) => [...fieldsOf(bytes)].find(({ number }) => number === part)?.value);
  if (seconds === undefined) return undefined;
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return undefined;
  const fraction = format === 'micro-time' ? `.${String(Math.floor(nanoseconds / 1000)).padStart(6, '0')}` : '';
  return date.toISOString().replace('.000Z', `${fraction}Z`);
}

function decodeIntOrString(bytes: Uint8Array): string | number {
  const all = new Map(Array.from(fieldsOf(bytes), (field) => [field.number, field]));
  return all.get(1)?.value === 1 ? Buffer.from(all.get(3)?.bytes ?? []).toString() : (all.get(2)?.value ?? 0);
}

function decodeEntry(values: Schema, bytes: Uint8Array, path: string): { readonly key: string; readonly value: unknown } {
  const all = new Map(Array.from(fieldsOf(bytes), (field) => [field.number, field]));
  const value = decodeField(values, all.get(2) ?? { number: 2 }, undefined, path);
  return { key: Buffer.from(all.get(1)?.bytes ?? []).toString(), value: value ?? '' };
}

/** A message of strings only. @param names by number, from 1 */
function plainStrings(bytes: Uint8Array, names: readonly string[]): Json {
  const strings = Array.from(fieldsOf(bytes), ({ number, bytes: text }) => [names[number - 1], Buffer.from(text ?? []).toString()] as const);
  return Object.fromEntries(strings.filter(([name]) => name !== undefined));
}
