import { badRequest } from '../statusErrors.ts';

/** Bodies as text and as JSON, before anything is looked for in them. */

/** Deeper than any object of Kubernetes; recursion over what is parsed stays far from the end of the stack. */
const maxDepth = 200;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** @throws ApiError 400 */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) throw badRequest('the body is not UTF-8');
    throw error;
  }
}

/** @throws ApiError 400 */
export function parseJson(text: string): unknown {
  // What is shorter than that cannot be as deep.
  if (text.length > maxDepth && depthOf(text) > maxDepth) throw badRequest(`the body is nested more than ${maxDepth} levels deep`);
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw badRequest(`the body is not JSON: ${error.message.slice(0, 200)}`);
    throw error;
  }
}

/** @throws ApiError 400 for a value that nests as deep as no object of Kubernetes does */
export function requireShallow(value: unknown, depth = maxDepth): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth === 0) throw badRequest(`the body is nested more than ${maxDepth} levels deep`);
  for (const inner of Object.values(value)) requireShallow(inner, depth - 1);
}

/** How deep brackets nest, outside of strings. */
export function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') deepest = Math.max(deepest, ++depth);
    else if (character === '}' || character === ']') depth--;
  }
  return deepest;
}
