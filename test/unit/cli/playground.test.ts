import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { onModuleLoad } from '../../support/onModuleLoad.ts';
import { PlaygroundProgram } from '../../support/playgroundProgram.ts';

interface KubeconfigFile {
  readonly 'current-context': string;
  readonly clusters: readonly { readonly cluster: { readonly server: string; readonly 'certificate-authority-data': string } }[];
  readonly users: readonly { readonly user: { readonly token: string } }[];
}

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'playground-test-'));
});
afterAll(() => rm(directory, { recursive: true }));

function get(target: string, file: string, token?: string): Promise<{ status: number; text: string }> {
  const { clusters, users } = parse(readFileSync(file, 'utf8')) as KubeconfigFile;
  const { server, 'certificate-authority-data': ca } = clusters[0]!.cluster;
  return new Promise((resolve, reject) => {
    const sending = request(`${server}${target}`, { ca: Buffer.from(ca, 'base64'), headers: { authorization: `Bearer ${token ?? users[0]!.user.token}` } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('error', reject).on('end', () => resolve({ status: response.statusCode!, text }));
    });
    sending.on('error', reject);
    sending.end();
  });
}

// Each starts a process: what takes long is Node itself, on a machine that may be busy.
describe('the playground as a program', { timeout: 60_000 }, () => {
  it('says in one line where it is, serves there, and ends with status 0 on SIGTERM, its temporary kubeconfig removed', async () => {
    const program = new PlaygroundProgram(['--churn', 'off']);
    const { server, kubeconfig } = await program.ready();
    expect(server).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect(statSync(kubeconfig).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(kubeconfig)).mode & 0o777).toBe(0o700);
    expect(await get('/api/v1/namespaces/default', kubeconfig)).toMatchObject({ status: 200 });
    expect(await get('/api/v1/namespaces/default', kubeconfig, 'wrong')).toMatchObject({ status: 401 });
    await program.stop();
    expect(await program.exited).toEqual({ code: 0, signal: null });
    expect(existsSync(path.dirname(kubeconfig))).toBe(false);
    expect(program.out).toBe(`${JSON.stringify({ server, kubeconfig })}\n`);
    expect(program.err).toBe('');
  });

  it('ends on SIGINT too, while somebody watches; writes to the file that is named, from where the person stands, and leaves it', async () => {
    const program = new PlaygroundProgram(['--churn', 'busy', '--kubeconfig', 'mine.yaml'], { env: { ...process.env, INIT_CWD: directory } });
    const { server, kubeconfig } = await program.ready();
    expect(kubeconfig).toBe(path.join(directory, 'mine.yaml'));
    expect(statSync(kubeconfig).mode & 0o777).toBe(0o600);
    const config = parse(readFileSync(kubeconfig, 'utf8')) as KubeconfigFile;
    expect(config['current-context']).toBe('playground');
    expect(config.clusters[0]!.cluster.server).toBe(server);
    const watch = get('/api/v1/namespaces?watch=true&timeoutSeconds=3600', kubeconfig);
    await get('/healthz', kubeconfig);
    program.child.kill('SIGINT');
    expect(await program.exited).toEqual({ code: 0, signal: null });
    expect((await watch).text.trimEnd().split('\n').length).toBeGreaterThanOrEqual(5);
    expect(program.err).toBe('');
    expect(existsSync(kubeconfig)).toBe(true);
  });

  it.skipIf(process.platform === 'win32')('ends with status 0 on SIGHUP too, and when it is still being loaded', async () => {
    const program = new PlaygroundProgram(['--churn', 'off'], { env: { ...process.env, NODE_OPTIONS: onModuleLoad('/playgroundCommand.ts', `process.kill(process.pid, 'SIGHUP')`) } });
    expect(await program.exited).toEqual({ code: 0, signal: null });
    expect(program.err).toBe('');
  });

  it('ends with the process that started it', async () => {
    const program = new PlaygroundProgram(['--churn', 'off']);
    const { kubeconfig } = await program.ready();
    program.child.disconnect();
    expect(await program.exited).toEqual({ code: 0, signal: null });
    expect(existsSync(kubeconfig)).toBe(false);
  });

  it('status 2 and one sentence for a kubeconfig that exists, which stays as it is', async () => {
    const file = path.join(directory, 'theirs.yaml');
    writeFileSync(file, 'precious');
    const program = new PlaygroundProgram(['--kubeconfig', file]);
    expect((await program.exited).code).toBe(2);
    expect(program.out).toBe('');
    expect(program.err).toBe(`${file} exists already and is not overwritten. Name another file with --kubeconfig, or remove that one.\n`);
    expect(readFileSync(file, 'utf8')).toBe('precious');
  });

  it('status 2 for wrong arguments and for a place where no file can be made, 1 for a port that is taken', async () => {
    const wrong = new PlaygroundProgram(['--size', 'huge']);
    const nowhere = new PlaygroundProgram(['--kubeconfig', path.join(directory, 'none', 'kubeconfig')]);
    const first = new PlaygroundProgram(['--churn', 'off']);
    const { port } = new URL((await first.ready()).server);
    const second = new PlaygroundProgram(['--port', port]);
    expect((await wrong.exited).code).toBe(2);
    expect(wrong.err).toMatch(/^--size must be one of small, town, city, not "huge"\.\n\nUsage: /);
    expect((await nowhere.exited).code).toBe(2);
    expect(nowhere.err).toContain('Name another file with --kubeconfig.');
    expect((await second.exited).code).toBe(1);
    expect(second.err).toContain(`cannot listen on 127.0.0.1:${port}: something else listens there`);
    await first.stop();
  });

  it('keeps its cluster in a file from one run to the next: objects, versions, and the Secrets that make it its owner’s alone', async () => {
    const file = path.join(directory, 'kept');
    const read = async (kubeconfig: string, target: string): Promise<unknown> => JSON.parse((await get(target, kubeconfig)).text);
    const first = new PlaygroundProgram(['--churn', 'busy', '--keep', file]);
    const { kubeconfig } = await first.ready();
    const before = (await read(kubeconfig, '/api/v1/namespaces/default')) as { metadata: { uid: string; resourceVersion: string } };
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await first.stop();
    expect([first.err, existsSync(`${file}.lock`)]).toEqual(['', false]);

    const second = new PlaygroundProgram(['--churn', 'off', '--keep', file]);
    const again = await second.ready();
    expect(await read(again.kubeconfig, '/api/v1/namespaces/default')).toEqual(before);
    const late = new PlaygroundProgram(['--load', file, '--churn', 'off']); // a copy, while the other goes on
    expect(await read((await late.ready()).kubeconfig, '/api/v1/namespaces/default')).toEqual(before);
    await Promise.all([second.stop(), late.stop()]);
    expect([second.err, late.err]).toEqual(['', '']);
  });

  it('status 2 and one sentence for a file from which nothing can be taken up, which stays as it is', async () => {
    const file = path.join(directory, 'letter');
    writeFileSync(file, 'precious');
    const kept = new PlaygroundProgram(['--keep', file]);
    const loaded = new PlaygroundProgram(['--load', path.join(directory, 'gone')]);
    expect((await kept.exited).code).toBe(2);
    expect([kept.out, kept.err]).toEqual(['', `The cluster cannot be taken up from ${file}: line 1: it is not JSON. Name a file that a playground has written, or one that is not there yet.\n`]);
    expect(readFileSync(file, 'utf8')).toBe('precious');
    expect((await loaded.exited).code).toBe(2);
    expect(loaded.err).toMatch(/^The cluster cannot be taken up from .*gone: ENOENT.* Name a file that can be read\.\n$/);
  });

  it('says what was said in vain, and starts all the same', async () => {
    const program = new PlaygroundProgram(['--churn', 'off', '--watch-cache-sizes', 'pods#0,secrets#5', '--profile', 'article']);
    const { kubeconfig } = await program.ready();
    const { text } = await get('/api/v1/pods?limit=2&resourceVersion=0', kubeconfig);
    expect((JSON.parse(text) as { items: unknown[] }).items).toHaveLength(2);
    await program.stop();
    expect(program.err).toBe('--watch-cache-sizes secrets#5 means nothing: each cache finds its size itself, and only 0 takes it away.\n');
  });
});
