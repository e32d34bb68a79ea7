import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ControlPlane, startControlPlane } from './apiServer.ts';
import { describeCluster } from './whenControlPlane.ts';

type Line = Readonly<Record<string, unknown>>;

interface Recorded {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly lines: readonly Line[];
  of(kind: string): readonly Line[];
}

const entry = fileURLToPath(new URL('../../extension/cli/record.ts', import.meta.url));
let plane: ControlPlane;
let folder: string;

/** Runs the recorder as a process; `onWatching` is called once, when it has opened its watch. */
function record(args: readonly string[], onWatching?: () => Promise<unknown>): Promise<Recorded> {
  const { INIT_CWD: _init, KUBECONFIG: _config, ...env } = process.env;
  const child = spawn(process.execPath, [entry, ...args], { cwd: folder, env: { ...env, KUBECONFIG: plane.kubeconfig }, stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  let acting: Promise<unknown> | undefined;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    if (stdout.includes('"reflector.watch"')) acting ??= onWatching?.();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((resolve, reject) => {
    child.once('close', (status) => {
      const lines = stdout.split('\n').slice(0, -1).map((line) => JSON.parse(line) as Line);
      const recorded = { status, stdout, stderr, lines, of: (kind: string) => lines.filter((line) => line['kind'] === kind) };
      Promise.resolve(acting).then(() => resolve(recorded), reject);
    });
  });
}

const summaryOf = ({ lines }: Recorded): Line => lines.at(-1)!;

describeCluster('the recorder on a real API server', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'informer-inspector-recorder-'));
    plane = await startControlPlane();
    await plane.kubectl(['create', 'configmap', 'one', '--from-literal=a=1']);
  });

  afterAll(async () => {
    await plane?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it.each([
    ['v1/configmaps', '1.32', 'deltafifo'],
    ['cm', '1.36', 'atomic'],
    ['configmaps', 'article', 'realfifo'],
  ])('--until-synced: %s, client-go %s, %s', async (resource, clientGo, queue) => {
    const recorded = await record(['--resource', resource, '--namespace', 'default', '--client-go', clientGo, '--queue', queue, '--until-synced', '--cache']);
    expect(recorded.stderr).toBe('');
    expect(recorded.status).toBe(0);
    expect(recorded.lines[0]).toMatchObject({ informerTrace: 1, context: 'admin', server: plane.server, resource, clientGo });
    expect(recorded.of('handler.add')).toEqual(expect.arrayContaining([expect.objectContaining({ informer: 'v1/configmaps@default', handler: 'recorder', key: 'default/one' })]));
    expect(recorded.of('cache')).toEqual(expect.arrayContaining([expect.objectContaining({ key: 'default/one', object: expect.objectContaining({ kind: 'ConfigMap', apiVersion: 'v1', data: { a: '1' } }) })]));
    expect(summaryOf(recorded)).toMatchObject({ kind: 'summary', synced: true, objects: recorded.of('cache').length, resourceVersion: expect.stringMatching(/^\d+$/) });
  });

  it('--until-events: counts what kubectl does', async () => {
    const recorded = await record(['--resource', 'v1/configmaps', '--namespace', 'default', '--until-events', '3'], async () => {
      await plane.kubectl(['create', 'configmap', 'two']);
      await plane.kubectl(['label', 'configmap', 'two', 'x=y']);
      await plane.kubectl(['delete', 'configmap', 'two']);
    });
    expect(recorded.status).toBe(0);
    expect(recorded.of('reflector.event').map(({ key, type }) => `${String(type)} ${String(key)}`)).toEqual(['ADDED default/two', 'MODIFIED default/two', 'DELETED default/two']);
    expect(recorded.of('handler.delete')).toMatchObject([{ key: 'default/two', tombstone: false }]);
  });

  it('--for, and a client certificate', async () => {
    const recorded = await record(['--resource', 'apps/v1/deployments', '--context', 'certificate', '--for', '1']);
    expect({ status: recorded.status, stderr: recorded.stderr }).toEqual({ status: 0, stderr: '' });
    expect(summaryOf(recorded)).toMatchObject({ synced: true, objects: 0 });
  });

  it('--out writes the file alone', async () => {
    const recorded = await record(['--resource', 'v1/configmaps', '--until-synced', '--out', 'trace.ndjson']);
    expect({ status: recorded.status, stdout: recorded.stdout, stderr: recorded.stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(await readFile(join(folder, 'trace.ndjson'), 'utf8')).toMatch(/^\{"informerTrace":1.*\n[\s\S]*"kind":"summary","synced":true/);
  });

  it.each([
    ['v1/secrets', 'stranger', 401, 'does not accept the credentials'],
    ['secrets', 'stranger', 401, 'does not accept the credentials'],
    ['v1/secrets', 'nobody', 403, 'It is forbidden to list v1/secrets in all namespaces'],
  ])('%s as %s: %i, status 1, trace kept', async (resource, context, code, sentence) => {
    const recorded = await record(['--resource', resource, '--context', context, '--until-synced']);
    expect(recorded.status).toBe(1);
    expect(recorded.stderr).toContain(sentence);
    expect(recorded.stderr).toContain(String(code));
    expect(summaryOf(recorded)).toEqual({ kind: 'summary', synced: false, objects: 0, resourceVersion: '' });
    if (resource.includes('/')) expect(recorded.of('reflector.error')[0]).toMatchObject({ phase: 'list', code });
  });

  it.each(['nosuch', 'v1/nosuch', 'nosuch.example/v1/things'])('%s: status 2, one sentence', async (resource) => {
    const recorded = await record(['--resource', resource, '--until-synced']);
    expect(recorded.status).toBe(2);
    expect(recorded.stderr).toMatch(/^The server has no resource "[^\n]+\.\n$/);
    expect(summaryOf(recorded)).toMatchObject({ synced: false });
  });

  it('a resource without namespaces: status 2 with --namespace', async () => {
    const recorded = await record(['--resource', 'v1/nodes', '--namespace', 'default', '--until-synced']);
    expect(recorded).toMatchObject({ status: 2, stderr: 'The resource "v1/nodes" is not in any namespace. Leave out --namespace.\n' });
  });

  it('a field selector that the resource does not know: status 2', async () => {
    const recorded = await record(['--resource', 'v1/configmaps', '--field-selector', 'spec.nodeName=n', '--until-synced']);
    expect(recorded.status).toBe(2);
    expect(recorded.stderr).toContain('spec.nodeName');
  });

  it('an unreachable server: status 1 when the time is over', async () => {
    const kubeconfig = join(folder, 'unreachable');
    await writeFile(kubeconfig, (await readFile(plane.kubeconfig, 'utf8')).replace(plane.server, 'https://127.0.0.1:1'));
    const recorded = await record(['--kubeconfig', 'unreachable', '--resource', 'v1/configmaps', '--until-synced', '--timeout', '2']);
    expect(recorded.status).toBe(1);
    expect(recorded.stderr).toMatch(/^Nobody listens at https:\/\/127\.0\.0\.1:1 .* Trying again\.\nThe informer was not synced within 2 s/);
    expect(recorded.of('reflector.error')[0]).toMatchObject({ phase: 'list', code: 0, reason: 'refused', will: 'retry' });
  });

  it('selectors reach the server', async () => {
    await plane.kubectl(['create', 'configmap', 'labelled']);
    await plane.kubectl(['label', 'configmap', 'labelled', 'app=web']);
    const byLabel = await record(['--resource', 'v1/configmaps', '--label-selector', 'app in (web, api)', '--until-synced', '--cache']);
    expect(byLabel.of('cache').map(({ key }) => key)).toEqual(['default/labelled']);
    const byField = await record(['--resource', 'v1/configmaps', '--field-selector', 'metadata.name=labelled', '--until-synced', '--cache']);
    expect(byField.of('cache').map(({ key }) => key)).toEqual(['default/labelled']);
  });

  it('Secrets are masked, and a change of one shows', async () => {
    const secret = (password: string): string =>
      JSON.stringify({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'login', namespace: 'default' }, stringData: { password } });
    await plane.kubectl(['apply', '-f', '-'], secret('correct-horse-battery'));
    const recorded = await record(['--resource', 'v1/secrets', '--namespace', 'default', '--until-events', '1', '--input', '--cache'], () => plane.kubectl(['apply', '-f', '-'], secret('staple-of-another')));
    expect(recorded.status).toBe(0);
    for (const password of ['correct-horse-battery', 'staple-of-another']) {
      expect(recorded.stdout).not.toContain(password);
      expect(recorded.stdout).not.toContain(Buffer.from(password).toString('base64').replace(/=+$/, ''));
    }
    const masks = new Set([...recorded.stdout.matchAll(/"password":"(<masked \d+ bytes> #[0-9a-f]{8})"/g)].map((match) => match[1]));
    expect([...masks].map((mask) => mask!.replace(/ #.*/, ''))).toEqual(['<masked 21 bytes>', '<masked 17 bytes>']);
  });

  it('the kubeconfig is left as it was', async () => {
    const digest = async (): Promise<string> => createHash('sha256').update(await readFile(plane.kubeconfig)).digest('hex');
    const before = await digest();
    await record(['--resource', 'v1/configmaps', '--until-synced']);
    expect(await digest()).toBe(before);
  });
});
