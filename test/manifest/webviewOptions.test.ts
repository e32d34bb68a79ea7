import path from 'node:path';
import { expect, it } from 'vitest';
import { filesIn } from '../support/filesIn.ts';
import { root } from '../tools/project.ts';

const files = [...filesIn(path.join(root, 'extension/ui'))].filter(([file]) => file.endsWith('.ts')).map(([file, bytes]) => ({ file, text: bytes.toString() }));

it('X3: a webview reads the folder of its own page alone, and its links run no commands', () => {
  const roots = files.flatMap(({ text }) => [...text.matchAll(/localResourceRoots: (.+?\])/g)].map(([, list]) => list));
  expect(roots.toSorted()).toEqual(['[this.#webviewRoot]', '[webviewRoot]']);
  const made = files.flatMap(({ text }) => [...text.matchAll(/get #webviewRoot\(\): vscode\.Uri \{\s+return (.+);/g)].map(([, uri]) => uri));
  expect(made).toEqual(["vscode.Uri.joinPath(this.#options.extensionUri, 'dist', 'webview')"]);
  expect(files.filter(({ text }) => text.includes('enableScripts')).map(({ file }) => file).toSorted()).toEqual(['panel.ts', 'panels.ts']);
  expect(files.filter(({ text }) => /enableCommandUris/.test(text)).map(({ file }) => file)).toEqual([]);
});
