import path from 'node:path';
import { SaidError, type Saying, say } from '../base/saying.ts';
import type { FileProblem, SentError } from '../controller/process/messages.ts';

/** Why a reconciler's process did not come up, or is gone though nobody had asked it to go. */
export type ReconcilerEnd =
  | { readonly code: 'notStarted'; readonly reason: string }
  | { readonly code: 'file'; readonly problem: FileProblem }
  | { readonly code: 'notReady' | 'noDebugger'; readonly ms: number }
  | { readonly code: 'unresponsive'; readonly ms: number }
  | { readonly code: 'memory'; readonly bytes: number; readonly limit: number }
  | { readonly code: 'heap'; readonly limit: number }
  | { readonly code: 'exit'; readonly status: number; readonly at: string }
  | { readonly code: 'exception' | 'rejection'; readonly error: SentError }
  | { readonly code: 'flood' }
  | { readonly code: 'tooLong'; readonly limit: number }
  | { readonly code: 'closed' }
  | { readonly code: 'killed' }
  | { readonly code: 'signal'; readonly signal: string }
  | { readonly code: 'status'; readonly status: number | null; readonly said: string };

/** The end of a reconciler's process as one sentence; `data` has what another sentence needs. */
export class ReconcilerError extends SaidError<ReconcilerEnd['code'], ReconcilerEnd> {
  override readonly name = 'ReconcilerError';

  /** @param reconciler its name, or that of its file while it has none */
  constructor(reconciler: string, end: ReconcilerEnd) {
    super(end.code, sentence(reconciler, end), end);
  }

  /** Where the author has to look: `file:line:column`; undefined when that is not known. */
  get at(): string | undefined {
    const { data } = this;
    if (data.code === 'file') return data.problem.at;
    if (data.code === 'exit') return data.at || undefined;
    return data.code === 'exception' || data.code === 'rejection' ? data.error.at : undefined;
  }

  static is(error: unknown, code?: ReconcilerEnd['code']): error is ReconcilerError {
    return error instanceof ReconcilerError && (code === undefined || error.code === code);
  }
}

function sentence(who: string, end: ReconcilerEnd): Saying {
  switch (end.code) {
    case 'notStarted':
      return say`The process of ${who} could not be started: ${end.reason}.`;
    case 'file':
      return end.problem.said ?? say`${end.problem.message}`;
    case 'notReady':
      return say`${who} was not ready within ${seconds(end.ms)} and was ended: does it wait, or loop, while it is being loaded?`;
    case 'noDebugger':
      return say`No debugger came to ${who} within ${seconds(end.ms)}, and its process was ended.`;
    case 'unresponsive':
      return say`${who} did not answer for ${seconds(end.ms)} and was ended: is there a loop in it that neither ends nor waits?`;
    case 'memory':
      return say`${who} used ${megabytes(end.bytes)} of memory, more than the ${megabytes(end.limit)} that it may, and was ended: does it keep what it need not keep?`;
    case 'heap':
      return say`${who} ran out of memory, of which its heap may have ${megabytes(end.limit)}: does it keep what it need not keep?`;
    case 'exit':
      return say`${who} ended itself by process.exit(${end.status})${inFile(end.at)}.`;
    case 'exception':
      return say`${who} threw where nobody catches it, and ended: ${messageIn(end.error)}.`;
    case 'rejection':
      return say`${who} left a promise to fail that nobody awaits, and ended: ${messageIn(end.error)}.`;
    case 'flood':
      return say`${who} sent messages that make no sense, without end, and was ended.`;
    case 'tooLong':
      return say`${who} sent a message of more than ${megabytes(end.limit)}, and was ended.`;
    case 'closed':
      return say`${who} closed its connection to the extension, and was ended.`;
    case 'killed':
      return say`${who} was killed.`;
    case 'signal':
      return say`${who} was ended by ${end.signal}: it, or somebody else, sent that signal to its process.`;
    case 'status':
      return end.said === '' ? say`${who} ended with status ${end.status ?? say`unknown`}.` : say`${who} ended with status ${end.status ?? say`unknown`}, after it had said: ${end.said}.`;
  }
}

function messageIn({ name, message, at }: SentError): string {
  const text = message.length <= 300 ? message : `${message.slice(0, 300)}…`;
  return `${name === 'Error' || name === '' ? '' : `${name}: `}${text}${inFile(at)}`;
}

/** ` (rollout.ts:12)` */
function inFile(at: string | undefined): string {
  const [, file, line] = /^(.*?):(\d+)(?::\d+)?$/.exec(at ?? '') ?? [];
  return file === undefined ? '' : ` (${path.basename(file)}:${line})`;
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / (1024 * 1024))} MB`;
}
