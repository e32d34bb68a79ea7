import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { recordCommand } from '../../../extension/cli/recordCommand.ts';
import { systemClock } from '../../../extension/base/systemClock.ts';
import { PassThrough } from 'node:stream';
import { hastyClock } from '../../support/hastyClock.ts';
import { runRecorder, type RunOptions } from '../../support/runRecorder.ts';
import { kubeconfigFor, type Reply, type RouteScript, statusObject } from '../../support/scriptedServer.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

// Nothing here waits that long; a busy machine may.
vi.setConfig({ testTimeout: 30_000 });

const path = '/api/v1/pods';
const list = { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '10' }, items: [{ metadata: { name: 'a', namespace: 'd', uid: 'u', resourceVersion: '5' } }] };
const quiet: RouteScript = { list: [{ json: list }], watch: [{ end: 'hold' }] };
const core: RouteScript = {
  list: [
    {
      json: {
        kind: 'APIResourceList',
        groupVersion: 'v1',
        resources: [
          { name: 'pods', singularName: 'pod', shortNames: ['po'], kind: 'Pod', namespaced: true, verbs: ['list', 'watch'] },
          { name: 'nodes', singularName: 'node', kind: 'Node', namespaced: false, verbs: ['list', 'watch'] },
        ],
      },
    },
  ],
};

const run = (routes: Readonly<Record<string, RouteScript>>, args: readonly string[], options: RunOptions = {}) => runRecorder({ routes }, args, { clock: hastyClock(10), ...options });
const refused = (code: number, reason: string, message: string): RouteScript => ({ list: [{ status: code, json: statusObject(code, reason, message) }] });
const lookUp = (args: readonly string[]) => run({ '/api/v1': core, [path]: quiet }, args);
const folder = temporaryFolder();

describe.concurrent('what is written', () => {
  it('header, entries with seq and time, summary: one JSON value a line', async () => {
    const { lines, status, said } = await run({ [path]: quiet }, ['--resource', 'v1/pods', '--until-synced', '--client-go', 'article']);
    expect(lines[0]).toMatchObject({ informerTrace: 1, context: 'test', resource: 'v1/pods', clientGo: 'article', queue: 'DeltaFIFO', recordedAt: expect.any(String) });
    const entries = lines.slice(1, -1);
    expect(entries.map((line) => line['seq'])).toEqual(entries.map((_entry, index) => index + 1));
    expect(entries.every((line) => typeof line['t'] === 'number' && line['informer'] === 'v1/pods')).toBe(true);
    expect(lines.at(-1)).toEqual({ kind: 'summary', synced: true, objects: 1, resourceVersion: '10' });
    expect({ status, said }).toEqual({ status: 0, said: [] });
  });

  it('the handler of the recorder, with key and version', async () => {
    const { of } = await run({ [path]: quiet }, ['--resource', 'v1/pods', '--until-synced']);
    expect(of('handler.add')).toMatchObject([{ handler: 'recorder', key: 'd/a', rv: '5', isInInitialList: true }]);
  });

  it('the cache, before the summary, also when it was not synced in time', async () => {
    const { lines } = await run({ [path]: quiet }, ['--resource', 'v1/pods', '--until-events', '1', '--timeout', '15', '--cache']);
    expect(lines.slice(-2)).toMatchObject([{ kind: 'cache', key: 'd/a', object: { metadata: { name: 'a' } } }, { kind: 'summary' }]);
    expect(lines.at(-2)).not.toHaveProperty('seq');
  });

  it('the raw input, enough to have the run again', async () => {
    const events: Reply = { body: [{ event: ['MODIFIED', { ...list.items[0], kind: 'Pod', apiVersion: 'v1', metadata: { ...list.items[0]!.metadata, resourceVersion: '11' } }] }] };
    const { of } = await run({ [path]: { list: quiet.list!, watch: [events, { status: 500 }, { end: 'hold' }] } }, ['--resource', 'v1/pods', '--input'], { interruptWhen: (server) => server.watches.length === 3 });
    expect(of('input.list')[0]).toMatchObject({ options: { resourceVersion: '0', limit: 500 }, page: { kind: 'PodList', resourceVersion: '10', items: [{ kind: 'Pod' }] } });
    expect(of('input.watch').slice(0, 4)).toMatchObject([
      { watch: 1, options: { resourceVersion: '10' } },
      { watch: 1, events: [{ type: 'MODIFIED' }] },
      { watch: 1, closed: true },
      { watch: 2, error: { name: 'ApiError', data: { code: 500, reason: 'InternalError' } } },
    ]);
  });
});

describe('a file for the recording', () => {
  it('--out writes the file alone', async () => {
    const out = join(await folder.path(), 'trace.ndjson');
    await writeFile(out, 'something longer than nothing\n'.repeat(1000));
    const { output, status } = await run({ [path]: quiet }, ['--resource', 'v1/pods', '--until-synced', '--out', out]);
    const lines = (await readFile(out, 'utf8')).trimEnd().split('\n');
    expect(JSON.parse(lines[0]!)).toMatchObject({ informerTrace: 1 });
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ kind: 'summary', synced: true });
    expect({ output, status }).toEqual({ output: '', status: 0 });
  });
});

describe.concurrent('when it ends', () => {
  it('--for: after that time', async () => {
    const { status, said } = await run({ [path]: quiet }, ['--resource', 'v1/pods', '--for', '15']);
    expect({ status, said }).toEqual({ status: 0, said: [] });
  });

  it('--for: 1 when it was not synced by then, although it went on trying', async () => {
    const { status, said, server } = await run({ [path]: refused(403, 'Forbidden', 'no') }, ['--resource', 'v1/pods', '--for', '20']);
    expect(server.lists.length).toBeGreaterThan(2);
    expect(said).toHaveLength(2);
    expect(said[1]).toBe('The informer was not synced when the recording ended.');
    expect(status).toBe(1);
  });

  it('without condition: when it is interrupted', async () => {
    const { status, summary } = await run({ [path]: quiet }, ['--resource', 'v1/pods'], { interruptWhen: (_server, output) => output.includes('reflector.watch') });
    expect(summary['synced']).toBe(true);
    expect(status).toBe(0);
  });

  it('1 when it is interrupted before its condition is met', async () => {
    const { status, said } = await run({ [path]: quiet }, ['--resource', 'v1/pods', '--until-events', '5'], { interruptWhen: (_server, output) => output.includes('reflector.watch') });
    expect(status).toBe(1);
    expect(said).toEqual(['The recording was interrupted before its condition was met.']);
  });

  it('--until-events: 1 when they do not come in time', async () => {
    const { status, said } = await run({ [path]: quiet }, ['--resource', 'v1/pods', '--until-events', '5', '--timeout', '15']);
    expect(status).toBe(1);
    expect(said).toEqual(['The events did not come within 15 s. Allow for more with --timeout.']);
  });

  it('--until-synced: 1 when the server never answers', async () => {
    const { status, said, summary, of } = await run({ [path]: { list: [{ delayMs: 60_000 }] } }, ['--resource', 'v1/pods', '--until-synced', '--timeout', '2']);
    expect(status).toBe(1);
    expect(said).toEqual(['The informer was not synced within 2 s. Allow for more with --timeout.']);
    expect(summary).toEqual({ kind: 'summary', synced: false, objects: 0, resourceVersion: '' });
    expect(of('reflector.list')).toHaveLength(1);
  });
});

describe.concurrent('what the server refuses', () => {
  it.each([
    [401, 'Unauthorized', /does not accept the credentials \(401: go away\)\. Log in again/],
    [403, 'Forbidden', /It is forbidden to list v1\/pods in all namespaces \(403: go away\)\. Ask for the permission, or choose a namespace with --namespace\./],
  ])('%i: trace kept, the reason said, status 1', async (code, reason, sentence) => {
    const { status, said, of, summary } = await run({ [path]: refused(code, reason, 'go away') }, ['--resource', 'v1/pods', '--until-synced']);
    expect(status).toBe(1);
    expect(said.at(-1)).toMatch(sentence);
    expect(of('reflector.error')).toMatchObject([{ code, reason }, { code, reason }]);
    expect(summary['synced']).toBe(false);
  });

  it('401 once is not the end', async () => {
    const { status } = await run({ [path]: { list: [{ status: 401 }, { json: list }], watch: [{ end: 'hold' }] } }, ['--resource', 'v1/pods', '--until-synced']);
    expect(status).toBe(0);
  });

  it('an unreachable server: tried until the time is over', async () => {
    const { status, said, server, of } = await run({ [path]: { list: [{ end: 'cut' }] } }, ['--resource', 'v1/pods', '--until-synced', '--timeout', '10']);
    expect(server.requests.length).toBeGreaterThan(1);
    expect(of('reflector.error')[0]).toMatchObject({ code: 0, reason: 'reset' });
    expect(said).toHaveLength(2);
    expect(status).toBe(1);
  });

  it('a selector that the server does not know: 2', async () => {
    const { status, said } = await run({ [path]: refused(400, 'BadRequest', 'field label not supported: x') }, ['--resource', 'v1/pods', '--field-selector', 'x=y', '--until-synced']);
    expect(status).toBe(2);
    expect(said).toHaveLength(1);
    expect(said[0]).toContain('field label not supported: x');
  });
});

describe.concurrent('which resource', () => {
  it.each(['pods', 'po', 'pod'])('%s is looked up', async (resource) => {
    const { of, status } = await lookUp(['--resource', resource, '--until-synced']);
    expect(of('reflector.list')[0]).toMatchObject({ informer: 'v1/pods' });
    expect(status).toBe(0);
  });

  it('a full name is not', async () => {
    const { server } = await lookUp(['--resource', 'v1/pods', '--until-synced']);
    expect(server.requests.map((request) => request.path)).toEqual([path, path]);
  });

  it.each(['nosuch', 'v1/nosuch', 'nosuch.example/v1/things', 'v1/nosuch --for 60'])('%s is unknown: 2, in one sentence', async (args) => {
    const { status, said, summary } = await lookUp(['--resource', ...args.split(' ')]);
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(/^The server has no resource "/);
    expect(summary).toMatchObject({ kind: 'summary', synced: false });
    expect(status).toBe(2);
  });

  it.each(['nodes', 'v1/nodes'])('%s is in no namespace: 2', async (resource) => {
    const { status, said } = await lookUp(['--resource', resource, '--namespace', 'd', '--until-synced']);
    expect(said).toEqual([`The resource "${resource}" is not in any namespace. Leave out --namespace.`]);
    expect(status).toBe(2);
  });

  it('a look-up that is refused: 1, with header and summary', async () => {
    const { status, said, lines } = await run({ '/api/v1': refused(401, 'Unauthorized', 'Unauthorized') }, ['--resource', 'pods', '--until-synced']);
    expect(lines).toMatchObject([{ informerTrace: 1 }, { kind: 'summary', synced: false, objects: 0, resourceVersion: '' }]);
    expect(said).toHaveLength(1);
    expect(status).toBe(1);
  });

  it('a look-up that breaks off is tried again', async () => {
    const { status, said } = await run({ '/api/v1': { list: [{ end: 'cut' }, ...core.list!] }, [path]: quiet }, ['--resource', 'pods', '--until-synced']);
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(/Trying again\.$/);
    expect(status).toBe(0);
  });
});

describe('what cannot be tried', () => {
  async function refusedBefore(args: readonly string[], kubeconfig?: string): Promise<{ status: number; said: string[]; output: string }> {
    const home = await folder.path();
    if (kubeconfig !== undefined) await folder.write('config', kubeconfig);
    const stdout = new PassThrough();
    const said: string[] = [];
    const say = (sentence: string): void => void said.push(sentence);
    const status = await recordCommand({ args, env: {}, home, cwd: home, stdout, say, interrupted: new AbortController().signal, interactive: false, clock: systemClock });
    return { status, said, output: String(stdout.read() ?? '') };
  }

  const pods = ['--resource', 'v1/pods', '--until-synced'];

  it.each([
    ['wrong arguments', ['--nope'], undefined, /no option --nope/],
    ['no kubeconfig', pods, undefined, /There is no kubeconfig: .*\.kube.config does not exist/],
    ['a chosen kubeconfig that is not there', [...pods, '--kubeconfig', 'none'], undefined, /There is no kubeconfig .*none\. Check the path/],
    ['broken YAML', [...pods, '--kubeconfig', 'config'], 'a: [', /The kubeconfig .*config, line \d+ is not valid/],
    ['an unknown context', [...pods, '--kubeconfig', 'config', '--context', 'x'], kubeconfigFor('http://a'), /There is no context "x" in .*config\. Choose one of: test/],
    ['a file in a folder that is not there', [...pods, '--kubeconfig', 'config', '--out', 'no/such/file'], kubeconfigFor('http://a'), /--out .*file cannot be written/],
  ])('%s: 2, one sentence, and nothing on standard output', async (_name, args, kubeconfig, sentence) => {
    const { status, said, output } = await refusedBefore(args, kubeconfig);
    expect({ status, output, count: said.length }).toEqual({ status: 2, output: '', count: 1 });
    expect(said[0]).toMatch(sentence);
  });

  it('K12: the kubeconfig is not overwritten by a recording', async () => {
    const { status, said } = await refusedBefore([...pods, '--kubeconfig', 'config', '--out', './config'], kubeconfigFor('http://a'));
    expect(said[0]).toContain('is the kubeconfig, or a file that it names, which is never written');
    expect(status).toBe(2);
    expect((await stat(join(await folder.path(), 'config'))).size).toBe(kubeconfigFor('http://a').length);
  });

  it('--help says how, and records nothing', async () => {
    const { status, said, output } = await refusedBefore(['--help']);
    expect({ status, output }).toEqual({ status: 0, output: '' });
    expect(said[0]).toMatch(/^Usage: npm run -s record/);
  });
});
