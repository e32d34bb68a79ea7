import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { root } from '../tools/project.ts';
import { cruiseSources, type Violation } from './cruiseSources.ts';
import { rules } from './layers.ts';

/** The smallest project that breaks no rule: every file is reached from an entry. */
const clean: Readonly<Record<string, string>> = {
  'extension/extension.ts': `import type { ExtensionContext } from 'vscode'; import './ui/tree.ts'; export type C = ExtensionContext;`,
  'extension/ui/tree.ts': `import * as vscode from 'vscode'; import { session } from '../inspector/session.ts'; export const t = [vscode, session];`,
  'extension/inspector/session.ts': `import '../cluster/cluster.ts'; import '../controller/controller.ts'; import '../debugger/stepper.ts'; import type { M } from '../protocol/messages.ts'; export const session: M = 1;`,
  'extension/cluster/cluster.ts': `import '../informer/reflector.ts'; import { readFile } from 'node:fs/promises'; export const load = async () => [readFile, await import('@kubernetes/client-node')];`,
  'extension/controller/controller.ts': `import '../workqueue/queue.ts'; export const c = 1;`,
  'extension/controller/child/main.ts': `import process from 'node:process'; import { transform } from 'sucrase'; import '../../base/clock.ts'; export const m = [process, transform];`,
  'extension/debugger/stepper.ts': `import '../trace/gate.ts'; export const s = 1;`,
  'extension/informer/reflector.ts': `import '../trace/gate.ts'; import '../kube/key.ts'; export const r = 1;`,
  'extension/workqueue/queue.ts': `import '../base/clock.ts'; export const q = 1;`,
  'extension/trace/gate.ts': `import '../base/clock.ts'; export const g = 1;`,
  'extension/kube/key.ts': `import '../base/clock.ts'; export const k = 1;`,
  'extension/base/clock.ts': `export const clock = 1;`,
  'extension/protocol/messages.ts': `import type { F } from '../introspection/facts.ts'; export type M = F;`,
  'extension/introspection/facts.ts': `export type F = number;`,
  'extension/cel/value.ts': `import '../kube/key.ts'; export const v = 1;`,
  'extension/playground/server.ts': `import '../kube/key.ts'; import '../cel/value.ts'; import type { F } from '../introspection/facts.ts'; export const p: F = 1;`,
  'extension/cli/playground.ts': `import '../playground/server.ts'; export const main = 1;`,
  'extension/cli/record.ts': `import '../cluster/cluster.ts'; export const main = 1;`,
  'webview/panel.ts': `import type { M } from '../extension/protocol/messages.ts'; import './components/button.ts'; export const m: M = 1;`,
  'webview/components/button.ts': `import { vsCodeButton } from '@vscode/webview-ui-toolkit'; export const b = vsCodeButton;`,
};

const type = (from: string): string => `import type { x } from '${from}'; export type T = typeof x;`;

/** For each rule one file or more that break it, by an import of values or of types alone. */
const planted: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'layer-base': { 'extension/base/clock.ts': type('../kube/key.ts') },
  'layer-protocol': { 'extension/protocol/messages.ts': `import type { t } from '../trace/gate.ts'; export type M = typeof t;` },
  'layer-introspection': { 'extension/introspection/facts.ts': `import type { k } from '../kube/key.ts'; export type F = typeof k;` },
  'layer-kube': { 'extension/kube/key.ts': type('../trace/gate.ts') },
  'layer-trace': { 'extension/trace/gate.ts': `export { k } from '../kube/key.ts';` },
  'layer-cel': { 'extension/cel/value.ts': type('../trace/gate.ts') },
  'layer-informer': { 'extension/informer/reflector.ts': type('../cluster/cluster.ts') },
  'layer-workqueue': { 'extension/workqueue/queue.ts': type('../informer/reflector.ts') },
  'layer-controller': { 'extension/controller/controller.ts': type('../cluster/cluster.ts') },
  'layer-cluster': { 'extension/cluster/cluster.ts': `export const later = () => import('../inspector/session.ts');` },
  'layer-debugger': { 'extension/debugger/stepper.ts': type('../informer/reflector.ts') },
  'layer-inspector': { 'extension/inspector/session.ts': type('../ui/tree.ts') },
  'layer-playground': { 'extension/playground/server.ts': type('../cluster/cluster.ts') },
  'layer-ui': { 'extension/ui/tree.ts': type('../playground/server.ts') },
  'layer-cli': { 'extension/cli/record.ts': type('../ui/tree.ts') },
  'vscode-only-in-ui': { 'extension/inspector/session.ts': `import type { Event } from 'vscode'; export type session = Event<string>;` },
  'client-node-only-in-cluster': { 'extension/inspector/session.ts': `import type { KubeConfig } from '@kubernetes/client-node'; export type K = KubeConfig;` },
  'toolkit-only-in-components': { 'webview/panel.ts': `import { provideVSCodeDesignSystem } from '@vscode/webview-ui-toolkit'; provideVSCodeDesignSystem();` },
  'webview-is-a-page': { 'webview/panel.ts': type('../extension/trace/gate.ts') },
  'webview-without-node': { 'webview/panel.ts': `import path from 'node:path'; export const p = path;` },
  'engine-without-node': { 'extension/workqueue/queue.ts': `import { setTimeout } from 'timers'; export const q = setTimeout;` },
  'engine-without-packages': { 'extension/informer/reflector.ts': `import { parse } from 'yaml'; export const r = parse;` },
  'protocol-imports-shapes-alone': { 'extension/protocol/messages.ts': `import type { Document } from 'yaml'; export type M = Document;` },
  'sucrase-only-in-child': { 'extension/inspector/session.ts': `import { transform } from 'sucrase'; export const session = transform;` },
  'child-knows-the-contract-and-the-messages': { 'extension/controller/child/main.ts': type('../controller.ts') },
  'child-is-a-process-of-its-own': { 'extension/controller/controller.ts': `import '../workqueue/queue.ts'; export * from './child/console.ts';`, 'extension/controller/child/console.ts': `export const c = 1;` },
  'samples-are-what-a-user-writes': { 'extension/controller/samples/observe.ts': type('../controller.ts') },
  'nothing-imports-the-entry': { 'extension/ui/tree.ts': type('../extension.ts') },
  'sources-without-tests': { 'extension/kube/key.ts': type('../../test/fake.ts'), 'test/fake.ts': `export const x = 1;` },
  'no-cycles': { 'extension/kube/key.ts': type('./object.ts'), 'extension/kube/object.ts': type('./key.ts') },
  'no-dead-files': { 'extension/kube/forgotten.ts': `import './key.ts'; export const x = 1;` },
  'imports-resolve': { 'extension/kube/key.ts': type('./gone.ts') },
};

describe('the sources', () => {
  it('keep the rules of the layers', async () => {
    const { files, violations } = await cruiseSources(root);
    expect(files).toBeGreaterThan(50);
    expect(violations).toEqual([]);
  }, 60_000);
});

describe('the rules', () => {
  const folders: string[] = [];
  afterEach(async () => {
    await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
  });

  async function violationsWith(extra: Readonly<Record<string, string>>, withPackages = true): Promise<readonly Violation[]> {
    const folder = await mkdtemp(path.join(tmpdir(), 'informer-inspector-layers-'));
    folders.push(folder);
    await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
    if (withPackages) await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
    for (const [file, source] of Object.entries({ ...clean, ...extra })) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await writeFile(path.join(folder, file), source);
    }
    return (await cruiseSources(folder)).violations;
  }

  async function brokenRules(extra: Readonly<Record<string, string>>, withPackages = true): Promise<string[]> {
    return (await violationsWith(extra, withPackages)).map(({ rule }) => rule);
  }

  it('let a project through that keeps them', async () => {
    expect(await violationsWith({})).toEqual([]);
  });

  it('each have a planted violation', () => {
    expect(Object.keys(planted).toSorted()).toEqual(rules.map(({ name }) => name).toSorted());
  });

  it.each(Object.entries(planted))('%s: a planted violation is caught', async (rule, files) => {
    expect(await brokenRules(files)).toContain(rule);
  });

  it('vscode-only-in-ui: caught whether the types of VS Code are installed or not', async () => {
    expect(await brokenRules(planted['vscode-only-in-ui']!, false)).toContain('vscode-only-in-ui');
  });
});
