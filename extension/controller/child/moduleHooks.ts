import { existsSync, readFileSync, statSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { withLineMap } from './lineMap.ts';
import { isTranspiled, isTypeScript, transpile } from './transpile.ts';

/** The author's file, or one that it imports, imports something that is not there. */
export class MissingImport extends Error {
  override readonly name = 'MissingImport';
  readonly specifier: string;
  readonly file: string;

  constructor(specifier: string, file: string, cause: unknown) {
    super(`${file} imports ${JSON.stringify(specifier)}, which is not there`, { cause });
    this.specifier = specifier;
    this.file = file;
  }

  static is(error: unknown): error is MissingImport {
    return error instanceof MissingImport;
  }
}

const apiName = 'informer-inspector';

/** What stands for a name without an ending, or with that of what TypeScript makes of it. */
const endings = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '.json'];
const sourceEndings: Readonly<Record<string, string>> = { '.js': '.ts', '.mjs': '.mts', '.cjs': '.cts' };

/**
 * Lets Node load an author's files: TypeScript, imports without an ending as editors write them, and `informer-inspector`, whose module is `api`.
 * The hooks run in this thread, for `import` and `require` alike.
 * @param debug a debugger is there, and wants to know of what is run where it stands in the file
 * @returns the files that have been loaded so far, the last one last
 */
export function registerModuleHooks(api: string, debug: boolean): { readonly loaded: readonly string[] } {
  const loaded: string[] = [];
  const apiUrl = pathToFileURL(api).href;
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === apiName) return { url: apiUrl, shortCircuit: true };
      try {
        return next(specifier, context);
      } catch (error) {
        if (!isMissing(error)) throw error;
        const importer = context.parentURL?.startsWith('file:') ? fileURLToPath(context.parentURL) : '';
        const found = foundBeside(specifier, importer);
        if (found === undefined) throw new MissingImport(specifier, importer, error);
        return { url: pathToFileURL(found).href, shortCircuit: true };
      }
    },
    load(url, context, next) {
      const file = url.startsWith('file:') ? fileURLToPath(url) : '';
      if (!isTranspiled(file)) return next(url, context);
      loaded.push(file);
      const { format, source } = transpile(readFileSync(file, 'utf8'), file);
      const isImported = context.conditions?.includes('import') ?? false;
      if (format === 'commonjs' && isImported) return { format: 'module', source: requiring(file, source), shortCircuit: true };
      return { format, source: debug && isTypeScript(file) ? withLineMap(source, file) : source, shortCircuit: true };
    },
  });
  return { loaded };
}

/**
 * A module that requires a file and exports what that exports: Node 22 asks no hook for what is required by a file that was imported. The
 * names are found as Node finds them, by how they are written.
 */
function requiring(file: string, source: string): string {
  const names = new Set(Array.from(source.matchAll(/(?<![\w$.])(?:module\.)?exports\.([A-Za-z_$][\w$]*)\s*=/g), ([, name]) => name!));
  for (const [, fields] of source.matchAll(/(?<![\w$.])module\.exports\s*=\s*\{([^{}]*)\}/g)) for (const [, name] of fields!.matchAll(/(?:^|,)\s*([A-Za-z_$][\w$]*)\s*(?=[,:]|$)/g)) names.add(name!);
  names.delete('default');
  const exports = [...names].map((name, index) => `const name${index} = exported[${JSON.stringify(name)}]; export { name${index} as ${JSON.stringify(name)} };`);
  return `import { createRequire } from 'node:module'; const exported = createRequire(import.meta.url)(${JSON.stringify(file)}); export default exported; export { exported as 'module.exports' }; ${exports.join(' ')}`;
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND' || code === 'ERR_UNSUPPORTED_DIR_IMPORT';
}

function foundBeside(specifier: string, importer: string): string | undefined {
  if (!/^\.{1,2}(\/|$)/.test(specifier) && !path.isAbsolute(specifier)) return undefined;
  const wanted = path.resolve(path.dirname(importer), specifier);
  const ending = path.extname(wanted);
  const source = sourceEndings[ending];
  const candidates = [
    ...(source ? [wanted.slice(0, -ending.length) + source] : []),
    ...endings.map((each) => wanted + each),
    ...endings.map((each) => path.join(wanted, `index${each}`)),
  ];
  return candidates.find((candidate) => existsSync(candidate) && statSync(candidate).isFile());
}
