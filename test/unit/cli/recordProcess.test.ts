import { execFileSync, spawn } from 'node:child_process';
import { constants, existsSync } from 'node:fs';
import { type FileHandle, mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { onModuleLoad } from '../../support/onModuleLoad.ts';
import { type RecorderProcess, recorderEntry, startRecorder } from '../../support/recorderProcess.ts';
import { kubeconfigFor, ScriptedServer } from '../../support/scriptedServer.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

// Nothing here waits that long; a busy machine may.
vi.setConfig({ testTimeout: 30_000 });

/** The recorder as a process: what only a process shows. */

const onWindows = process.platform === 'win32';
const folder = temporaryFolder();
const owned: (() => unknown)[] = [];
afterEach(async () => {
  for (const release of owned.splice(0).toReversed()) await release();
});

const object = { metadata: { name: 'a', namespace: 'd', uid: 'u', resourceVersion: '5' } };

async function startServer(): Promise<ScriptedServer> {
  const list = { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '10' }, items: [object] };
  const server = await ScriptedServer.start({ routes: { '/api/v1/pods': { list: [{ json: list }], watch: [{ end: 'hold' }] } } });
  owned.push(() => server.close());
  await folder.write('config', kubeconfigFor(server.url));
  return server;
}

async function start(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<RecorderProcess> {
  const started = startRecorder(['--resource', 'v1/pods', ...args], { cwd: await folder.path(), env });
  owned.push(() => started.child.kill('SIGKILL'));
  return started;
}

async function makePipe(): Promise<string> {
  const pipe = join(await folder.path(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  return pipe;
}

/** Somebody waits for what is written to the pipe; nothing is. */
async function onceRead(pipe: string): Promise<void> {
  let written: FileHandle | undefined;
  // Refused until somebody reads.
  while (!written) written = await open(pipe, constants.O_WRONLY | constants.O_NONBLOCK).catch(() => undefined);
  owned.push(() => written.close());
}

describe('the process', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s ends it normally, with a summary', async (signal) => {
    const server = await startServer();
    const { child, finished } = await start(['--kubeconfig', 'config']);
    await server.until((seen) => seen.watches.length === 1);
    child.kill(signal);
    const { status, stdout, stderr } = await finished;
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout.trimEnd().split('\n').at(-1)!)).toEqual({ kind: 'summary', synced: true, objects: 1, resourceVersion: '10' });
  });

  it.skipIf(onWindows)('is ended by a signal with header and summary, too, while it is still being loaded', async () => {
    await startServer();
    const signal = onModuleLoad('/recordCommand.ts', `process.kill(process.pid, 'SIGTERM')`);
    const { finished } = await start(['--kubeconfig', 'config'], { NODE_OPTIONS: signal });
    const { status, stdout } = await finished;
    expect(stdout.trimEnd().split('\n').map((line) => JSON.parse(line) as object)).toMatchObject([{ informerTrace: 1 }, { kind: 'summary', synced: false }]);
    expect(status).toBe(1);
  });

  it.skipIf(onWindows)('does not stand still when nobody reads: its time limit holds, and a second signal ends it', async () => {
    const server = await startServer();
    const filler = 'x'.repeat(100_000);
    const event = { event: ['MODIFIED', { kind: 'Pod', apiVersion: 'v1', ...object, filler }] as const };
    server.follow({ routes: { '/api/v1/pods': { list: [{ json: { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '10' } } }], watch: [{ body: Array.from({ length: 300 }, () => event), end: 'hold' }] } } });
    const recorder = await start(['--kubeconfig', 'config', '--until-events', '1000', '--timeout', '2', '--input']);
    recorder.child.stdout!.pause();
    await expect.poll(() => recorder.stderr, { interval: 10, timeout: 20_000 }).toContain('did not come within 2 s');
    recorder.child.kill('SIGTERM');
    await expect.poll(() => {
      recorder.child.kill('SIGTERM');
      return recorder.child.signalCode;
    }, { interval: 100, timeout: 10_000 }).toBe('SIGTERM');
  });

  it.skipIf(onWindows)('can be interrupted while it reads a kubeconfig that nobody writes', async () => {
    const pipe = await makePipe();
    const recorder = await start(['--kubeconfig', pipe]);
    await onceRead(pipe);
    recorder.child.kill('SIGTERM');
    expect(await recorder.finished).toEqual({ status: 1, stdout: '', stderr: 'The kubeconfig was still being read when the recorder was interrupted. Where it is a pipe, see who writes to it.\n' });
  });

  it.skipIf(onWindows)('does not wait for who writes to its kubeconfig beyond its time limit, and reads what is written to it within', async () => {
    const pipe = await makePipe();
    const late = await start(['--kubeconfig', pipe, '--until-synced', '--timeout', '1']);
    expect(await late.finished).toEqual({ status: 1, stdout: '', stderr: 'The informer was not synced within 1 s. The kubeconfig was still being read. Where it is a pipe, see who writes to it.\n' });
    const server = await startServer();
    const { finished } = await start(['--kubeconfig', pipe, '--until-synced']);
    await writeFile(pipe, kubeconfigFor(server.url));
    expect(await finished).toMatchObject({ status: 0, stderr: '' });
  });

  it.skipIf(onWindows).each([
    ['its time limit', ['--until-synced', '--timeout', '1']],
    ['its time', ['--for', '1']],
    ['a signal', []],
  ])('does not wait for who writes to a token file beyond %s', async (what, args) => {
    const pipe = await makePipe();
    await folder.write('config', kubeconfigFor('https://127.0.0.1:1', { tokenFile: pipe }));
    const { child, finished } = await start(['--kubeconfig', 'config', ...args]);
    if (what === 'a signal') {
      await onceRead(pipe);
      child.kill('SIGTERM');
    }
    const { status, stdout } = await finished;
    expect(JSON.parse(stdout.trimEnd().split('\n').at(-1)!)).toMatchObject({ kind: 'summary', synced: false });
    expect(status).toBe(1);
  });

  it.skipIf(onWindows)('says that --out is a pipe that nobody reads, instead of waiting for ever', async () => {
    await startServer();
    const pipe = await makePipe();
    const { finished } = await start(['--kubeconfig', 'config', '--until-synced', '--out', 'pipe']);
    expect(await finished).toEqual({ status: 2, stdout: '', stderr: `--out ${pipe} cannot be written: it is a pipe, and nobody reads from it yet. Choose another file.\n` });
  });

  it.skipIf(onWindows)('writes to a pipe that somebody reads', async () => {
    await startServer();
    const pipe = await makePipe();
    const reader = spawn('cat', [pipe]);
    owned.push(() => reader.kill());
    let read = '';
    reader.stdout.setEncoding('utf8').on('data', (text: string) => (read += text));
    // Opened for writing as soon as the reader is there: until then it is refused.
    let status: number | null = 2;
    while (status === 2) ({ status } = await (await start(['--kubeconfig', 'config', '--until-synced', '--out', pipe])).finished);
    await expect.poll(() => read, { interval: 10 }).toContain('"kind":"summary","synced":true');
    expect(status).toBe(0);
  });

  it.runIf(existsSync('/dev/full'))('says that the disk is full', async () => {
    await startServer();
    const { finished } = await start(['--kubeconfig', 'config', '--out', '/dev/full']);
    const { status, stderr } = await finished;
    expect(stderr).toBe('The recording cannot be written: ENOSPC: no space left on device, write. Free some space, or choose another place.\n');
    expect(status).toBe(1);
  });

  it.skipIf(onWindows)('does not wait for a credential plugin whose shell has left a child behind', async () => {
    const script = await folder.write('plugin', `#!/bin/sh\nsleep 300 &\necho pid $! >&2\nwait\n`, 0o700);
    await folder.write('config', kubeconfigFor('https://127.0.0.1:1', { exec: { apiVersion: 'client.authentication.k8s.io/v1', command: script, interactiveMode: 'Never' } }));
    const recorder = await start(['--kubeconfig', 'config']);
    await expect.poll(() => recorder.stderr, { interval: 5, timeout: 20_000 }).toMatch(/^pid \d+$/m);
    recorder.child.kill('SIGINT');
    const { status, stdout } = await recorder.finished;
    expect(JSON.parse(stdout.trimEnd().split('\n').at(-1)!)).toMatchObject({ kind: 'summary', synced: false });
    expect(status).toBe(1);
  });

  it('takes paths from INIT_CWD, KUBECONFIG too', async () => {
    await startServer();
    const here = await folder.path();
    await mkdir(join(here, 'deeper'));
    const { finished } = await start(['--until-synced', '--out', 'trace'], { INIT_CWD: join(here, 'deeper'), KUBECONFIG: '../config' });
    expect(await finished).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(await readFile(join(here, 'deeper', 'trace'), 'utf8')).toContain('"informerTrace":1');
  });

  it('a reader that has seen enough ends it quietly', async () => {
    const server = await startServer();
    const filler = 'x'.repeat(1000);
    const event = { event: ['MODIFIED', { kind: 'Pod', apiVersion: 'v1', ...object, filler }] as const };
    server.follow({ routes: { '/api/v1/pods': { list: [{ json: { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '10' } } }], watch: [{ body: Array.from({ length: 2000 }, () => [event, { pauseMs: 5 }]).flat(), end: 'hold' }] } } });
    const { child, finished } = await start(['--kubeconfig', 'config']);
    child.stdout!.once('data', () => child.stdout!.destroy());
    const { status, stderr } = await finished;
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('so does one that leaves before anything has come', async () => {
    const server = await startServer();
    server.follow({ routes: { '/api/v1/pods': { list: [{ delayMs: 300_000 }] } } });
    const { child, finished } = await start(['--kubeconfig', 'config']);
    child.stdout!.once('data', () => child.stdout!.destroy());
    await server.until((seen) => seen.lists.length === 1);
    server.follow({ routes: { '/api/v1/pods': { list: [{ status: 500 }] } } });
    server.cut();
    const { status, stderr } = await finished;
    expect(status).toBe(1);
    expect(stderr).not.toContain('recording');
  });

  it('does not load client-node, which is slow to start, for an ordinary kubeconfig', async () => {
    await startServer();
    const { finished } = await start(['--kubeconfig', 'config', '--until-synced'], { NODE_OPTIONS: onModuleLoad('client-node', 'console.error(url)') });
    expect(await finished).toMatchObject({ status: 0, stderr: '' });
  });

  it('can be built as one CommonJS file', async () => {
    const result = await build({ entryPoints: [recorderEntry], bundle: true, platform: 'node', format: 'cjs', write: false, logLevel: 'silent' });
    expect(result.warnings).toEqual([]);
    expect(result.outputFiles).toHaveLength(1);
  });

  it('status 2 and one sentence for wrong arguments', async () => {
    await folder.path();
    const { finished } = await start(['--until-synced', '--for', '3']);
    expect(await finished).toEqual({ status: 2, stdout: '', stderr: '--until-synced and --for exclude each other; choose one.\n' });
  });
});
