import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ApiError, type KubeObject } from '../../../extension/controller/api.ts';
import { ReconcilerError } from '../../../extension/inspector/reconcilerError.ts';
import { ApiError as ServerError } from '../../../extension/kube/status.ts';
import { deployment } from '../../support/deployment.ts';
import { LoopMeter } from '../../support/loopMeter.ts';
import { reconcilerProgram, reconcilerSource, RunningFile } from '../../support/reconcilerFile.ts';

// What an author writes, in a real process: how it is loaded, and what is said when it cannot be.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let folder: string;
let count = 0;
let running: RunningFile[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'files-'));
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.process.stop()));
});

async function start(files: Readonly<Record<string, string>>): Promise<RunningFile> {
  const started = RunningFile.start(await RunningFile.write(path.join(folder, String(count++)), files));
  running.push(started);
  return started;
}

const good = `{ name: 'good', for: 'v1/pods', reconcile() {} }`;

describe('a file that cannot be run says why, and where', () => {
  it.each([
    ['syntax', { 'a.ts': 'const a = 1;\nexport default {\n' }, 'a.ts:3 is not valid TypeScript: Unexpected token, expected ",".', 'a.ts:3:1'],
    ['syntax', { 'a.ts': 'const a = 1;\nconst a: number = 2;\nexport default {};\n' }, "a.ts:2 is not valid TypeScript: Identifier 'a' has already been declared.", 'a.ts:2'],
    ['syntax', { 'a.mjs': `import './b.js';\nexport default ${good};`, 'b.js': 'let x = 1;\n\nlet x;' }, "b.js:3 is not valid JavaScript: Identifier 'x' has already been declared.", 'b.js:3'],
    ['noImport', { 'a.ts': `\nimport { x } from './gone.ts';\nexport default x;` }, 'a.ts:2 imports "./gone.ts", which is not there.', 'a.ts:2'],
    ['noImport', { 'a.ts': `import x from 'no-such-package';\nexport default x;` }, 'a.ts:1 imports "no-such-package", which is not installed where the file is: npm install no-such-package.', 'a.ts:1'],
    ['noImport', { 'a.ts': `\n\nimport { x } from './b.ts';\nexport default x;`, 'b.ts': 'export const y = 1;' }, "a.ts:3 imports what is not there: The requested module './b.ts' does not provide an export named 'x'.", 'a.ts:3'],
    ['noImport', { 'a.cts': `\nrequire('./gone');` }, 'a.cts:2 imports "./gone", which is not there.', 'a.cts:2'],
    ['noDefault', { 'a.ts': 'export const a = 1;' }, 'a.ts:1 has no default export: end it with `export default defineReconciler({ … })`.', 'a.ts:1'],
    ['noDefault', { 'a.js': 'const a = 1;' }, 'a.js:1 has no default export: end it with `export default defineReconciler({ … })`.', 'a.js:1'],
    ['definition', { 'a.ts': 'export default function () {}' }, 'a.ts:1 exports a function: the default export must be a reconciler, `defineReconciler({ … })`.', 'a.ts:1'],
    ['definition', { 'a.ts': `export default {\n  name: 'a',\n  for: 'v1/pods',\n  workers: 'four',\n  reconcile() {},\n};` }, 'a.ts:4 has a mistake: `workers` must be a whole number from 1 to 64, not "four".', 'a.ts:4'],
    ['definition', { 'a.ts': `export default {\n  name: 'a',\n  for: 'v1/pods',\n};` }, 'a.ts:1 has a mistake: `reconcile` must be a function: it does what is to be done for one key.', 'a.ts:1'],
    ['threw', { 'a.ts': `function f(): never {\n  throw new RangeError('boom' as string);\n}\nf();\nexport default {};` }, 'a.ts:2 threw while it was loaded: boom.', 'a.ts:2:9'],
  ] as const)('%s: %o', async (code, files, sentence, at) => {
    const error: unknown = await (await start(files)).process.ready.catch((thrown: unknown) => thrown);
    expect(ReconcilerError.is(error, 'file') && error.data).toMatchObject({ problem: { code } });
    expect((error as ReconcilerError).message).toBe(sentence);
    expect((error as ReconcilerError).at).toMatch(new RegExp(`/${at.replaceAll('.', '[.]')}$`));
  });

  it('noFile', async () => {
    const started = RunningFile.start(path.join(folder, 'moved.ts'));
    running.push(started);
    await expect(started.process.ready).rejects.toThrow('moved.ts does not exist: it was moved, renamed or removed.');
  });
});

describe('a file is run as what it is', () => {
  it.each([
    ['TypeScript, with its own imports in every spelling', { 'a.ts': `import type { Reconciler } from 'informer-inspector';\nimport { a } from './b';\nimport { c } from './c.js';\nimport d from './d/index';\nconst r: Reconciler = { name: a + c + d, for: 'v1/pods', reconcile: async (): Promise<void> => {} };\nexport default r;`, 'b.ts': `export enum E { A }\nexport const a = 'a' as const;`, 'c.ts': `export const c = 'c';`, 'd/index.ts': `export default 'd';` }, 'acd'],
    ['a module inside of a package of CommonJS', { 'a.ts': `import { readFileSync } from 'node:fs';\nexport default { ...${good}, name: typeof readFileSync };`, 'package.json': '{"type":"commonjs"}' }, 'function'],
    ['CommonJS', { 'a.cjs': `const { TerminalError } = require('informer-inspector');\nconst b = require('./b');\nmodule.exports = { ...${good}, name: b + TerminalError.name.toLowerCase() };`, 'b.ts': `const b: string = 'b';\nmodule.exports = b;` }, 'bterminalerror'],
    ['JavaScript with a top-level await', { 'a.mjs': `const name = await Promise.resolve('awaited');\nexport default { ...${good}, name };` }, 'awaited'],
    ['an instance of a class', { 'a.mts': `class R { name = 'instance'; for = 'v1/pods'; #own = 1; reconcile() { return { requeueAfter: this.#own }; } }\nexport default new R();` }, 'instance'],
  ] as const)('%s', async (_, files, name) => {
    const started = await (await start(files)).ready();
    expect(started.reconciler.name).toBe(name);
    await started.reconcile();
  });

  const samples = readdirSync(reconcilerProgram.samples).filter((file) => file !== 'json.ts');

  it.each(samples)('the sample %s', async (sample) => {
    const started = RunningFile.start(path.join(reconcilerProgram.samples, sample));
    running.push(started);
    // Named as its file: `deploymentRollout.ts` is `deployment-rollout`.
    expect((await started.process.ready).name.replaceAll('-', '')).toBe(sample.replace('.ts', '').toLowerCase());
  });

  it('a sample, as anybody\'s file', async () => {
    const started = await RunningFile.start(path.join(reconcilerProgram.samples, 'deploymentRollout.ts')).ready();
    running.push(started);
    expect(started.reconciler).toMatchObject({ name: 'deployment-rollout', owns: ['apps/v1/replicasets'] });
    const created: KubeObject[] = [];
    started.client = { create: (_resource, object) => Promise.resolve(object).then((each) => (created.push(each), each)) };
    const cache = { get: () => Promise.resolve(deployment('web')), list: () => Promise.resolve([]), byIndex: () => Promise.resolve([]) };
    await started.reconciler.reconcile({ ...started.context, cache }, { key: 'default/web', namespace: 'default', name: 'web', causes: [] });
    expect(created).toMatchObject([{ kind: 'ReplicaSet', metadata: { namespace: 'default' }, spec: { replicas: 3 } }]);
    expect(started.logged).toEqual([expect.stringMatching(/^created ReplicaSet web-/)]);
  });
});

describe('what passes between a reconciler and its host', () => {
  it('is said with its place', async () => {
    const started = await (await start({ 'tried.ts': reconcilerSource(`console.log('hello %s', request.key, { a: [1] });
    console.error(new Map([[1, 2]]));
    console.table([{ a: 1 }]);
    ctx.log('mine');
    const { log } = ctx; log({ not: 'a text' } as any);
    process.stdout.write('straight\\n');`) })).ready();
    await started.reconcile();
    await started.process.stop();
    const at = (line: number): unknown => expect.stringMatching(new RegExp(`/tried[.]ts:${line}:\\d+$`));
    expect(started.output).toContainEqual({ type: 'output', level: 'info', text: 'hello d/web { a: [ 1 ] }', at: at(8) });
    expect(started.output).toContainEqual({ type: 'output', level: 'error', text: 'Map(1) { 1 => 2 }', at: at(9) });
    expect(started.output).toContainEqual({ type: 'output', level: 'info', text: expect.stringContaining('│ 0       │ 1 │') as unknown, at: at(10) });
    expect(started.output).toContainEqual({ type: 'output', level: 'log', run: 1, text: 'mine', at: at(11) });
    expect(started.output).toContainEqual({ type: 'output', level: 'log', run: 1, text: "{ not: 'a text' }", at: at(12) });
    expect(started.output).toContainEqual({ level: 'info', text: 'straight' });
    expect(started.logged).toEqual(['mine', "{ not: 'a text' }"]);
  });

  it('is thrown with the lines of the author, and told apart by what it is', async () => {
    const started = await (await start({ 'tried.ts': reconcilerSource(`try {
      await ctx.client.create('v1/pods', { metadata: { name: 'x' } });
    } catch (error) {
      if (!ApiError.is(error, 409) || error.reason !== 'AlreadyExists' || !(error instanceof ApiError)) throw error;
      if (request.name === 'a') throw new TerminalError('there already');
      throw error;
    }`) })).ready();
    started.client = { create: () => Promise.reject(new ServerError({ code: 409, reason: 'AlreadyExists', message: 'pods "x" already exists' })) };
    const terminal: unknown = await started.reconcile('d/a').catch((thrown: unknown) => thrown);
    expect(terminal).toMatchObject({ name: 'TerminalError', message: 'there already' });
    expect((terminal as Error).stack).toMatch(/^TerminalError: there already\n {4}at \S+ \(\/.*\/tried[.]ts:12:\d+\)$/);
    const refused: unknown = await started.reconcile('d/b').catch((thrown: unknown) => thrown);
    expect(ApiError.is(refused, 409) && refused.message).toBe('pods "x" already exists');
    // Where the author had asked for it.
    expect((refused as Error).stack).toMatch(/tried[.]ts:9:\d+/);
  });

  it('may be a long list, and blocks nobody', async () => {
    const started = await (await start({ 'tried.ts': reconcilerSource(`const all = await ctx.cache.list('v1/pods');\n return { requeueAfter: all.length + all.filter(({ metadata }) => metadata.managedFields).length };`) })).ready();
    started.objects = Array.from({ length: 20_000 }, (_, index) => ({ ...deployment(`web-${index}`), text: 'x'.repeat(1000) }));
    using meter = new LoopMeter();
    expect(await started.reconcile()).toEqual({ requeueAfter: 20_000 });
    expect(meter.longestMs).toBeLessThanOrEqual(50);
  });

  it('may be many calls at once', async () => {
    const started = await (await start({ 'tried.ts': reconcilerSource(`const all = await Promise.all(Array.from({ length: 5000 }, (_, i) => ctx.cache.get('v1/pods', 'd', String(i % 2))));\n return { requeueAfter: all.filter(Boolean).length };`) })).ready();
    started.objects = [deployment('1')];
    expect(await started.reconcile()).toEqual({ requeueAfter: 2500 });
  });

  it('maps, sets up, and copies what it may change', async () => {
    const started = await (await start({ 'tried.ts': reconcilerSource(`const object: any = await ctx.cache.get('apps/v1/deployments', 'd', 'web');
    const copy = structuredClone(object);
    copy.spec.replicas = 7;
    const mixed = structuredClone({ nested: [object.spec] }) as any;
    mixed.nested[0].replicas = 8;
    return { requeueAfter: copy.spec.replicas * 100 + mixed.nested[0].replicas * 10 + object.spec.replicas };`, '', `setup: async (ctx) => { await ctx.client.create('v1/configmaps', { metadata: { name: 'made' } }); },
    watches: [{ resource: 'v1/nodes', map: (node) => node.metadata.name === 'bad' ? 5 as any : [{ namespace: 'd', name: node.metadata.name! }] }],`) })).ready();
    const created: unknown[] = [];
    started.client = { create: (resource, object) => Promise.resolve(object).then((each) => (created.push([resource, each.metadata.name]), each)) };
    started.objects = [deployment('web')];
    await started.reconciler.setup!(started.context);
    expect(created).toEqual([['v1/configmaps', 'made']]);
    expect(await started.map({ metadata: { name: 'n1' } })).toEqual([{ namespace: 'd', name: 'n1' }]);
    await expect(started.map({ metadata: { name: 'bad' } })).rejects.toThrow('map returned 5: it must return a list of { namespace, name }');
    expect(await started.reconcile()).toEqual({ requeueAfter: 783 });
  });
});

describe('a debugger', () => {
  it('is waited for before the file is loaded, on a port of this machine', async () => {
    const file = await RunningFile.write(path.join(folder, String(count++)), { 'tried.ts': reconcilerSource('return { requeueAfter: 1 };') });
    const { promise: port, resolve } = Promise.withResolvers<number>();
    const started = RunningFile.start(file, {}, resolve);
    running.push(started);
    const [target] = (await (await fetch(`http://127.0.0.1:${await port}/json`)).json()) as { webSocketDebuggerUrl: string }[];
    const socket = new WebSocket(target!.webSocketDebuggerUrl);
    await new Promise((open) => socket.addEventListener('open', open, { once: true }));
    socket.send(JSON.stringify({ id: 1, method: 'Runtime.runIfWaitingForDebugger' }));
    await started.ready();
    expect(await started.reconcile()).toEqual({ requeueAfter: 1 });
    expect(started.lines).toEqual([]); // what Node says about debuggers is not the author's
    socket.close();
    await started.process.stop();
    expect(await started.ended).toBeUndefined();
  });

  it('that does not come ends the wait', async () => {
    const file = await RunningFile.write(path.join(folder, String(count++)), { 'tried.ts': reconcilerSource('') });
    const started = RunningFile.start(file, { debuggerMs: 1000 }, () => undefined);
    running.push(started);
    await expect(started.process.ready).rejects.toThrow('No debugger came to tried.ts within 1 s, and its process was ended.');
  });
});
