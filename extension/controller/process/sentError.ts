import { ApiError as ServerError, ConnectionError } from '../../kube/status.ts';
import { ApiError, TerminalError } from '../api.ts';
import { maxName, shortened } from './limits.ts';
import type { SentError } from './messages.ts';

/** Anything that was thrown, as it is sent. A value that is no error becomes one whose message says what it was. */
export function sendError(error: unknown, describe: (value: unknown) => string = String): SentError {
  if (!(error instanceof Error)) return { name: 'Error', message: shortened(`threw ${describe(error)}, which is no Error`) };
  const { name, message, stack } = error;
  return {
    name: textOf(name, 'Error').slice(0, maxName),
    message: shortened(textOf(message, '')),
    ...(typeof stack === 'string' && { stack: shortened(stack) }),
    ...statusOf(error),
  };
}

/** The server's refusal, or that no answer came, as the author's {@link ApiError}; without a stack, which is not the author's. */
export function sendRefusal(error: unknown): SentError {
  const { stack: _, ...sent } = sendError(error);
  if (!ConnectionError.is(error)) return sent;
  return { ...sent, name: 'ApiError', status: 0, reason: error.code };
}

/** The error again, as far as it is told apart by somebody; any other keeps its name and message. */
export function receiveError({ name, message, stack, status, reason }: SentError): Error {
  const error =
    name === 'TerminalError' ? new TerminalError(message) : name === 'ApiError' ? new ApiError(message, status ?? 0, reason ?? '') : named(new Error(message), name);
  if (stack !== undefined) error.stack = stack;
  return error;
}

function statusOf(error: Error): { readonly status: number; readonly reason: string } | undefined {
  if (!ServerError.is(error) && !ApiError.is(error)) return undefined;
  const { status, reason } = error;
  return Number.isSafeInteger(status) && status >= 0 ? { status, reason: textOf(reason, '').slice(0, maxName) } : undefined;
}

function named(error: Error, name: string): Error {
  if (name !== 'Error') error.name = name;
  return error;
}

/** The author may have put anything there. */
function textOf(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}
