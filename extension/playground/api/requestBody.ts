import { isRecord, type KubeObject } from '../../kube/object.ts';
import { ApiError } from '../../kube/status.ts';
import { formatGroupVersion } from '../../kube/resource.ts';
import { invalidField } from '../fieldErrors.ts';
import type { CustomKind } from '../registry/resourceDefinition.ts';
import { decode, type Decoded, DecodeError } from '../schema/decode.ts';
import { decodeProtobuf, ProtobufError } from '../schema/protobuf.ts';
import type { DefinitionRef } from '../schema/schema.ts';
import { badRequest, invalid, unsupportedMediaType } from '../statusErrors.ts';
import { type ApiRequest, jsonType, protobufType, yamlType } from './apiRequest.ts';
import { decodeUtf8, parseJson } from './bodyText.ts';
import { duplicateFields } from './duplicateFields.ts';
import { mediaType } from './negotiation.ts';
import { parseYamlBody } from './yamlBody.ts';

/** What is in a body, or what a patch has made of an object. */
export interface ParsedBody {
  readonly json: unknown;
  /** Paths of fields that are there more than once: the last one counts. */
  duplicates(): readonly string[];
}

/** As of YAML, where that is an error, and protobuf, where it is not. */
function withoutDuplicates(json: unknown): ParsedBody {
  return { json, duplicates: () => [] };
}

/**
 * The object in a request body, as JSON and not yet checked.
 * @param schema what it is taken for where the bytes themselves do not tell
 * @throws ApiError 415 for a type that is neither JSON nor YAML nor protobuf, 400 for what is not what its type says
 */
export function parseObjectBody(request: ApiRequest, schema: DefinitionRef): ParsedBody {
  const type = mediaType(request.contentType);
  if (type === yamlType) return withoutDuplicates(parseYamlBody(request));
  if (type !== protobufType) return parseJsonBody(request, [jsonType, yamlType, protobufType]);
  try {
    return withoutDuplicates(decodeProtobuf(schema, request.body));
  } catch (error) {
    if (!ProtobufError.is(error)) throw error;
    throw error.code === 'unsupported' ? unsupportedMediaType(`${protobufType}: ${error.message}`, [jsonType]) : badRequest(error.message);
  }
}

/**
 * The JSON of a request body.
 * @param types the media types that the endpoint takes; a body of no type is JSON where that is one of them
 * @throws ApiError 415 for another type, 400 for what is not JSON
 */
export function parseJsonBody({ body, contentType }: ApiRequest, types: readonly string[]): ParsedBody {
  const type = mediaType(contentType) || (types.includes(jsonType) ? jsonType : '');
  if (!types.includes(type)) throw unsupportedMediaType(type, types);
  const text = decodeUtf8(body);
  const json = parseJson(text);
  return { json, duplicates: () => duplicateFields(text, json) };
}

export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';

/** What to do about fields that the kind does not have. @throws ApiError 400 */
export function fieldValidation(query: URLSearchParams): FieldValidation {
  const text = query.get('fieldValidation') || 'Warn';
  if (text === 'Ignore' || text === 'Warn' || text === 'Strict') return text;
  throw badRequest(`fieldValidation must be Ignore, Warn or Strict, not ${JSON.stringify(text.slice(0, 100))}`);
}

/** `kind` and `schema` differ for a subresource that is a kind of its own, as Scale. */
export interface ExpectedKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly schema: DefinitionRef;
  readonly custom?: CustomKind | undefined;
}

export interface DecodedObject {
  readonly object: KubeObject;
  readonly warnings: readonly string[];
}

/** @throws ApiError 400 for another kind, a wrong type, or, when strict, a field that is unknown or there twice */
export function decodeObject(body: ParsedBody, expected: ExpectedKind, validation: FieldValidation): DecodedObject {
  // To a server null is an object with nothing in it.
  return decodedOf(body, orRefuse(() => readObject(body.json ?? {}, expected)), validation);
}

function decodedOf(body: ParsedBody, { object, unknown }: ReturnType<typeof readObject>, validation: FieldValidation): DecodedObject {
  if (validation === 'Ignore') return { object, warnings: [] };
  const problems = [...fieldProblems('duplicate', body.duplicates()), ...fieldProblems('unknown', unknown)];
  if (validation === 'Strict' && problems.length > 0) throw badRequest(`strict decoding error: ${problems.join(', ')}`);
  return { object, warnings: problems };
}

function fieldProblems(what: 'duplicate' | 'unknown', paths: readonly string[]): readonly string[] {
  return paths.slice(0, 20).map((path) => `${what} field ${JSON.stringify(path.slice(0, 200))}`);
}

/** The same of what a patch has made of an object: who makes something else of it has sent a wrong patch. @throws ApiError 400, 422 */
export function decodePatched(patched: ParsedBody, expected: ExpectedKind, validation: FieldValidation): DecodedObject {
  const { json } = patched;
  let read: ReturnType<typeof readObject>;
  try {
    read = readObject(json, expected);
  } catch (error) {
    if (!DecodeError.is(error) && !ApiError.is(error)) throw error;
    throw invalid({ group: '', kind: '' }, '', [invalidField('patch', json, error.message)]);
  }
  return decodedOf(patched, read, validation);
}

/** The object, and the paths of fields that its kind does not have. @throws ApiError 400 for another kind; DecodeError */
export function readObject(json: unknown, expected: ExpectedKind): { readonly object: KubeObject; readonly unknown: readonly string[] } {
  if (!isRecord(json)) throw badRequest('the body is not an object');
  requireKind(json, expected);
  const { value, unknown } = expected.custom ? expected.custom.read(json) : decode(expected.schema, json);
  return { object: { ...value, metadata: (value['metadata'] ?? {}) as KubeObject['metadata'] }, unknown };
}

/** A body of a definition that is no kind of its own, as DeleteOptions; unknown fields are ignored. */
export function decodeOrRefuse(schema: string, json: unknown): Decoded {
  return orRefuse(() => decode(schema, json));
}

function orRefuse<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (DecodeError.is(error)) throw badRequest(error.message);
    throw error;
  }
}

function requireKind({ kind, apiVersion }: Readonly<Record<string, unknown>>, expected: ExpectedKind): void {
  const version = formatGroupVersion(expected);
  if (kind !== undefined && kind !== expected.kind) {
    throw badRequest(`the kind of the object is ${JSON.stringify(kind)}, but this path takes ${expected.kind}`);
  }
  if (apiVersion !== undefined && apiVersion !== version) {
    throw badRequest(`the apiVersion of the object is ${JSON.stringify(apiVersion)}, but this path takes ${version}`);
  }
}
