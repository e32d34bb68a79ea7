import { parse } from 'yaml';
import { badRequest } from '../statusErrors.ts';
import type { ApiRequest } from './apiRequest.ts';
import { decodeUtf8, depthOf, parseJson, requireShallow } from './requestBody.ts';

/** The parser takes the longer the deeper it gets. More than an object may nest, since a text may have brackets that are never closed. */
const maxBrackets = 1000;

/**
 * The value in a body of YAML, of which JSON is a part: what clients of Kubernetes send is JSON nearly always.
 * @throws ApiError 400
 */
export function parseYamlBody({ body }: ApiRequest): unknown {
  const text = decodeUtf8(body);
  if (text.trimStart().startsWith('{')) return parseJson(text);
  if (depthOf(text) > maxBrackets) throw badRequest(`the body has more than ${maxBrackets} brackets that are not closed`);
  let value: unknown;
  try {
    value = parse(text, { schema: 'core', maxAliasCount: 100, logLevel: 'error' });
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw badRequest(`the body is not YAML: ${reason.slice(0, 200)}`);
  }
  requireShallow(value);
  return value;
}
