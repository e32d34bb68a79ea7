import type { SentError } from '../process/messages.ts';
import { sendError } from '../process/sentError.ts';
import { describe } from './describe.ts';
import { cleanStack, placeOf } from './place.ts';

/** What the author's code threw, as it is sent: with the author's lines of the stack alone, and the first of them as its place. */
export function authorsError(error: unknown): SentError {
  const { stack, ...sent } = sendError(error, describe);
  const at = placeOf(stack);
  const cleaned = cleanStack(stack);
  return { ...sent, ...(cleaned !== undefined && { stack: cleaned }), ...(at !== '' && at.length <= 1024 && { at }) };
}
