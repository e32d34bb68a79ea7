import path from 'node:path';
import { missingControlPlane } from '../cluster/apiServer.ts';
import { runInHost } from '../workbench/inHost/run.ts';
import { provideChromium } from '../workbench/chromium.ts';
import { provideWorkbench } from '../workbench/provideWorkbench.ts';
import { activationFigure, heaviest, isExceeded, sayFigure, sizeFigures } from './figures.ts';
import { packageExtension } from './package.ts';
import { run } from './process.ts';
import { root } from './project.ts';
import { combine, failed, passed, skipped, type SuiteResult } from './suiteResult.ts';
import { type Printing, vitestSuite, windowSuite } from './vitestSuite.ts';

const say = (sentence: string): void => console.log(sentence);

/** Every suite of `npm test`, in the order in which they run: what is quick to fail comes first. */
export const suites: Readonly<Record<string, (printing: Printing) => Promise<SuiteResult>>> = {
  types: async () => combine([await typesOf('.'), await typesOf('webview'), await typesOf('test/panel')]),
  lint: () => command('lint', ['oxlint', '--deny-warnings']),
  architecture: () => vitestSuite('architecture', 'vitest.config.ts', ['test/architecture/']),
  manifest: () => vitestSuite('manifest', 'vitest.config.ts', ['test/manifest/']),
  unit: () => vitestSuite('unit', 'vitest.config.ts', ['test/unit/', 'test/conformance/', 'test/property/']),
  kubectl: () => vitestSuite('kubectl', 'test/kubectl/vitest.config.ts'),
  clientGo: () => vitestSuite('clientGo', 'test/clientGo/vitest.config.ts'),
  scenarios: () => vitestSuite('scenarios', 'test/scenarios/vitest.config.ts'),
  cluster: async (printing) => (process.env['KUBEBUILDER_ASSETS'] ? vitestSuite('cluster', 'test/cluster/vitest.config.ts', [], printing) : skipped(`cluster: ${missingControlPlane()}`)),
  package: async () => {
    await packaged();
    return passed();
  },
  inHost: async () => (await withoutWorkbench('inHost')) ?? inHost(),
  size: async () => size(),
  panel: async () => (await withoutChromium('panel')) ?? windowSuite('panel', 'test/panel/vitest.config.ts'),
  workbench: async () => (await withoutWorkbench('workbench')) ?? windowSuite('workbench', 'test/workbench/vitest.config.ts'),
};

/** Those that mostly wait for something: they begin with the first, beside the others, and are told of in their turn. */
export const waiting: ReadonlySet<string> = new Set(['cluster']);

let activationMs: number | undefined;
let packaging: Promise<string> | undefined;

/** Built and packed once for all suites of a run. */
function packaged(): Promise<string> {
  packaging ??= packageExtension();
  return packaging;
}

function typesOf(project: string): Promise<SuiteResult> {
  return command(`types of ${project}`, ['tsc', '-p', project]);
}

async function command(name: string, [tool, ...args]: readonly [string, ...string[]]): Promise<SuiteResult> {
  const windows = process.platform === 'win32';
  const bin = path.join(root, 'node_modules', '.bin', windows ? `${tool}.cmd` : tool);
  const { status } = await run(bin, args, { cwd: root, stdio: 'inherit', shell: windows });
  return status === 0 ? passed() : failed(`${name}: ${tool} ended with status ${status}.`);
}

async function withoutChromium(name: string): Promise<SuiteResult | undefined> {
  const chromium = await provideChromium(say);
  return 'missing' in chromium ? skipped(`${name}: ${chromium.missing}`) : undefined;
}

/** The reason why there is no VS Code to test in; undefined when there is one, and the extension is packed for it. */
async function withoutWorkbench(name: string): Promise<SuiteResult | undefined> {
  const missing = await provideWorkbench(say);
  if (missing) return skipped(`${name}: ${missing}`);
  process.env['VSIX'] = await packaged();
  return undefined;
}

async function inHost(): Promise<SuiteResult> {
  const { tests, activationMs: measured } = await runInHost();
  activationMs = measured;
  for (const { name, error } of tests) say(`${error ? 'x' : '✓'} ${name}${error ? `\n${error}` : ''}`);
  const failures = tests.filter(({ error }) => error).map(({ name }) => `inHost: ${name}`);
  return { passed: tests.length - failures.length, failures, skips: [] };
}

async function size(): Promise<SuiteResult> {
  const vsix = await packaged();
  const missing = activationMs === undefined ? await withoutWorkbench('size: the time of activation') : undefined;
  const figures = [...sizeFigures(vsix), ...(missing ? [] : [activationFigure(await bestActivation())])];
  for (const figure of figures) say(sayFigure(figure));
  for (const bundle of ['extension', 'panel']) say(`  heaviest in ${bundle}: ${heaviest(bundle, 6).join(', ')}`);
  return combine([...(missing ? [missing] : []), ...figures.map((figure) => (isExceeded(figure) ? failed(`size: ${sayFigure(figure)}`) : passed()))]);
}

/** The best of three at most: the limit is on what activation does, not on what else the machine does meanwhile. */
async function bestActivation(): Promise<number> {
  let best = activationMs ?? Infinity;
  for (let attempt = 0; attempt < 3 && isExceeded(activationFigure(best)); attempt++) {
    best = Math.min(best, (await runInHost()).activationMs ?? Infinity);
  }
  return best;
}
