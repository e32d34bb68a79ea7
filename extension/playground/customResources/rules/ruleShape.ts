import type { CelInput } from '@bufbuild/cel';
import { create } from '@bufbuild/protobuf';
import { DurationSchema, timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { CelShape } from '../../../cel/celValue.ts';
import { isRecord } from '../../../kube/object.ts';
import type { StructuralSchema } from '../structuralSchema.ts';

const text: StructuralSchema = { type: 'string' };

/** Of a whole object a rule sees this, whatever its schema says. */
const wholeObject: Readonly<Record<string, StructuralSchema>> = {
  apiVersion: text,
  kind: text,
  metadata: { type: 'object', properties: { name: text, generateName: text } },
};

const nanoseconds: Readonly<Record<string, number>> = { ns: 1, us: 1e3, 'µs': 1e3, ms: 1e6, s: 1e9, m: 60e9, h: 3600e9 };

/** What a schema says of values to the rules in it: which fields there are, and what is no text and no whole number. */
export class RuleShape implements CelShape {
  readonly schema: StructuralSchema;
  readonly #properties: Readonly<Record<string, StructuralSchema>>;

  /** @param isWhole it is of an object with a kind and a name */
  constructor(schema: StructuralSchema, isWhole = false) {
    this.schema = schema;
    this.#properties = isWhole || schema['x-kubernetes-embedded-resource'] ? { ...schema.properties, ...wholeObject } : (schema.properties ?? {});
  }

  get items(): RuleShape | undefined {
    return this.schema.items && new RuleShape(this.schema.items);
  }

  /** A rule may name these fields and no other ones; undefined: any. */
  get isClosed(): boolean {
    const { type, additionalProperties } = this.schema;
    return type === 'object' && !additionalProperties;
  }

  member(name: string): RuleShape | undefined {
    if (Object.hasOwn(this.#properties, name)) return new RuleShape(this.#properties[name]!);
    const { additionalProperties } = this.schema;
    return typeof additionalProperties === 'object' ? new RuleShape(additionalProperties) : undefined;
  }

  convert(value: unknown): CelInput | undefined {
    const { type, format } = this.schema;
    if (typeof value === 'number') return type === 'number' ? value : undefined;
    if (typeof value === 'string') return type === 'string' ? textAs(format, value) : undefined;
    return undefined;
  }

  /** Of a whole object, what a rule may see of it. */
  static seenOf(object: Readonly<Record<string, unknown>>): object {
    const { metadata } = object;
    if (!isRecord(metadata)) return object;
    const seen = Object.entries(metadata).filter(([name]) => name === 'name' || name === 'generateName');
    return { ...object, metadata: Object.fromEntries(seen) };
  }
}

/** The formats have been checked by then. */
function textAs(format: string | undefined, value: string): CelInput | undefined {
  switch (format) {
    case 'date':
    case 'date-time':
      return timestampFromDate(new Date(value));
    case 'duration':
      return durationOf(value);
    case 'byte':
      return new Uint8Array(Buffer.from(value, 'base64'));
    default:
      return undefined;
  }
}

function durationOf(value: string): CelInput {
  const sign = value.startsWith('-') ? -1 : 1;
  const total = Array.from(value.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)).reduce((sum, [, count, unit]) => sum + Number(count) * nanoseconds[unit!]!, 0);
  const seconds = Math.trunc(total / 1e9);
  return create(DurationSchema, { seconds: BigInt(sign * seconds), nanos: sign * Math.round(total - seconds * 1e9) });
}
