import jsonPatch, { type Operation } from 'fast-json-patch';
import { isRecord } from '../../kube/object.ts';
import { badRequest, bodyTooLarge } from '../statusErrors.ts';

// oxlint-disable-next-line import/no-named-as-default-member -- a CommonJS package whose exports Node does not see by name
const { applyOperation, getValueByPointer, JsonPatchError } = jsonPatch;

const operations = new Set(['add', 'remove', 'replace', 'move', 'copy', 'test']);
const maxOperations = 10_000;
/** Characters of JSON that all `copy` operations together may bring: a few of them can double an object many times. */
const maxCopied = 3 * 1024 * 1024;

/** `misfit`: an operation does not fit the object, as a `test` that fails or a path that is not there. */
export type JsonPatchResult = { readonly value: unknown } | { readonly misfit: string };

/**
 * JSON Patch (RFC 6902), on a copy of `target`.
 * @throws ApiError 400 for a body that is not a list of operations, 413 when it copies too much
 */
export function applyJsonPatch(target: unknown, patch: unknown): JsonPatchResult {
  // As Go reads null: no operations.
  if (patch === null) return { value: target };
  if (!Array.isArray(patch) || !patch.every(isOperation)) {
    throw badRequest(`a JSON patch is an array of operations, each with a path and one of ${[...operations].join(', ')} as op`);
  }
  if (patch.length > maxOperations) throw badRequest(`a JSON patch may have ${maxOperations} operations at most`);
  let value: unknown = structuredClone(target);
  let copied = 0;
  for (const [index, operation] of patch.entries()) {
    try {
      if (operation.op === 'copy') copied += JSON.stringify(getValueByPointer(value, operation.from))?.length ?? 0;
      if (copied > maxCopied) throw bodyTooLarge(maxCopied);
      value = applyOperation(value, operation, true, true, true, index).newDocument;
    } catch (error) {
      // The library's own messages run over several lines and quote the whole document.
      if (error instanceof JsonPatchError) return { misfit: `${operation.op} at ${operation.path} does not fit the object (${error.name})` };
      if (error instanceof TypeError) throw badRequest('a JSON patch must not touch the prototype of an object');
      throw error;
    }
  }
  return { value };
}

function isOperation(value: unknown): value is Operation {
  return isRecord(value) && operations.has(value['op'] as string) && typeof value['path'] === 'string';
}
