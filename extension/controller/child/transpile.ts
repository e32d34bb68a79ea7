import { extname } from 'node:path';
import { compileFunction } from 'node:vm';
import { transform } from 'sucrase';

/** An author's file as Node runs it. */
export interface Transpiled {
  readonly format: 'module' | 'commonjs';
  readonly source: string;
}

/** The author's file is no TypeScript, or no JavaScript. Line and column count from 1. */
export class FileSyntaxError extends Error {
  override readonly name = 'FileSyntaxError';
  readonly file: string;
  readonly line: number;
  readonly column: number | undefined;

  constructor(message: string, file: string, line: number, column?: number) {
    super(message);
    this.file = file;
    this.line = line;
    this.column = column;
  }

  static is(error: unknown): error is FileSyntaxError {
    return error instanceof FileSyntaxError;
  }
}

const endings = /\.[cm]?[jt]s$/;

/** Whether it is for {@link transpile}, and not for Node. */
export function isTranspiled(file: string): boolean {
  return endings.test(file) && !/[\\/]node_modules[\\/]/.test(file);
}

/** Whether it has types, which are taken out. */
export function isTypeScript(file: string): boolean {
  return extname(file).endsWith('ts');
}

/**
 * Takes the types out. Lines stay where they are, so that stacks and breakpoints are right without a source map (sucrase's goes wrong behind an
 * import of types); columns move to the left where a type stood before. A file that imports or exports is a module, whatever the `package.json` around it says: a reconciler is to run wherever it is put.
 * @throws FileSyntaxError
 */
export function transpile(source: string, file: string): Transpiled {
  const ending = extname(file);
  const code = isTypeScript(file) ? withoutTypes(source, file) : source;
  return { format: formatOf(code, ending), source: code };
}

function withoutTypes(source: string, file: string): string {
  try {
    return transform(source, { transforms: ['typescript'], disableESTransforms: true, filePath: file }).code;
  } catch (error) {
    throw error instanceof Error ? syntaxError(error, file) : error;
  }
}

/**
 * Finds what only the engine finds wrong, such as a name that is declared twice: of a module it does not say where, so the file is looked at
 * once more as a function. Undefined: nothing is wrong with this file.
 */
export function findSyntaxError(source: string, file: string): FileSyntaxError | undefined {
  try {
    const { code } = transform(source, { transforms: [...(isTypeScript(file) ? (['typescript'] as const) : []), 'imports'], disableESTransforms: true, filePath: file });
    compileFunction(`'use strict'; return async () => { ${code}\n}`, [], { filename: file });
    return undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) return undefined;
    if ('loc' in error) return syntaxError(error, file);
    const [, line] = /:(\d+)\n/.exec(error.stack ?? '') ?? [];
    return line === undefined || error.message.includes('import.meta') ? undefined : new FileSyntaxError(error.message, file, Number(line));
  }
}

/** sucrase puts the file before its message, and the place behind it. */
function syntaxError(error: Error, file: string): FileSyntaxError {
  const { line, column } = (error as { readonly loc?: { readonly line: number; readonly column: number } }).loc ?? { line: 1, column: undefined };
  const message = error.message.replace(`Error transforming ${file}: `, '').replace(/ \(\d+:\d+\)$/, '');
  return new FileSyntaxError(message, file, line, column);
}

function formatOf(code: string, ending: string): Transpiled['format'] {
  if (ending.startsWith('.m')) return 'module';
  if (ending.startsWith('.c')) return 'commonjs';
  try {
    compileFunction(code, ['exports', 'require', 'module', '__filename', '__dirname']);
    return 'commonjs';
  } catch {
    // It uses what only modules have, or it is broken: a module's message about that is the better one.
    return 'module';
  }
}
