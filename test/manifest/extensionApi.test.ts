import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../tools/project.ts';
import { readJson } from './manifest.ts';

/** What somebody has who writes an extension on top of this one: the types as they are shipped, and the example of the README. */
const tsc = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
const example = /## For other extensions\n[^]*?```ts\n([^]*?)```/.exec(readme)?.[1] ?? '';
const typesFile = 'informer-inspector-api.d.ts';
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'informer-inspector-api-'));
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const out = path.join(folder, 'declarations');
  execFileSync(process.execPath, [tsc, '--ignoreConfig', '--declaration', '--emitDeclarationOnly', '--target', 'es2024', '--module', 'nodenext', '--types', '', '--outDir', out, path.join(root, 'extension/ui/inspectorApi.ts')]);
  writeFileSync(path.join(folder, typesFile), readFileSync(path.join(out, 'inspectorApi.d.ts')));
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Checks a file as an extension's author does; returns what is wrong. */
function check(text: string): string {
  writeFileSync(path.join(folder, 'extension.ts'), text);
  try {
    execFileSync(process.execPath, [tsc, '--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler', '--types', 'vscode,node', 'extension.ts'], { cwd: folder, encoding: 'utf8' });
    return '';
  } catch (error) {
    return (error as { readonly stdout: string }).stdout;
  }
}

it('the example of the README has no error of types, and asks for the extension by its id', { timeout: 60_000 }, () => {
  const { name, publisher } = readJson<{ readonly name: string; readonly publisher: string }>('package.json');
  expect(example).toContain(`'${publisher}.${name}'`);
  expect(check(example)).toBe('');
});

it('what is not in the API is found by its types, and so is a change of what is read', { timeout: 60_000 }, () => {
  expect(check(example.replace("point: 'queue.pop'", "point: 'queue.shift'"))).toMatch(/queue\.shift/);
  expect(check(example.replace("?.metadata.labels)", ").metadata.name = 'other'"))).toMatch(/error TS/);
});

it('the types are whole in one file, and in the package', () => {
  expect(readFileSync(path.join(folder, typesFile), 'utf8')).not.toMatch(/import[ (]/);
  expect(readFileSync(path.join(root, '.vscodeignore'), 'utf8').split('\n')).toContain(`!dist/${typesFile}`);
  expect(readme).toContain(`dist/${typesFile}`);
});
