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
    expect(said[1]).toBe('The informer was not synced when the recording ended. The last failure: It is forbidden to list v1/pods in all namespaces (403: no). Ask for the permission, or choose a namespace with --namespace.');
    expect(status).toBe(1);
  });

  it('--for: also when it could not begin within that time', async () => {
    const down = refused(503, 'ServiceUnavailable', 'down');
    const { status, said, summary } = await run({ '/api/v1': down, '/api': down, '/apis': down }, ['--resource', 'pods', '--for', '20']);
    expect(said.at(-1)).toBe('The recording could not begin within 20 s. Allow for more with --for.');
    expect({ status, summary }).toMatchObject({ status: 1, summary: { synced: false } });
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

  it('--until-synced: 1 when the initial events are cut off each time, and says that rather than to wait longer', async () => {
    const watch: RouteScript['watch'] = [{ delayMs: 20, body: [{ event: ['ADDED', list.items[0]!] }] }];
    const { status, said, of } = await run({ [path]: { watch } }, ['--resource', 'v1/pods', '--client-go', '1.36', '--until-synced', '--timeout', '10']);
    expect(status).toBe(1);
    expect(said).toEqual([expect.stringMatching(/^The informer was not synced within 10 s\. Its initial events were cut off before their end (once|\d+ times in a row)\. See what stands between, a proxy or a load balancer\.$/)]);
    expect(of('reflector.list')).toEqual([]);
  });

  it('--until-synced: 1 when the server never answers', async () => {
    const { status, said, summary, of } = await run({ [path]: { list: [{ delayMs: 60_000 }] } }, ['--resource', 'v1/pods', '--until-synced', '--timeout', '2']);
    expect(status).toBe(1);
    expect(said).toEqual(['The informer was not synced within 2 s. The list had not arrived in full. Allow for more with --timeout.']);
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

  it.each([
    ['in the namespace that was named', ['--namespace', 'd'], /list v1\/pods in the namespace d \(403: no\)\. Ask for the permission in that namespace, or choose another context with --context\.$/],
    ['of what is in no namespace', ['--resource', 'v1/nodes'], /list v1\/nodes in all namespaces \(403: no\)\. Ask for the permission, or choose another context with --context\.$/],
    ['in all namespaces', [], /list v1\/pods in all namespaces \(403: no\)\. Ask for the permission, or choose a namespace with --namespace\.$/],
  ])('403 %s: advice that can be followed', async (_name, args, sentence) => {
    const no = refused(403, 'Forbidden', 'no');
    const { status, said } = await run({ '/api/v1': core, [path]: no, '/api/v1/nodes': no, '/api/v1/namespaces/d/pods': no }, [...(args[0] === '--resource' ? [] : ['--resource', 'v1/pods']), ...args, '--until-synced']);
    expect(said.at(-1)).toMatch(sentence);
    expect(status).toBe(1);
  });

  it('a look-up that is forbidden: name it in full', async () => {
    const { said } = await run({ '/api/v1': refused(403, 'Forbidden', 'no') }, ['--resource', 'pods', '--until-synced']);
    expect(said).toEqual(['It is forbidden to look up the resources (403: no). Name the resource in full, such as apps/v1/deployments, or ask for the permission.']);
  });

  it('says nothing that would write to the terminal by itself', async () => {
    const { said } = await run({ [path]: refused(403, 'Forbidden', '\u001b]0;title\u0007\u001b[2Jno\n\u202eand no') }, ['--resource', 'v1/pods', '--until-synced']);
    expect(said.at(-1)).toMatch(/\(403: {2}?\]0;title \[2Jno and no\)/);
    // oxlint-disable-next-line no-control-regex
    expect(said.join('')).not.toMatch(/[\u0000-\u001f\u202e]/);
  });

  it('a selector that the server does not know: 2', async () => {
    const { status, said } = await run({ [path]: refused(400, 'BadRequest', 'field label not supported: x') }, ['--resource', 'v1/pods', '--field-selector', 'x=y', '--until-synced']);
    expect(status).toBe(2);
    expect(said).toHaveLength(1);
    expect(said[0]).toContain('field label not supported: x');
  });
});

describe.concurrent('what the informer cannot use', () => {
  const broken = (body: object): RouteScript => ({ list: [{ json: { apiVersion: 'v1', metadata: { resourceVersion: '10' }, ...body } }] });

  it.each([
    ['a Table', { kind: 'Table', rows: [] }, /answers with a Table when it is asked for v1\/pods in all namespaces, .*\. See what stands between/],
    ['an item without metadata', { kind: 'PodList', items: [{}] }, /The list of v1\/pods in all namespaces that .* gave cannot be used \(.*object has no meta\)\. See which API server is behind it/],
    ['an item that is none', { kind: 'PodList', items: [null] }, /not possible to list v1\/pods in all namespaces at .*: the list cannot be decoded: item 0 is not an object\. Check what answers there/],
  ])('%s: said once, and again as the reason when time is over', async (_name, body, sentence) => {
    const { status, said, of } = await run({ [path]: broken(body) }, ['--resource', 'v1/pods', '--until-synced', '--timeout', '15']);
    expect(of('reflector.error').length).toBeGreaterThan(1);
    expect(said).toHaveLength(2);
    expect(said[0]).toMatch(sentence);
    expect(said[1]).toMatch(/^The informer was not synced within 15 s\. The last failure: /);
    expect(said[1]).toMatch(sentence);
    expect(status).toBe(1);
  });

  it('events: said once, however many there are', async () => {
    const events = Array.from({ length: 5 }, (_one, index) => ({ event: [`ODD${index}`, { metadata: { name: 'a', namespace: 'd', resourceVersion: '11' } }] as const }));
    const { said, of } = await run({ [path]: { list: quiet.list!, watch: [{ body: events, end: 'hold' }] } }, ['--resource', 'v1/pods'], { interruptWhen: (_server, output) => output.includes('ODD4') });
    expect(of('reflector.error')).toHaveLength(5);
    expect(said).toEqual([expect.stringMatching(/^An event of v1\/pods in all namespaces could not be used and was passed over \(ODD0 event skipped: no such event type: "ODD0"\)\./)]);
  });

  it('objects nested without end: their lines are written as far as can be, and so is the rest', async () => {
    const deep = `{"kind":"Pod","apiVersion":"v1","metadata":{"name":"b","namespace":"d","resourceVersion":"11"},"spec":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const stream: Reply = { body: [`{"type":"ADDED","object":${deep}}\n`, { event: ['ADDED', { metadata: { name: 'c', namespace: 'd', resourceVersion: '12' } }] }], end: 'hold' };
    const { status, said, of, summary } = await run({ [path]: { list: quiet.list!, watch: [stream] } }, ['--resource', 'v1/pods', '--until-events', '2', '--input', '--cache', '--timeout', '200']);
    expect(of('cache').map(({ key }) => key)).toEqual(['d/a', 'd/b', 'd/c']);
    expect(JSON.stringify(of('cache')[1])).toContain('["<nested deeper than 500 levels>"]');
    expect(said).toEqual([expect.stringMatching(/^2 of the lines could not be written whole/)]);
    expect(summary).toMatchObject({ synced: true, objects: 3 });
    expect(status).toBe(0);
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
  /** @param heard is interrupted when something has been said */
  async function refusedBefore(args: readonly string[], kubeconfig?: string, heard?: AbortController): Promise<{ status: number; said: string[]; output: string }> {
    const home = await folder.path();
    if (kubeconfig !== undefined) await folder.write('config', kubeconfig);
    const stdout = new PassThrough();
    const said: string[] = [];
    const say = (sentence: string): void => {
      said.push(sentence);
      heard?.abort();
    };
    const status = await recordCommand({ args, env: {}, home, cwd: home, stdout, say, interrupted: (heard ?? new AbortController()).signal, interactive: false, clock: systemClock });
    return { status, said, output: String(stdout.read() ?? '') };
  }

  const pods = ['--resource', 'v1/pods', '--until-synced'];

  it.each([
    ['wrong arguments', ['--nope'], undefined, /no option --nope/],
    ['no kubeconfig', pods, undefined, /There is no kubeconfig: .*\.kube.config does not exist/],
    ['a chosen kubeconfig that is not there', [...pods, '--kubeconfig', 'none'], undefined, /There is no kubeconfig .*none\. Check the path/],
    ['broken YAML', [...pods, '--kubeconfig', 'config'], 'a: [', /The kubeconfig .*config, line \d+ is not valid/],
    ['a CA that is not there', [...pods, '--kubeconfig', 'config'], kubeconfigFor('https://127.0.0.1:1', {}, { 'certificate-authority': 'nope' }), /The cluster "test" in .*config names .*nope as its certificate-authority, which does not exist\./],
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

  it('what the kubeconfig holds is no certificate: 2, with header and summary', async () => {
    const { status, said, output } = await refusedBefore([...pods, '--kubeconfig', 'config'], kubeconfigFor('https://127.0.0.1:1', {}, { 'certificate-authority-data': 'aGVsbG8=' }));
    expect(said).toEqual([expect.stringMatching(/^The certificate authority of the cluster "test" is not a certificate in PEM/)]);
    expect(output).toContain('"kind":"summary","synced":false');
    expect(status).toBe(2);
  });

  it('a proxy that is dead: 1, and it is the proxy that is named', async () => {
    // Over as soon as it is said: how long client-node takes to load is the machine's affair.
    const heard = new AbortController();
    const { status, said } = await refusedBefore([...pods, '--timeout', '60', '--kubeconfig', 'config'], kubeconfigFor('https://10.0.0.1', {}, { 'proxy-url': 'http://127.0.0.1:1' }), heard);
    expect(said[0]).toBe(
      'https://10.0.0.1 cannot be reached through a proxy (the proxy http://127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1). Start the proxy, or correct proxy-url in the kubeconfig, or HTTPS_PROXY and NO_PROXY. Trying again.',
    );
    expect(status).toBe(1);
  });

  it('--help says how, and records nothing', async () => {
    const { status, said, output } = await refusedBefore(['--help']);
    expect({ status, output }).toEqual({ status: 0, output: '' });
    expect(said[0]).toMatch(/^Usage: npm run -s record/);
  });
});
