/**
 * `npm run mutation [-- [--changed] PATH…]`: changes the code of the engine in thousands of small ways, one at a time,
 * and sees whether a test notices. Prints the score for each file and what went unnoticed. Ends with status 1 when less
 * than `requiredScore` was found, 2 for a wrong argument.
 *
 * PATH: a folder or file below `extension/informer` or `extension/workqueue`; none: both folders. `--changed` takes over
 * from the runs before what neither the code nor its tests have changed since; what the helpers of the tests and other
 * folders have to do with it is not looked at.
 */
import { existsSync, globSync, statSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { root } from '../tools/project.ts';
import { missedIn, type MutationReport, percentage, scoreTable, totalOf } from './mutationScore.ts';
import { mutatedFolders, reportFolder, requiredScore, strykerOptions } from './strykerOptions.ts';

const { changed, files } = readArguments();
process.chdir(root);
await mkdir(reportFolder, { recursive: true });
await new Stryker({ ...strykerOptions, mutate: files, force: !changed }).runMutationTest().catch((error: unknown) => {
  // What went wrong has been logged.
  process.exitCode = 1;
  throw error;
});

const report = await readReport();
console.log(`\nNot found:\n${missedIn(report).join('\n')}\n`);
console.log(scoreTable(report));
const score = percentage(totalOf(report));
console.log(`${score.toFixed(1)} % of the mutants were found; ${requiredScore} % is asked for. In pictures: ${reportFolder}/mutation.html`);
process.exitCode = score < requiredScore ? 1 : 0;

/** Without the files that were taken over from runs before and are not asked for now. */
async function readReport(): Promise<MutationReport> {
  const all = JSON.parse(await readFile(path.join(root, reportFolder, 'mutation.json'), 'utf8')) as MutationReport;
  return { files: Object.fromEntries(Object.entries(all.files).filter(([name]) => files.includes(name))) };
}

function readArguments(): { readonly changed: boolean; readonly files: string[] } {
  try {
    const { values, positionals } = parseArgs({ options: { changed: { type: 'boolean', default: false } }, allowPositionals: true });
    return { changed: values.changed, files: (positionals.length > 0 ? positionals : mutatedFolders).flatMap(filesOf) };
  } catch (error) {
    return refuse((error as Error).message);
  }
}

/** The sources at or below a path, which is taken from where the person stands. */
function filesOf(given: string): string[] {
  const from = mutatedFolders.some((folder) => folder === given) ? root : (process.env['INIT_CWD'] ?? process.cwd());
  const absolute = path.resolve(from, given);
  const relative = path.relative(root, absolute).split(path.sep).join('/');
  if (!existsSync(absolute)) refuse(`${given} does not exist.`);
  if (!mutatedFolders.some((folder) => relative === folder || relative.startsWith(`${folder}/`))) {
    refuse(`${given} is not mutated. It must be ${mutatedFolders.join(' or ')}, or something below.`);
  }
  return statSync(absolute).isDirectory() ? globSync(`${relative}/**/*.ts`, { cwd: root }).map((file) => file.split(path.sep).join('/')) : [relative];
}

function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}
