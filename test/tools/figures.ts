import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { root } from './project.ts';

export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly limit: number;
  readonly unit: 'MB' | 'kB' | 'ms' | 'files';
}

interface Metafile {
  readonly outputs: Readonly<
    Record<
      string,
      {
        readonly bytes: number;
        readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>>;
        readonly imports: readonly { readonly path: string; readonly kind: string }[];
      }
    >
  >;
}

export const isExceeded = ({ value, limit }: Figure): boolean => value > limit;

export function sayFigure({ name, value, limit, unit }: Figure): string {
  return `${name}: ${Number.isInteger(value) ? value : value.toFixed(value < 10 ? 2 : 1)} ${unit} (limit ${limit} ${unit})`;
}

/** What can be read off the files of a production build and its package. */
export function sizeFigures(vsix: string): Figure[] {
  const panel = readMetafile('panel');
  const sizeOf = (files: readonly string[]): number => files.reduce((sum, file) => sum + panel.outputs[file]!.bytes, 0) / 1e3;
  const extension = readMetafile('extension');
  const whole = Object.keys(panel.outputs).filter((file) => /\.(js|css)$/.test(file));
  return [
    { name: 'Package (.vsix)', value: statSync(vsix).size / 1e6, limit: 3, unit: 'MB' },
    { name: 'Panel, script and styles, minified', value: sizeOf([...readAtStart(panel, 'dist/webview/panel.js'), 'dist/webview/panel.css']), limit: 300, unit: 'kB' },
    { name: 'The same with what is read later', value: sizeOf(whole), limit: 480, unit: 'kB' },
    { name: 'Files with client-node that activation reads', value: readAtActivation(extension, '@kubernetes/client-node/').length, limit: 0, unit: 'files' },
    { name: 'The same with the panel in Chinese', value: readAtActivation(extension, 'extension/ui/panelTexts/zhCn/').length, limit: 0, unit: 'files' },
    { name: 'The same with scripts of scenarios', value: readAtActivation(extension, 'extension/inspector/scenarios/scripts/').length, limit: 0, unit: 'files' },
  ];
}

export function activationFigure(ms: number): Figure {
  return { name: 'Activation', value: ms, limit: 100, unit: 'ms' };
}

/** The output files that hold something of such sources and are reached from the entry without a dynamic import. @throws where the build has nothing of them */
export function readAtActivation(build: Metafile, sources: string): string[] {
  const isOfThem = (file: string): boolean => Object.entries(build.outputs[file]!.inputs).some(([input, { bytesInOutput }]) => input.includes(sources) && bytesInOutput > 0);
  const read = readAtStart(build, 'dist/extension.js').filter(isOfThem);
  if (!Object.keys(build.outputs).some(isOfThem)) throw new Error(`The build has nothing of ${sources}.`);
  return read;
}

/** The output files that are reached from an entry without a dynamic import. */
function readAtStart({ outputs }: Metafile, entry: string): string[] {
  const reached = new Set<string>();
  const visit = (file: string): void => {
    if (reached.has(file) || !outputs[file]) return;
    reached.add(file);
    for (const { path: next, kind } of outputs[file].imports) if (kind !== 'dynamic-import') visit(next);
  };
  visit(entry);
  if (reached.size === 0) throw new Error(`The build has no ${entry}.`);
  return [...reached];
}

/** The packages and folders that weigh most in a bundle, for whoever has to make it smaller. */
export function heaviest(bundle: string, count: number): string[] {
  const weights = new Map<string, number>();
  for (const { inputs } of Object.values(readMetafile(bundle).outputs)) {
    for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
      const name = /^(?:.*node_modules\/)((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? input.split('/').slice(0, 2).join('/');
      weights.set(name, (weights.get(name) ?? 0) + bytesInOutput);
    }
  }
  return [...weights]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([name, bytes]) => `${name} ${(bytes / 1e3).toFixed(0)} kB`);
}

function readMetafile(bundle: string): Metafile {
  return JSON.parse(readFileSync(path.join(root, 'dist', 'meta', `${bundle}.json`), 'utf8')) as Metafile;
}
