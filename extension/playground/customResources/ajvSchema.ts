import { formats } from './formats.ts';
import { conditionsOf, innerSchemas, type StructuralSchema } from './structuralSchema.ts';

/** A schema in the words of ajv, which knows those of a later draft than a CustomResourceDefinition. */
export type AjvSchema = Readonly<Record<string, unknown>>;

/** What a part of an {@link AjvSchema} was made of. */
export interface Source {
  readonly schema: StructuralSchema;
  /** One condition among several: that none holds is said, and not why this one does not. */
  readonly isChoice: boolean;
}

/** A program has so many schemas; what is larger is one of its own, made when a value first has something there: of a large kind people use little. */
const schemasInProgram = 100;

/**
 * What a schema says about values, in ajv's words. None of them speaks of a value of another type than the schema has: who has the wrong type is told that, and no more.
 */
export class AjvTranslation {
  readonly schema: AjvSchema;
  /** By the very part that ajv names in an error. */
  readonly sources = new Map<unknown, Source>();
  /** What the keyword `deferred` stands for, by index. */
  readonly deferred: Source[] = [];
  #left = schemasInProgram;

  constructor({ schema, isChoice }: Source) {
    this.schema = this.#translate(schema, isChoice);
  }

  #translate(schema: StructuralSchema, isChoice: boolean): AjvSchema {
    this.#left--;
    const types = typesOf(schema);
    const translated = {
      ...(types && { type: schema.nullable ? [...types, 'null'] : types }),
      ...this.#guarded(schema, isChoice),
      ...textWords(schema),
      ...this.#listWords(schema, isChoice),
      ...this.#objectWords(schema, isChoice),
    };
    this.sources.set(translated, { schema, isChoice });
    return translated;
  }

  #inside(schema: StructuralSchema, isChoice: boolean): AjvSchema {
    const isLeaf = innerSchemas(schema).length === 0 && conditionsOf(schema).length === 0;
    if (isLeaf || hasAtMost(this.#left, schema)) return this.#translate(schema, isChoice);
    this.deferred.push({ schema, isChoice });
    return { deferred: this.deferred.length - 1 };
  }

  /** What would speak of any type, and is asked of the right one alone. */
  #guarded(schema: StructuralSchema, isChoice: boolean): AjvSchema {
    const { allOf, anyOf, oneOf, not } = schema;
    const words = {
      ...numberWords(schema),
      ...(schema.enum && { enum: schema.enum }),
      ...(allOf?.length && { allOf: allOf.map((each) => this.#translate(each, isChoice)) }),
      ...(anyOf && { anyOf: anyOf.map((each) => this.#translate(each, true)) }),
      ...(oneOf && { oneOf: oneOf.map((each) => this.#translate(each, true)) }),
      ...(not && { not: this.#translate(not, true) }),
    };
    if (Object.keys(words).length === 0) return {};
    this.sources.set(words, { schema, isChoice });
    const types = typesOf(schema);
    if (types) return { if: { not: { type: types } }, else: words };
    return schema.nullable ? { if: { type: 'null' }, else: words } : words;
  }

  #listWords(schema: StructuralSchema, isChoice: boolean): AjvSchema {
    const { items, minItems, maxItems } = schema;
    if (!isFor(schema, 'array')) return {};
    const listType = schema['x-kubernetes-list-type'];
    return {
      ...given({ minItems, maxItems }),
      ...(items && { items: this.#inside(items, isChoice) }),
      ...((listType === 'set' || listType === 'map') && { 'x-kubernetes-list-type': listType }),
    };
  }

  #objectWords(schema: StructuralSchema, isChoice: boolean): AjvSchema {
    const { properties = {}, additionalProperties, required, minProperties, maxProperties } = schema;
    if (!isFor(schema, 'object')) return {};
    const members = Object.entries(properties).map(([name, each]) => [name, this.#inside(each, isChoice)] as const);
    const named = members.filter(([name]) => name !== '__proto__');
    const proto = members.find(([name]) => name === '__proto__'); // which ajv would leave out
    return {
      ...given({ minProperties, maxProperties, required }),
      ...(named.length > 0 && { properties: Object.fromEntries(named) }),
      ...(proto && { patternProperties: { '^__proto__$': proto[1] } }),
      ...(typeof additionalProperties === 'object' && { additionalProperties: this.#inside(additionalProperties, isChoice) }),
    };
  }
}

/** Undefined: any. */
function typesOf(schema: StructuralSchema): readonly string[] | undefined {
  if (schema['x-kubernetes-int-or-string']) return ['integer', 'string'];
  return schema.type === undefined ? undefined : [schema.type];
}

function isFor(schema: StructuralSchema, ...types: readonly string[]): boolean {
  return typesOf(schema)?.some((type) => types.includes(type)) ?? true;
}

function textWords(schema: StructuralSchema): AjvSchema {
  const { minLength, maxLength, pattern, format } = schema;
  return isFor(schema, 'string') ? given({ minLength, maxLength, pattern, format: formatOf(format, 'string') }) : {};
}

/** Of numbers, which to ajv a fraction is as well where a whole number is asked for. */
function numberWords(schema: StructuralSchema): AjvSchema {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = schema;
  if (!isFor(schema, 'integer', 'number')) return {};
  return given({
    [exclusiveMinimum ? 'exclusiveMinimum' : 'minimum']: minimum,
    [exclusiveMaximum ? 'exclusiveMaximum' : 'maximum']: maximum,
    multipleOf,
    numberFormat: formatOf(format, 'number'),
  });
}

function formatOf(format: string | undefined, type: string): string | undefined {
  return format !== undefined && formats.get(format)?.type === type ? format : undefined;
}

function given(words: AjvSchema): AjvSchema {
  return Object.fromEntries(Object.entries(words).filter(([, value]) => value !== undefined));
}

function hasAtMost(count: number, schema: StructuralSchema): boolean {
  let left = count;
  const visit = (each: StructuralSchema): boolean => --left >= 0 && [...innerSchemas(each), ...conditionsOf(each)].every(visit);
  return visit(schema);
}
