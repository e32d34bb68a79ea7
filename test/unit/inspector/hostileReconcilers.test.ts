import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReconcilerLimits } from '../../../extension/inspector/reconcilerProcess.ts';
import { deployment } from '../../support/deployment.ts';
import { LoopMeter } from '../../support/loopMeter.ts';
import { isGroupAlive, reconcilerSource, RunningFile } from '../../support/reconcilerFile.ts';

// Real processes that do their worst. What is checked each time: one sentence, a host whose loop goes on turning, and nothing left behind.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const MB = 1024 * 1024;
/** Short of patience, so that a test is not. */
const limits: Partial<ReconcilerLimits> = { silentMs: 2000, stopMs: 500, readyMs: 30_000 };

let folder: string;
let files = 0;
let meter: LoopMeter;
let running: RunningFile[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'hostile-'));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => {
  meter = new LoopMeter();
});
afterEach(async () => {
  meter[Symbol.dispose]();
  const all = running.splice(0);
  await Promise.all(all.map((each) => each.process.kill()));
  for (const each of all) expect(each.isAlive).toBe(false);
  expect(meter.longestMs).toBeLessThanOrEqual(50);
});

async function run(body: string, { head = '', fields = '', ...own }: { head?: string; fields?: string } & Partial<ReconcilerLimits> = {}): Promise<RunningFile> {
  const file = await RunningFile.write(path.join(folder, String(files++)), { 'tried.ts': reconcilerSource(body, head, fields) });
  const started = RunningFile.start(file, { ...limits, ...own });
  running.push(started);
  return started.ready();
}

/** The sentence with which it ends, once it is asked to reconcile. */
async function endOf(started: RunningFile): Promise<string | undefined> {
  const failure = started.reconcile().then(
    () => undefined,
    (error: unknown) => error,
  );
  const ended = await started.ended;
  expect(started.isAlive).toBe(false);
  // Whoever waited for it is told the same.
  expect(await failure).toBe(ended);
  return ended?.message;
}

describe('a reconciler that never lets go is ended by the watchdog', () => {
  it.each([
    ['an endless loop', 'for (;;);'],
    ['an endless chain of microtasks', 'for (;;) await null;'],
  ])('%s', async (_, body) => {
    expect(await endOf(await run(body))).toBe('tried did not answer for 2 s and was ended: is there a loop in it that neither ends nor waits?');
  });

  it('an endless loop while it is being loaded', async () => {
    const file = await RunningFile.write(path.join(folder, String(files++)), { 'loops.ts': 'for (;;);' });
    const started = RunningFile.start(file, { ...limits, readyMs: 3000 });
    running.push(started);
    await expect(started.process.ready).rejects.toThrow('loops.ts was not ready within 3 s and was ended: does it wait, or loop, while it is being loaded?');
  });
});

describe('a reconciler that leaks is ended at its bound', () => {
  it('in the heap', async () => {
    const sentence = await endOf(await run('const kept: unknown[] = []; for (;;) kept.push({ a: [kept.length], text: `${kept.length}` });', { heap: 64 * MB, silentMs: 30_000 }));
    expect(sentence).toBe('tried ran out of memory, of which its heap may have 64 MB: does it keep what it need not keep?');
  });

  it('outside of the heap', async () => {
    const started = await run('const kept: Buffer[] = []; for (;;) kept.push(Buffer.alloc(1e6, 1));', { memory: 250 * MB, silentMs: 30_000 });
    expect(await endOf(started)).toMatch(/^tried used \d{3} MB of memory, more than the 250 MB that it may, and was ended: does it keep what it need not keep\?$/);
  });

  it('slowly, while it answers, too; and says before how much it uses', async () => {
    const started = await run('setInterval(() => kept.push(Buffer.alloc(10e6, 1)), 20);', { head: 'const kept: Buffer[] = [];', memory: 400 * MB });
    await expect.poll(() => started.process.memory, { timeout: 30_000 }).toBeGreaterThan(20 * MB);
    await started.reconcile();
    expect((await started.ended)?.code).toBe('memory');
  });
});

describe('a reconciler that ends itself', () => {
  it.each([
    ['process.exit(3);', 'tried ended itself by process.exit(3) (tried.ts:8).'],
    ["process.kill(process.pid, 'SIGKILL');\n await new Promise(() => undefined);", 'tried was ended by SIGKILL: it, or somebody else, sent that signal to its process.'],
    ["process.kill(process.pid);\n await new Promise(() => undefined);", 'tried was ended by SIGTERM: it, or somebody else, sent that signal to its process.'],
    ['setTimeout(() => { throw new RangeError("too far"); });\n await new Promise(() => undefined);', 'tried threw where nobody catches it, and ended: RangeError: too far (tried.ts:8).'],
    ['void Promise.reject(new Error("forgotten"));\n await new Promise(() => undefined);', 'tried left a promise to fail that nobody awaits, and ended: forgotten (tried.ts:8).'],
    ['void Promise.reject("a text");\n await new Promise(() => undefined);', "tried left a promise to fail that nobody awaits, and ended: threw 'a text', which is no Error."],
  ])('%s', async (body, sentence) => {
    expect(await endOf(await run(body))).toBe(sentence);
  });

  it('by closing its way to the extension', async () => {
    const started = await run("closeSync(3); setInterval(() => undefined, 1000);\n await new Promise(() => undefined);", { head: "import { closeSync } from 'node:fs';" });
    expect(await endOf(started)).toMatch(/^tried (closed its connection to the extension, and was ended|ended with status 0)\.$/);
  });

  it('takes with it what it has started', async () => {
    const started = await run("spawn('sleep', ['1000']); process.exit();", { head: "import { spawn } from 'node:child_process';" });
    await endOf(started);
  });

  it('can be started again', async () => {
    const file = await RunningFile.write(path.join(folder, String(files++)), { 'tried.ts': reconcilerSource('process.exit(1);') });
    const first = await RunningFile.start(file, limits).ready();
    running.push(first);
    await endOf(first);
    await RunningFile.write(path.dirname(file), { 'tried.ts': reconcilerSource('return { requeueAfter: 5 };') });
    const second = await RunningFile.start(file, limits).ready();
    running.push(second);
    expect(await second.reconcile()).toEqual({ requeueAfter: 5 });
  });
});

describe('what is thrown costs that run, and is told as what it is', () => {
  const cases: readonly (readonly [string, string | RegExp])[] = [
    ["throw 'a text';", "threw 'a text', which is no Error"],
    ['throw undefined;', 'threw undefined, which is no Error'],
    ['throw { code: 3 };', 'threw { code: 3 }, which is no Error'],
    ['throw { get [Symbol.toStringTag]() { throw 1; } };', /^threw .*, which is no Error$/],
    ['throw Object.assign(new Error("odd"), { name: 5, message: { a: 1 }, stack: null });', ''],
    ['return 5 as any;', 'reconcile returned 5: it must return nothing, { requeue: true } or { requeueAfter: milliseconds }'],
    ['return { requeueAfter: NaN };', 'reconcile returned { requeueAfter: NaN }: it must return nothing, { requeue: true } or { requeueAfter: milliseconds }'],
    ['(process as any).disconnect();', 'process.disconnect is not a function'], // there is no channel of Node's to be cut
    ["return ctx.cache.get('apps/v1/deployments', request.namespace, undefined as any) as any;", /^get was called with .*: see the types of informer-inspector for what it takes$/],
    ["await ctx.client.create('v1/pods', { metadata: { name: 'x' }, big: 1n } as any);", 'create v1/pods was given what is no JSON'],
    ["await ctx.client.create('v1/pods', { metadata: { name: 'x' }, data: 'x'.repeat(2e6) });", /^create v1\/pods has 20000\d\d characters of JSON, and the API server takes 1572864 at most$/],
  ];

  it('whatever it is', async () => {
    const started = await run(`switch (request.name) {\n${cases.map(([body], index) => `case '${index}': { ${body} }`).join('\n')}\n}\n return { requeue: true };`);
    for (const [index, [body, message]] of cases.entries()) {
      const error: unknown = await started.reconcile(`d/${index}`).then(undefined, (thrown: unknown) => thrown);
      expect(error, body).toBeInstanceOf(Error);
      if (typeof message === 'string') expect((error as Error).message).toBe(message);
      else expect((error as Error).message).toMatch(message);
    }
    expect(await started.reconcile('d/good')).toEqual({ requeue: true });
  });
});

describe('an object of the cache', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['object.spec.replicas = 5;', 'spec.replicas'],
    ['object.metadata.labels["app.kubernetes.io/name"] = "x";', 'metadata.labels["app.kubernetes.io/name"]'],
    ['delete object.spec;', 'spec'],
    ['object.spec.template.spec.containers[0].image = "x";', 'spec.template.spec.containers[0].image'],
    ['object.spec.template.spec.containers.push({});', 'spec.template.spec.containers[1]'],
    ['Object.assign(object.spec, { paused: true });', 'spec.paused'],
    ['Object.defineProperty(object, "kind", { value: 1 });', 'kind'],
  ];

  it('is not changed, and whoever tries is told where', async () => {
    const started = await run(`const object: any = await ctx.cache.get('apps/v1/deployments', 'default', 'web');
      switch (request.name) {\n${cases.map(([change], index) => `case '${index}': ${change} break;`).join('\n')}\n}`);
    started.objects = [deployment('web')];
    for (const [index, [, mutated]] of cases.entries()) {
      await expect(started.reconcile(`d/${index}`)).rejects.toThrow(`${mutated} of Deployment default/web cannot be changed: objects from the cache are shared by all who read them. Change a copy: structuredClone(object)`);
      expect(started.mutations.splice(0)).toEqual([{ key: `d/${index}`, path: mutated, at: expect.stringMatching(new RegExp(`tried\\.ts:${10 + index}:\\d+$`)) }]);
    }
    expect(started.objects).toEqual([deployment('web')]);
  });

  it('is reported so often and no more, however often it is tried', async () => {
    const started = await run(`const object: any = await ctx.cache.get('apps/v1/deployments', request.namespace, request.name);
      for (let i = 0; i < 5000; i++) try { object.spec.replicas = i; } catch {}`);
    started.objects = [deployment('web')];
    await started.reconcile();
    expect(started.mutations.length).toBeGreaterThanOrEqual(20);
    expect(started.mutations.length).toBeLessThanOrEqual(200);
  });
});

describe('a reconciler that talks without end', () => {
  it('is cut short in a line, and in lines', async () => {
    const started = await run(`console.log('x'.repeat(50e6));
      process.stdout.write('y'.repeat(20e6) + '\\n');
      for (let i = 0; i < 100_000; i++) console.log('line', i);
      for (let i = 0; i < 100_000; i++) ctx.log('again ' + i);
      process.stderr.write('z\\n'.repeat(2e6));`, { silentMs: 60_000 });
    await started.reconcile();
    await started.process.stop();
    const characters = started.lines.reduce((sum, line) => sum + line.length, 0);
    expect(started.lines).toContainEqual(expect.stringMatching(/^x{8192}… \(\d+ characters\)$/));
    expect(started.lines).toContainEqual(expect.stringMatching(/^\d+ lines were left out: more than 1000 a second are not shown$/));
    expect(started.lines.length).toBeLessThan(20_000);
    expect(characters).toBeLessThan(4 * MB);
  });
});

describe('messages that make no sense', () => {
  const writes = { head: "import { writeSync } from 'node:fs';" };

  it('are ignored, told of a few times, and cost nobody an answer', async () => {
    const forged = [
      '[{"type":"done","run":999}]',
      '[{"type":"done","run":-1}]',
      '[{"type":"threw","run":1.5,"error":{"name":"E","message":"m"}}]',
      '[{"type":"done","run":1,"result":{"requeueAfter":1e300}}]',
      '[{"type":"mapped","run":1,"keys":[{"name":"forged"}]}]',
      '[{"type":"call","call":77,"run":12345,"does":{"verb":"delete","resource":"v1/pods","name":"x"}}]',
      '[{"type":"call","call":78,"run":1,"does":{"verb":"exec","resource":"v1/pods"}}]',
      '[{"type":"call","call":79,"run":1,"does":{"verb":"create","resource":"v1/pods","object":{"metadata":5}}}]',
      '[{"type":"ready","definition":{"name":"other","for":"v1/pods","hasSetup":false}}]',
      '[{"type":"debugger","port":22}]',
      '[{"__proto__":{"type":"done"}},null,5,"x",[],{"type":"no"}]',
      'no JSON at all',
      '{"type":"done","run":1}',
      `[{"type":"output","level":"info","text":"${'x'.repeat(9000)}"}]`,
      `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    ];
    const started = await run(`for (const line of ${JSON.stringify(forged)}) writeSync(3, line + '\\n');\n return { requeueAfter: 7 };`, writes);
    const deleted: string[] = [];
    started.client = { delete: (_resource, _namespace, name) => Promise.resolve(void deleted.push(name)) };
    expect(await started.reconcile()).toEqual({ requeueAfter: 7 });
    expect(deleted).toEqual([]);
    expect(started.log.lines.filter((line) => line.includes('ignored'))).toHaveLength(5);
    expect(await started.reconcile()).toEqual({ requeueAfter: 7 });
  });

  it('do not answer a run twice', async () => {
    const started = await run(`writeSync(3, '[{"type":"done","run":1,"result":{"requeueAfter":1}}]\\n');\n return { requeueAfter: 2 };`, writes);
    expect(await started.reconcile()).toEqual({ requeueAfter: 1 });
    await expect.poll(() => started.log.lines).toContainEqual(expect.stringContaining('ignored an answer to run 1, which waits for none'));
    expect(await started.reconcile()).toEqual({ requeueAfter: 2 });
  });

  it('end the process when they come without end', async () => {
    const started = await run(`const flood = '[{"type":"pong","number":0}]\\n[{"type":"none"}]\\n'.repeat(1000);\n for (;;) try { writeSync(3, flood); } catch {}`, { ...writes, silentMs: 60_000 });
    expect(await endOf(started)).toBe('tried sent messages that make no sense, without end, and was ended.');
  });

  it('end the process when one of them has no end', async () => {
    const started = await run(`for (;;) try { writeSync(3, 'x'.repeat(65536)); } catch {}`, { ...writes, silentMs: 60_000 });
    expect(await endOf(started)).toBe('tried sent a message of more than 2 MB, and was ended.');
  });
});

describe('a stop', () => {
  it('aborts the signal, and waits for what ends then', async () => {
    const started = await run(`await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve)); console.log('tidied up');`);
    const run1 = started.reconcile();
    await expect.poll(() => started.process.memory, { timeout: 30_000 }).toBeGreaterThan(0);
    await started.process.stop();
    await run1;
    expect(started.lines).toEqual(['tidied up']);
    expect([await started.ended, started.isAlive]).toEqual([undefined, false]);
  });

  it('of what was being done alone aborts that, and lets the process go on', async () => {
    const started = await run(`if (request.name === 'quick') return { requeueAfter: 1 };
      await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve)); return { requeueAfter: 2 };`);
    const slow = started.reconcile();
    expect(await started.reconcile('d/quick')).toEqual({ requeueAfter: 1 });
    started.abort.abort();
    expect(await slow).toEqual({ requeueAfter: 2 });
    expect(await started.reconcile('d/quick')).toEqual({ requeueAfter: 1 });
  });

  it('is insisted on', async () => {
    const started = await run('await new Promise(() => undefined);');
    const failure = started.reconcile().catch((error: unknown) => error);
    await started.process.stop();
    expect([await started.ended, started.isAlive]).toEqual([undefined, false]);
    expect(await failure).toBeInstanceOf(Error);
  });
});

it('goes when its parent is gone, even from a loop', async () => {
  const file = await RunningFile.write(path.join(folder, String(files++)), { 'tried.ts': reconcilerSource('for (;;);') });
  const parent = spawn(process.execPath, [path.resolve(import.meta.dirname, '../../support/reconcilerParent.ts'), file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [pid] = (await once(parent.stdout.setEncoding('utf8'), 'data')) as [string];
  expect(isGroupAlive(Number(pid))).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => isGroupAlive(Number(pid)), { timeout: 30_000 }).toBe(false);
});
