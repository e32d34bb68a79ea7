import { isDeepStrictEqual } from 'node:util';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { isRecord } from '../../kube/object.ts';
import { AjvTranslation, type Source } from './ajvSchema.ts';
import { formats } from './formats.ts';
import { linearPattern } from './linearPattern.ts';
import type { StructuralSchema } from './structuralSchema.ts';

/** What is wrong with a value, and by which schema. */
export interface Fault {
  /** As ajv names them, and those of {@link AjvTranslation}. */
  readonly keyword: string;
  readonly schema: StructuralSchema;
  /** JSON pointer, from the value on that the program was given. */
  readonly pointer: string;
  readonly value: unknown;
  readonly params: Readonly<Record<string, unknown>>;
}

export type AjvProgram = (value: unknown) => readonly Fault[];

/** Compiles a schema, which was found to be structural, into functions of JavaScript: one for each of its larger parts, when that is first needed. */
export function ajvProgram(source: Source): AjvProgram {
  const translation = new AjvTranslation(source);
  const inner = new Map<number, AjvProgram>();
  const programAt = (index: number): AjvProgram => {
    const program = inner.get(index) ?? ajvProgram(translation.deferred[index]!);
    inner.set(index, program);
    return program;
  };
  let compiled: ValidateFunction | undefined;
  return (value) => {
    compiled ??= newAjv(translation, programAt).compile(translation.schema);
    return compiled(value) ? [] : compiled.errors!.flatMap((error) => faultsOf(error, translation));
  };
}

function faultsOf(error: ErrorObject, { sources }: AjvTranslation): readonly Fault[] {
  const { keyword, parentSchema, instancePath, data, params } = error;
  if (keyword === 'deferred') return (params['faults'] as readonly Fault[]).map(({ pointer, ...fault }) => Object.assign(fault, { pointer: instancePath + pointer }));
  const source = sources.get(parentSchema);
  // What only leads to another schema has nothing to say of its own.
  if (keyword === 'if' || !source || source.isChoice) return [];
  return [{ keyword, schema: source.schema, pointer: instancePath, value: data, params }];
}

type Judge = (given: never, data: never, parentSchema: object) => readonly object[];

/** Nothing of a schema is trusted to be what ajv's own keywords take it for: equality, multiples and formats of numbers are told here. */
function newAjv({ sources, deferred }: AjvTranslation, programAt: (index: number) => AjvProgram): Ajv {
  const regExp = Object.assign(linearPattern, { code: '' });
  const ajv = new Ajv({ allErrors: true, verbose: true, messages: false, ownProperties: true, strict: false, meta: false, validateSchema: false, addUsedSchema: false, logger: false, code: { optimize: false, regExp } });
  for (const [name, format] of formats) ajv.addFormat(name, format);
  const judge = (keyword: string, types: readonly ('number' | 'array')[], of: Judge): void => {
    ajv.removeKeyword(keyword);
    const validate = (given: unknown, data: unknown, parentSchema: object): boolean => {
      const found = of(given as never, data as never, parentSchema);
      own.errors = found.map((params) => ({ keyword, params, parentSchema }));
      return found.length === 0;
    };
    const own: typeof validate & { errors?: Partial<ErrorObject>[] } = validate;
    ajv.addKeyword({ keyword, errors: true, validate: own as never, ...(types.length > 0 && { type: [...types] }) });
  };
  judge('enum', [], (allowed: readonly unknown[], value) => (allowed.some((each) => isDeepStrictEqual(each, value)) ? [] : [{}]));
  judge('multipleOf', ['number'], (divisor: number, value: number) => (Number.isInteger(value / divisor) ? [] : [{}]));
  judge('numberFormat', ['number'], (format: string, value: number) => ((formats.get(format)!.validate as (value: number) => boolean)(value) ? [] : [{}]));
  judge('x-kubernetes-list-type', ['array'], (_, elements: readonly unknown[], part) => duplicates(sources.get(part)!.schema, elements));
  judge('deferred', [], (index: number, value) => {
    const faults = programAt(index)(value);
    return faults.length > 0 ? [{ faults: deferred[index]!.isChoice ? [] : faults }] : [];
  });
  return ajv;
}

/** Elements of a set, and the keys of elements of a map, stand once. */
function duplicates(schema: StructuralSchema, elements: readonly unknown[]): { readonly index: number; readonly text: string }[] {
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const isMap = schema['x-kubernetes-list-type'] === 'map';
  const identity = (element: unknown): unknown => (isMap && isRecord(element) ? Object.fromEntries(keys.map((key) => [key, element[key]])) : element);
  const seen = new Set<string>();
  return elements.flatMap((element, index) => {
    const text = JSON.stringify(identity(element));
    if (seen.has(text)) return [{ index, text }];
    seen.add(text);
    return [];
  });
}
