import { parseAllDocuments, type Tags } from 'yaml';
import { badRequest } from '../statusErrors.ts';
import type { ApiRequest } from './apiRequest.ts';
import { decodeUtf8, depthOf, parseJson, requireShallow } from './bodyText.ts';

/** The parser takes the longer the deeper it gets. More than an object may nest, since a text may have brackets that are never closed. */
const maxBrackets = 1000;

/** As the servers of Kubernetes read it: YAML 1.1, where `yes` is true, but without values that JSON does not have. */
const withoutTimes = (tags: Tags): Tags => tags.filter((tag) => typeof tag === 'string' || (tag.tag !== 'tag:yaml.org,2002:timestamp' && !('format' in tag && tag.format === 'TIME')));

/**
 * The value in a body of YAML, of which the first document counts, of which JSON is a part: what clients of Kubernetes send is JSON nearly always.
 * @throws ApiError 400
 */
export function parseYamlBody({ body }: ApiRequest): unknown {
  const text = decodeUtf8(body);
  if (text.trimStart().startsWith('{')) return parseJson(text);
  if (depthOf(text) > maxBrackets) throw badRequest(`the body has more than ${maxBrackets} brackets that are not closed`);
  let value: unknown;
  try {
    const [document] = parseAllDocuments(text, { version: '1.1', customTags: withoutTimes, logLevel: 'error' });
    const [error] = document?.errors ?? [];
    if (error) throw error;
    value = document?.toJS({ maxAliasCount: 100 }) ?? null;
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw badRequest(`the body is not YAML: ${reason.slice(0, 200)}`);
  }
  requireShallow(value);
  return value;
}
