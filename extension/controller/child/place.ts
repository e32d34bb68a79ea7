import { fileURLToPath } from 'node:url';

/** This program's own files, whose frames say nothing to an author: those beside it, and those that it shares with the extension. */
const ownFolders = ['.', '..', '../process'].map((folder) => fileURLToPath(new URL(`${folder}/`, import.meta.url)));

const frame = /^\s*at (?:.*? \()?((?:file:\/\/|[A-Za-z]:[\\/]|\/)[^()]*?):(\d+):(\d+)\)?$/;

/** Deeper than an author's function is below what it calls of ours. */
const depth = 16;

/** Where the author's code called this program: `file:line:column`; empty when unknown. */
export function callerPlace(): string {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = depth;
  const { stack } = new Error();
  Error.stackTraceLimit = stackTraceLimit;
  return placeOf(stack);
}

/** The first line of the author's in a stack: `file:line:column`; empty when there is none. */
export function placeOf(stack: unknown): string {
  if (typeof stack !== 'string') return '';
  for (const line of stack.split('\n')) {
    const place = authorsPlace(line);
    if (place) return place;
  }
  return '';
}

/** Without frames of Node and of this program, and with files as people name them. */
export function cleanStack(stack: unknown): string | undefined {
  if (typeof stack !== 'string') return undefined;
  const lines = stack.split('\n');
  const kept = lines.filter((line) => !/^\s*at /.test(line) || authorsPlace(line) !== undefined);
  return kept.map((line) => line.replace(/file:\/\/[^\s():]+/g, pathOf)).join('\n');
}

function authorsPlace(line: string): string | undefined {
  const [, location = '', row = '', column = ''] = frame.exec(line) ?? [];
  const file = pathOf(location);
  if (file === '' || isOwn(file)) return undefined;
  return `${file}:${row}:${column}`;
}

function isOwn(file: string): boolean {
  return ownFolders.some((folder) => file.startsWith(folder) && !/[\\/]/.test(file.slice(folder.length)));
}

function pathOf(location: string): string {
  if (!location.startsWith('file://')) return location;
  try {
    return fileURLToPath(location);
  } catch {
    return location;
  }
}
