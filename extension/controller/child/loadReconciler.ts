import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { english, heard, type Saying, say } from '../../base/saying.ts';
import type { Reconciler } from '../api.ts';
import { checkReconciler } from '../checkReconciler.ts';
import { DefinitionProblem, readDefinition, type ReconcilerDefinition } from '../process/definition.ts';
import { shortened } from '../process/limits.ts';
import type { FileProblem, FileProblemCode } from '../process/messages.ts';
import { sendError } from '../process/sentError.ts';
import { describe } from './describe.ts';
import { MissingImport } from './moduleHooks.ts';
import { cleanStack, placeOf } from './place.ts';
import { FileSyntaxError, findSyntaxError, isTypeScript } from './transpile.ts';

export interface Loaded {
  readonly reconciler: Reconciler;
  readonly definition: ReconcilerDefinition;
}

/**
 * Runs the author's file and reads what it exports; or says what is wrong with it, and where. Never throws.
 * @param loaded the files that were loaded on the way, as they become more
 */
export async function loadReconciler(file: string, loaded: readonly string[]): Promise<Loaded | FileProblem> {
  if (!existsSync(file)) return problem('noFile', file, 0, say`does not exist: it was moved, renamed or removed`);
  let exported: unknown;
  try {
    process.chdir(path.dirname(file));
    exported = defaultOf(await import(pathToFileURL(file).href));
  } catch (error) {
    return problemOfLoading(error, file, loaded);
  }
  if (exported === undefined) return problem('noDefault', file, 1, say`has no default export: end it with \`export default defineReconciler({ … })\``);
  try {
    const reconciler = exported as Reconciler;
    return { reconciler, definition: definitionOf(reconciler) };
  } catch (error) {
    if (!DefinitionProblem.is(error)) return problemOfLoading(error, file, loaded);
    const line = lineOf(file, new RegExp(`(^|[\\s{,.])${lastName(error.field)}\\s*[:(=,]`)) ?? lineOf(file, /export default|module\.exports/) ?? 1;
    return problem('definition', file, line, error.field === 'default' ? say`exports ${describe(exported)}: the default export must be a reconciler, \`defineReconciler({ … })\`` : heard(error.message));
  }
}

/** What `export default` gives; for a file that is no module, `module.exports`, whose empty object is no export at all. */
function defaultOf(module: Readonly<Record<string, unknown>>): unknown {
  const exported = module['default'];
  if (typeof exported !== 'object' || exported === null) return exported;
  // As TypeScript and bundlers write a module as one that is none.
  if ('__esModule' in exported && 'default' in exported) return exported.default;
  return 'module.exports' in module && Object.keys(exported).length === 0 ? undefined : exported;
}

function definitionOf(reconciler: Reconciler): ReconcilerDefinition {
  const definition = readDefinition(reconciler, typeof reconciler?.setup === 'function');
  checkReconciler(reconciler);
  return definition;
}

function problemOfLoading(error: unknown, file: string, loaded: readonly string[]): FileProblem {
  if (FileSyntaxError.is(error)) return syntaxProblem(error);
  if (MissingImport.is(error)) return missingImport(error);
  const { message, stack } = sendError(error, describe);
  if (error instanceof SyntaxError) {
    // A name that is not exported: the place stands before the stack.
    const [, url, line] = /^(file:\/\/.+?):(\d+)\s/.exec(stack ?? '') ?? [];
    if (url !== undefined) return problem('noImport', fileURLToPath(url), Number(line), say`imports what is not there: ${message}`);
    const found = loaded.map((each) => findSyntaxError(readFileSync(each, 'utf8'), each)).find(Boolean);
    return syntaxProblem(found ?? new FileSyntaxError(message, file, 1));
  }
  const cleaned = cleanStack(stack);
  const [, at = file, line = '1', column] = /^(.*?):(\d+):(\d+)$/.exec(placeOf(stack)) ?? [];
  return { ...problem('threw', at, Number(line), say`threw while it was loaded: ${message}`, column ? Number(column) : undefined), ...(cleaned !== undefined && { stack: cleaned }) };
}

function syntaxProblem({ file, line, column, message }: FileSyntaxError): FileProblem {
  return problem('syntax', file, line, say`is not valid ${isTypeScript(file) ? 'TypeScript' : 'JavaScript'}: ${message}`, column);
}

function missingImport({ specifier, file }: MissingImport): FileProblem {
  const quoted = JSON.stringify(specifier);
  const line = lineOf(file, new RegExp(`['"\`]${specifier.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}['"\`]`)) ?? 1;
  const isPackage = !/^[./]|^[a-z]+:/i.test(specifier);
  return problem('noImport', file, line, isPackage ? say`imports ${quoted}, which is not installed where the file is: npm install ${specifier}` : say`imports ${quoted}, which is not there`);
}

function problem(code: FileProblemCode, file: string, line: number, what: Saying, column?: number): FileProblem {
  const name = path.basename(file);
  const where = line > 0 ? `${name}:${line}` : name;
  const sentence = english(what).startsWith('`') ? say`${where} has a mistake: ${what}.` : say`${where} ${what}.`;
  const whole = english(sentence);
  const message = shortened(whole);
  return {
    code,
    message,
    ...(message === whole && { said: sentence }),
    at: [file, ...(line > 0 ? [line] : []), ...(column === undefined ? [] : [column])].join(':'),
  };
}

/** The first line in which it stands, from 1. */
function lineOf(file: string, pattern: RegExp): number | undefined {
  try {
    const index = readFileSync(file, 'utf8').split('\n').findIndex((line) => pattern.test(line));
    return index < 0 ? undefined : index + 1;
  } catch {
    return undefined; // it is gone again
  }
}

/** `watches[1].predicates[0].selector` → `selector` */
function lastName(field: string): string {
  return field.replace(/\[\d+\]/g, '').split('.').at(-1)!;
}
