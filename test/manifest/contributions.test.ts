import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import * as code from '../../extension/ui/contributions.ts';
import { root } from '../tools/project.ts';
import { type ExtensionManifest, readJson, texts } from './manifest.ts';

/**
 * The manifest and the code name the same things. That each command named in the code has a handler is held by the compiler,
 * and that VS Code registers them all by the suite inside its extension host.
 */
const { contributes, activationEvents } = readJson<ExtensionManifest>('package.json');
const source = readFileSync(path.join(root, 'extension', 'ui', 'contributions.ts'), 'utf8');

/** The names of the properties of an interface, which is not there when the code runs. */
function propertiesOf(name: string): string[] {
  const body = new RegExp(`export interface ${name} \\{\\n(.*?)\\n\\}`, 's').exec(source)?.[1] ?? '';
  return [...body.matchAll(/^\s*readonly '?([\w.]+)'?:/gm)].map(([, property]) => property!);
}

it('each command of the manifest is in the code, and each of the code in the manifest', () => {
  expect(contributes.commands.map(({ command }) => command).toSorted()).toEqual(Object.values(code.commands).toSorted());
});

it('each view of the manifest is in the code, and each of the code in the manifest', () => {
  expect(Object.values(contributes.views).flat().map(({ id }) => id).toSorted()).toEqual(Object.values(code.views).toSorted());
});

it('each setting of the manifest is in the code, and each of the code in the manifest', () => {
  const inCode = propertiesOf('Settings').map((name) => `${code.settingsSection}.${name}`);
  expect(inCode.length).toBeGreaterThan(0);
  expect(Object.keys(contributes.configuration?.properties ?? {}).toSorted()).toEqual(inCode.toSorted());
});

it('each context key of a condition is set by the code, and each that the code sets is asked for', () => {
  const keys = propertiesOf('ContextKeys');
  expect(keys.length).toBeGreaterThan(0);
  const conditions = texts(contributes).filter(({ at, text }) => /(^|\.)(when|enablement)$/.test(at) || text.startsWith('onContext:')).map(({ text }) => text);
  // An id of a view, of an editor or of the panel's type is what such a name is compared with, not a key.
  const asked = conditions.flatMap((text) => text.match(/informerInspector\.\w+/g) ?? []).filter((name) => !Object.values<string>(code.views).includes(name) && name !== code.panelType && name !== code.recordingEditorType);
  expect([...new Set(asked)].filter((name) => !keys.includes(name))).toEqual([]);
  expect(keys.filter((name) => !asked.includes(name))).toEqual([]);
});

it('the editor that opens a recording is the one that the code makes', () => {
  expect(contributes['customEditors']).toMatchObject([{ viewType: code.recordingEditorType, priority: 'default' }]);
});

it('the panel that VS Code restores is the one that the code makes', () => {
  expect(activationEvents).toEqual([`onWebviewPanel:${code.panelType}`]);
});
