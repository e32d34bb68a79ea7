import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../tools/project.ts';
import { type ExtensionManifest, keyOf, readJson } from './manifest.ts';

/**
 * Each command is driven by a story in the real workbench: a spec names it as the palette or a menu has it, or a helper
 * beside the specs, which does it for several of them.
 */
const { contributes } = readJson<ExtensionManifest>('package.json');
const strings = readJson<Record<string, string>>('package.nls.json');
const workbench = path.join(root, 'test', 'workbench');

/** Those that no story names, and why. Only ever fewer: whoever adds a story takes the line out, which the last test asks for. */
const exceptions: Readonly<Record<string, string>> = {
  'informerInspector.openLoginLink': 'credentials.spec follows Open Link on the notice of the login, which runs this command',
  'informerInspector.copyLoginCode': 'credentials.spec follows Copy Code on the notice of the login, which runs this command',
  'informerInspector.cancelLogin': 'credentials.spec presses Cancel on the notice of the login, which does the same',
};
const mostExceptions = 3;

const stories = [...filesOf('specs', '.spec.ts'), ...filesOf('.', '.ts')].map((file) => ({ file, source: readFileSync(path.join(workbench, file), 'utf8') }));
const titles = contributes.commands.map(({ command, title }) => ({ command, title: strings[keyOf(title) ?? ''] ?? title }));

function filesOf(folder: string, ending: string): readonly string[] {
  return readdirSync(path.join(workbench, folder)).filter((file) => file.endsWith(ending)).map((file) => path.join(folder, file));
}

/** The files that name it, as a whole text: `'Informer Inspector: Open Panel'`, or `'Open Panel'`. */
function storiesOf(title: string): readonly string[] {
  const named = ["'", '"', '`'].flatMap((quote) => [`${quote}${title}${quote}`, `${quote}Informer Inspector: ${title}${quote}`]);
  return stories.filter(({ source }) => named.some((text) => source.includes(text))).map(({ file }) => file);
}

it('there are stories, and titles to be found in them', () => {
  expect(stories.length).toBeGreaterThan(20);
  expect(storiesOf('Open Panel').length).toBeGreaterThan(0);
  expect(storiesOf('Open No Such Panel')).toEqual([]);
});

it('each command is driven by a story in the real workbench', () => {
  expect(titles.filter(({ command, title }) => !(command in exceptions) && storiesOf(title).length === 0).map(({ command, title }) => `${command}: ${title}`)).toEqual([]);
});

it('exceptions are of commands that exist and that no story names, and become fewer', () => {
  expect(Object.keys(exceptions).filter((command) => !titles.some((known) => known.command === command))).toEqual([]);
  expect(titles.filter(({ command, title }) => command in exceptions && storiesOf(title).length > 0).map(({ command }) => command)).toEqual([]);
  expect(Object.keys(exceptions).length).toBeLessThanOrEqual(mostExceptions);
});
