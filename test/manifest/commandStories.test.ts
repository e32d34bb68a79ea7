import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../tools/project.ts';
import { commandRuns } from './commandRuns.ts';
import { type ExtensionManifest, keyOf, readJson } from './manifest.ts';

/**
 * Each command is run by a story in the real workbench: a spec, or a helper beside the specs which does it for several of them, has it from the palette, a menu, a button, or a link. That its
 * title is waited for, or stands in a description, is not enough.
 */
const { contributes } = readJson<ExtensionManifest>('package.json');
const strings = readJson<Record<string, string>>('package.nls.json');
const workbench = path.join(root, 'test', 'workbench');

/** Those that no story runs by their title, and why. Only ever fewer: whoever adds a story takes the line out, which the last test asks for. */
const exceptions: Readonly<Record<string, string>> = {
  'informerInspector.openLoginLink': 'credentials.spec follows Open Link on the notice of the login, which runs this command',
  'informerInspector.copyLoginCode': 'credentials.spec follows Copy Code on the notice of the login, which runs this command',
  'informerInspector.cancelLogin': 'credentials.spec presses Cancel on the notice of the login, which does the same',
};
const mostExceptions = 3;

const runs = [...filesOf('specs', '.spec.ts'), ...filesOf('.', '.ts'), ...filesOf('pages', '.ts')].map((file) => ({ file, titles: commandRuns(readFileSync(path.join(workbench, file), 'utf8')) }));
const commands = contributes.commands.map(({ command, title }) => ({ command, title: strings[keyOf(title) ?? ''] ?? title }));

function filesOf(folder: string, ending: string): readonly string[] {
  return readdirSync(path.join(workbench, folder)).filter((file) => file.endsWith(ending)).map((file) => path.join(folder, file));
}

/** The files that run it. */
function storiesOf(title: string): readonly string[] {
  return runs.filter(({ titles }) => titles.has(title) || titles.has(`Informer Inspector: ${title}`)).map(({ file }) => file);
}

it('there are stories, and commands that they run', () => {
  expect(runs.length).toBeGreaterThan(20);
  expect(storiesOf('Open Panel').length).toBeGreaterThan(5);
  expect(storiesOf('Open No Such Panel')).toEqual([]);
});

it('each command is run by a story in the real workbench', () => {
  expect(commands.filter(({ command, title }) => !(command in exceptions) && storiesOf(title).length === 0).map(({ command, title }) => `${command}: ${title}`)).toEqual([]);
});

it('exceptions are of commands that exist and that no story runs, and become fewer', () => {
  expect(Object.keys(exceptions).filter((command) => !commands.some((known) => known.command === command))).toEqual([]);
  expect(commands.filter(({ command, title }) => command in exceptions && storiesOf(title).length > 0).map(({ command }) => command)).toEqual([]);
  expect(Object.keys(exceptions).length).toBeLessThanOrEqual(mostExceptions);
});

describe('a story runs', () => {
  it.each([
    ['what it has from the palette', `await workbench.runCommand('Informer Inspector: T', 'answer');`],
    ['what it has from a menu', `await sideBar.contextMenu(rows('pods').first(), 'T');`],
    ['what a function hands on', `const command = (title: string): string => \`Informer Inspector: \${title}\`; await workbench.runCommand(command('T'));`],
    ['what a function of functions hands on', `const run = (title: string) => workbench.runCommand(title); async function armed(what: string) { await run(what); } await armed('T');`],
    ['what has a name', `const command = 'Informer Inspector: T'; await workbench.runCommand(command);`],
    ['the button that it clicks', `await sideBar.part.getByRole('button', { name: 'T' }).first().click();`],
    ['the link that it clicks', `await workbench.sideBar.link('T').click();`],
  ])('%s', (_, source) => {
    const titles = commandRuns(source);
    expect(titles.has('T') || titles.has('Informer Inspector: T')).toBe(true);
  });

  it.each([
    ['what it waits for', `await sideBar.getByRole('button', { name: 'T' }).waitFor();`],
    ['what it describes', `describe('T', () => {});`],
    ['an answer', `await workbench.runCommand('Informer Inspector: Other', 'T'); await quickInput.answer('Inject Fault', 'T');`],
    ['a row of that name', `await sideBar.contextMenu('T', 'Other');`],
    ['what is handed to a function that runs something else', `const other = (row: string) => sideBar.contextMenu(row, 'Other'); await other('T');`],
  ])('not %s', (_, source) => {
    const titles = commandRuns(source);
    expect(titles.has('T') || titles.has('Informer Inspector: T')).toBe(false);
  });
});
