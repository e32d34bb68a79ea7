import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';
import type { InformerInspectorApi } from '../../../extension/ui/inspectorApi.ts';
import { reportActivation, test } from './suite.ts';

const extension = vscode.extensions.all.find(({ packageJSON }) => packageJSON.name === 'informer-inspector');
const entry = pathToFileURL(path.join(extension?.extensionPath ?? '', 'dist', 'extension.js')).href;
const loaded: string[] = [];

/**
 * Watches what is loaded, and puts a stopwatch around the extension's own part of its activation: reading its code and
 * its `activate`. What VS Code does around that, such as asking its busy window for stored state, is not ours.
 */
registerHooks({
  load(url, context, next) {
    loaded.push(url);
    return url === entry ? { format: 'module', source: stopwatch, shortCircuit: true } : next(url, context);
  },
});
const stopwatch = `
  const start = performance.now();
  const extension = await import(${JSON.stringify(`${entry}?timed`)});
  const loadMs = performance.now() - start;
  export async function activate(context) {
    const called = performance.now();
    const api = await extension.activate(context);
    globalThis.informerInspectorActivationMs = loadMs + performance.now() - called;
    return api;
  }
  export const deactivate = () => extension.deactivate?.();`;

function manifest() {
  assert.ok(extension, 'VS Code does not know the extension.');
  return extension.packageJSON as { contributes: { commands: { command: string }[]; configuration: unknown; views: Record<string, { id: string }[]> } };
}

/** A bundle as esbuild describes it: for each output file the sources that went into it. */
function outputsWith(source: string): string[] {
  const { outputs } = JSON.parse(readFileSync(path.join(extension!.extensionPath, 'dist', 'meta', 'extension.json'), 'utf8')) as {
    outputs: Record<string, { inputs: Record<string, { bytesInOutput: number }> }>;
  };
  return Object.keys(outputs)
    .filter((file) => Object.entries(outputs[file]!.inputs).some(([input, { bytesInOutput }]) => input.includes(source) && bytesInOutput > 0))
    .map((file) => pathToFileURL(path.join(extension!.extensionPath, file)).href);
}

test('the extension is there and sleeps until it is used', () => {
  assert.ok(extension, 'VS Code does not know the extension.');
  assert.equal(extension.isActive, false);
});

test('the extension activates', async () => {
  await extension!.activate();
  assert.equal(extension!.isActive, true);
  const { informerInspectorActivationMs: ms } = globalThis as { informerInspectorActivationMs?: number };
  assert.ok(ms, 'The activation was not timed.');
  // Held against its limit where the sizes are.
  reportActivation(ms);
});

test('activation loads the extension and not client-node', () => {
  const own = loaded.filter((url) => url.startsWith(pathToFileURL(path.join(extension!.extensionPath, 'dist')).href));
  assert.ok(own.includes(`${entry}?timed`), `What was loaded is not what was expected: ${own.join(', ')}`);
  const heavy = outputsWith('node_modules/@kubernetes/client-node/');
  assert.ok(heavy.length > 0, 'No bundle holds client-node: this test looks in the wrong place.');
  assert.deepEqual(own.filter((url) => heavy.includes(url)), []);
});

test('every command of the manifest is registered, and no other', async () => {
  const declared = manifest().contributes.commands.map(({ command }) => command);
  const views = Object.values(manifest().contributes.views).flat().map(({ id }) => id);
  const present = await vscode.commands.getCommands(true);
  assert.deepEqual(declared.filter((command) => !present.includes(command)), [], 'declared and not registered');
  // VS Code itself makes commands for each view: ID.focus, ID.open, ID.resetViewLocation …
  const ofViews = (command: string): boolean => views.some((view) => command.startsWith(`${view}.`));
  const own = present.filter((command) => command.startsWith('informerInspector.') && !ofViews(command));
  assert.deepEqual(own.filter((command) => !declared.includes(command)), [], 'registered and not declared');
});

test('other extensions see and set breakpoints, and are told what is none', () => {
  const api = extension!.exports as InformerInspectorApi;
  let told = 0;
  const subscription = api.onDidChangeBreakpoints(() => told++);
  const { id } = api.addBreakpoint({ key: 'default/web', delta: 'Updated' });
  assert.deepEqual(api.breakpoints().map(({ key, delta, enabled }) => [key, delta, enabled]), [['default/web', 'Updated', true]]);
  assert.throws(() => api.addBreakpoint({ delta: 'Sometimes' as never }), /That is no breakpoint/);
  assert.throws(() => api.addBreakpoint({}), TypeError);
  api.removeBreakpoint(id);
  api.removeBreakpoint(id);
  assert.deepEqual(api.breakpoints(), []);
  assert.ok(told >= 2);
  subscription.dispose();
});

test('other extensions read a cache and follow the trace, on copies of what is masked', async () => {
  const api = extension!.exports as InformerInspectorApi;
  let told = 0;
  const subscription = api.onDidChangeSources(() => told++);
  assert.equal(api.version, 1);
  await vscode.commands.executeCommand('informerInspector.startPlayground');
  await until('two informers are synced', () => api.sources()[0]?.informers.filter(({ synced }) => synced).length === 2);
  subscription.dispose();
  assert.ok(told > 0);
  const [source] = api.sources();
  const informer = source!.informers.find(({ name }) => name === 'v1/pods')!.name;
  const [key] = api.keys(source!.id, informer);
  const object = api.object(source!.id, informer, key!) as { metadata: { name: string } };
  const { name } = object.metadata;
  object.metadata.name = 'spoilt';
  assert.equal(api.object(source!.id, informer, key!)?.metadata.name, name);
  assert.ok(api.entries(source!.id).some(({ kind, informer: of }) => kind === 'store.replace' || of === informer));
  const heard: string[] = [];
  const following = api.onEntry(source!.id, ({ kind }) => heard.push(kind));
  await vscode.commands.executeCommand('informerInspector.pause');
  await vscode.commands.executeCommand('informerInspector.continue');
  await until('an entry is heard of', () => heard.length > 0);
  following!.dispose();
  assert.equal(api.onEntry('none', () => undefined), undefined);
});

test('deactivation, with a playground, informers, a panel and a held pipeline, leaves no timer, connection or process behind', async () => {
  const before = activeResources();
  await vscode.commands.executeCommand('informerInspector.startPlayground');
  const { sources } = extension!.exports as InformerInspectorApi;
  await until('two informers are synced', () => sources()[0]?.informers.filter(({ synced }) => synced).length === 2);
  await vscode.commands.executeCommand('informerInspector.openPanel');
  await vscode.commands.executeCommand('informerInspector.runSampleReconciler', 'deploymentRollout');
  await until('the reconciler runs', () => sources()[0]?.controllers.length === 1);
  await vscode.commands.executeCommand('informerInspector.pause');
  // The same module that VS Code loaded: a module is loaded once for each of its URLs.
  const { deactivate } = (await import(entry)) as { deactivate: () => Promise<void> };
  await deactivate();
  assert.deepEqual(sources(), []);
  // VS Code has timers of its own, which come and go.
  await until('nothing is left', () => left(before).length === 0, () => left(before).join(', '));
});

/** What there is more of than there was. */
function left(before: ReadonlyMap<string, number>): string[] {
  return [...activeResources()].filter(([kind, count]) => count > (before.get(kind) ?? 0)).map(([kind, count]) => `${kind}: ${count} instead of ${before.get(kind) ?? 0}`);
}

async function until(what: string, isSo: () => boolean, otherwise: () => string = () => ''): Promise<void> {
  const end = performance.now() + 20_000;
  while (!isSo()) {
    assert.ok(performance.now() < end, `Not within 20 s: ${what}. ${otherwise()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function activeResources(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}
