/**
 * Builds everything that runs into `dist/`: `node esbuild.mjs [--production] [--only=extension,playground,record,reconciler,panel]`.
 *
 * The host bundle is ESM with code splitting (VS Code loads ESM extensions from 1.100 on), so that what is behind a
 * dynamic import, `cluster/` with client-node above all, is a file of its own that activation does not read.
 * A development build has source maps; `--production` minifies and has none. What went into each bundle is kept
 * in `dist/meta/NAME.json`: the size report and the tests read it.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { build } from 'esbuild';

const root = path.dirname(fileURLToPath(import.meta.url));

/**
 * client-node does not say that its modules have no side effects, so every generated API class stays in the
 * bundle for the one class that is used (0.4 MB). They have none: importing them only defines classes.
 */
const clientNodeWithoutSideEffects = {
  name: 'client-node-without-side-effects',
  setup(context) {
    const folder = path.join(root, 'node_modules', '@kubernetes', 'client-node');
    context.onResolve({ filter: /^@kubernetes\/client-node$/ }, () => ({ path: path.join(folder, 'dist', 'index.js'), sideEffects: false }));
    // Its own modules name each other by full relative paths, so that resolving one is joining two.
    context.onResolve({ filter: /^\.\.?\/.*\.js$/ }, ({ path: specifier, importer, resolveDir }) =>
      importer.startsWith(folder) ? { path: path.join(resolveDir, specifier), sideEffects: false } : undefined,
    );
  },
};

/** Of codicon's style sheet the font and the icons that the panel names (`components/icon.ts`): a tenth of it. */
const usedIconsOnly = {
  name: 'used-icons-only',
  setup(context) {
    context.onLoad({ filter: /codicon\.css$/ }, async ({ path: file }) => {
      const icons = path.join(root, 'webview', 'components', 'icon.ts');
      const [styles, source] = await Promise.all([readFile(file, 'utf8'), readFile(icons, 'utf8')]);
      const used = new Set(Array.from(source.matchAll(/^ {2}\| '([\w-]+)'/gm), ([, name]) => name));
      const rules = styles.replace(/^\.codicon-([\w-]+):before \{[^}]*\}\n?/gm, (rule, name) => (used.delete(name) ? rule : ''));
      if (used.size > 0) throw new Error(`codicon has no icon named ${[...used].join(', ')}, which webview/components/icon.ts names.`);
      return { contents: rules, loader: 'css', watchFiles: [file, icons] };
    });
  },
};

/** CommonJS packages inside an ESM bundle still call `require` for Node's own modules. */
const requireBanner = `import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);`;

/** @type {import('esbuild').BuildOptions} */
const node = {
  bundle: true,
  platform: 'node',
  // The Node of VS Code 1.107, the oldest that the manifest allows.
  target: 'node22.21',
  external: ['vscode'],
  // For Node `yaml` and `jsonc-parser` offer CommonJS alone, which a dynamic import of an ESM bundle sees without its named exports.
  alias: {
    yaml: path.join(root, 'node_modules', 'yaml', 'browser', 'index.js'),
    'jsonc-parser': path.join(root, 'node_modules', 'jsonc-parser', 'lib', 'esm', 'main.js'),
  },
  plugins: [clientNodeWithoutSideEffects],
  legalComments: 'none',
};

/** @type {Record<string, import('esbuild').BuildOptions & { entryPoints: Record<string, string> }>} */
const bundles = {
  extension: {
    ...node,
    entryPoints: { extension: 'extension/extension.ts' },
    format: 'esm',
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    outdir: 'dist',
    banner: { js: requireBanner },
  },
  playground: {
    ...node,
    entryPoints: { playground: 'extension/cli/playground.ts' },
    format: 'esm',
    // What few kinds need is read when somebody brings one that does.
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    outdir: 'dist',
    banner: { js: requireBanner },
  },
  record: {
    ...node,
    entryPoints: { record: 'extension/cli/record.ts' },
    format: 'cjs',
    outdir: 'dist',
    outExtension: { '.js': '.cjs' },
  },
  reconciler: {
    ...node,
    // What authors import is a module of its own, so that they step through it and not through ours.
    entryPoints: { reconciler: 'extension/controller/child/main.ts', 'informer-inspector': 'extension/controller/api.ts' },
    format: 'esm',
    outdir: 'dist',
    banner: { js: requireBanner },
  },
  panel: {
    entryPoints: { panel: 'webview/panel.ts', pages: 'webview/styles/pages.css' },
    bundle: true,
    platform: 'browser',
    // The Chromium of VS Code 1.107.
    target: 'chrome142',
    // What a page shows is a file of its own, which is read after the panel has been drawn.
    format: 'esm',
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    outdir: 'dist/webview',
    plugins: [usedIconsOnly],
    loader: { '.ttf': 'file' },
    assetNames: '[name]',
    legalComments: 'none',
    tsconfigRaw: { compilerOptions: { experimentalDecorators: false, useDefineForClassFields: true } },
  },
};

/** What a bundle needs beside it and is none, by the name of the bundle. */
const beside = { reconciler: () => Promise.all([copySamples(), declareApis()]) };

const { values } = parseArgs({ options: { production: { type: 'boolean', default: false }, only: { type: 'string' } } });
const wanted = values.only?.split(',') ?? Object.keys(bundles);
const unknown = wanted.filter((name) => !(name in bundles));
if (unknown.length > 0) fail(`There is no bundle named ${unknown.join(', ')}: choose among ${Object.keys(bundles).join(', ')}.`);
const missing = wanted.flatMap((name) => Object.values(bundles[name].entryPoints)).filter((entry) => !existsSync(path.join(root, entry)));
if (missing.length > 0) fail(`Nothing was built, because an entry file does not exist: ${missing.join(', ')}.`);

if (!values.only) await rm(path.join(root, 'dist'), { recursive: true, force: true });
// The names of chunks change with what is in them.
if (wanted.includes('panel')) await rm(path.join(root, 'dist', 'webview'), { recursive: true, force: true });
await mkdir(path.join(root, 'dist', 'meta'), { recursive: true });
// What the lines of a recording are, for whoever reads one.
const schema = JSON.parse(await readFile(path.join(root, 'extension', 'trace', 'trace.schema.json'), 'utf8'));
await writeFile(path.join(root, 'dist', 'trace.schema.json'), JSON.stringify(schema));
// What an editor knows of the file in which a workspace keeps its informers.
await cp(path.join(root, 'extension', 'inspector', 'informerSet', 'informers.schema.json'), path.join(root, 'dist', 'informers.schema.json'));
try {
  await Promise.all(wanted.map((name) => buildOne(name, bundles[name])));
} catch (error) {
  // What esbuild found wrong in a source it has printed, with the place; anything else is a fault of this script.
  if (!Array.isArray(error?.errors)) throw error;
  process.exit(1);
}

async function buildOne(name, options) {
  const { metafile } = await build({
    absWorkingDir: root,
    logLevel: 'warning',
    metafile: true,
    minify: values.production,
    sourcemap: !values.production,
    ...options,
  });
  await writeFile(path.join(root, 'dist', 'meta', `${name}.json`), JSON.stringify(metafile));
  await beside[name]?.();
}

/** The samples run as they are written, as anybody's file does; an editor that opens one knows the contract. */
async function copySamples() {
  const samples = path.join(root, 'dist', 'samples');
  await rm(samples, { recursive: true, force: true });
  await cp(path.join(root, 'extension', 'controller', 'samples'), samples, { recursive: true });
  const compilerOptions = { strict: true, noEmit: true, target: 'es2024', module: 'esnext', moduleResolution: 'bundler', allowImportingTsExtensions: true, types: [], paths: { 'informer-inspector': ['../informer-inspector.d.ts'] } };
  await writeFile(path.join(samples, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
}

/** What the editors of others know: the types of `informer-inspector`, for whoever writes a reconciler, and those of what `activate` returns, for whoever writes an extension. */
async function declareApis() {
  await Promise.all([declare('extension/controller/api.ts', 'informer-inspector.d.ts'), declare('extension/ui/inspectorApi.ts', 'informer-inspector-api.d.ts')]);
}

/** @param source imports nothing, so that its declarations are whole */
async function declare(source, target) {
  const folder = path.join(root, 'dist', 'declarations', path.basename(source, '.ts'));
  const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const options = ['--ignoreConfig', '--declaration', '--emitDeclarationOnly', '--target', 'es2024', '--module', 'nodenext', '--types', '', '--outDir', folder];
  try {
    await promisify(execFile)(process.execPath, [compiler, ...options, path.join(root, source)]);
  } catch (error) {
    fail(`The types of ${target} could not be made:\n${error.stdout || error.message}`);
  }
  await rename(path.join(folder, `${path.basename(source, '.ts')}.d.ts`), path.join(root, 'dist', target));
  await rm(folder, { recursive: true });
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
