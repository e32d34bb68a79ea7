import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { hastyClock } from '../../support/hastyClock.ts';
import { readCase, type RecorderRun, runRecorder, type RunOptions } from '../../support/runRecorder.ts';
import type { ScriptedServer } from '../../support/scriptedServer.ts';

// Nothing here waits that long; a busy machine may.
vi.setConfig({ testTimeout: 30_000 });

/** Cases from the field, end to end: recorder, engine and transport against a server that behaves so. */

/** Enough for back-off and silence to pass in a moment, little enough for time limits to hold on a busy machine. */
const haste = 20;

const pods = ['--resource', 'v1/pods', '--namespace', 'd'];

async function run(name: string, args: readonly string[], options: RunOptions = {}): Promise<RecorderRun> {
  // Half a minute, for a machine that is busy with other things.
  const patience = args.includes('--timeout') || !args.some((arg) => arg.startsWith('--until')) ? [] : ['--timeout', String(30 * haste)];
  const recorded = await runRecorder(await readCase(name), [...args, ...patience], { clock: hastyClock(haste), ...options });
  for (const { query } of recorded.server.requests) expect(query.get('resourceVersion') ?? '').toMatch(/^\d*$/);
  return recorded;
}

const watches = (count: number) => (server: ScriptedServer) => server.watches.length === count;

it('each case has its file, and each file is played here', async () => {
  const files = await readdir(new URL('../../support/cases/', import.meta.url));
  const ofRecorder = files.filter((name) => !name.startsWith('24')).map((name) => name.replace('.json', ''));
  expect(new Set(ofRecorder.map((name) => Number(name.slice(0, 2))))).toEqual(new Set(Array.from({ length: 23 }, (_one, index) => index + 1)));
  const played = await readFile(import.meta.filename, 'utf8');
  // Some are named in a table, by their number or their status.
  expect(ofRecorder.filter((name) => !played.includes(name.replace(/^03-refused-watch-\d+$/, '03-refused-watch-')))).toEqual([]);
});

describe.concurrent('watch streams', () => {
  it('case 1, R-44: a 410 inside HTTP 200 leads to one relist from the last version, without a word to the person', async () => {
    const { server, said, of, summary, status } = await run('01-expired-in-stream', pods, { interruptWhen: (seen, output) => watches(2)(seen) && output.includes('handler.delete') });
    expect(server.lists.map(({ query }) => query.get('resourceVersion'))).toEqual(['0', '10']);
    expect(server.watches.map(({ query }) => query.get('resourceVersion'))).toEqual(['10', '20']);
    expect(of('reflector.error')).toMatchObject([{ phase: 'stream', code: 410, reason: 'Expired', will: 'relist' }]);
    expect(of('handler.delete')).toMatchObject([{ key: 'd/a', tombstone: true }]);
    expect(of('handler.add').map(({ key }) => key)).toEqual(['d/a', 'd/b', 'd/c']);
    expect(summary).toMatchObject({ synced: true, objects: 2, resourceVersion: '20' });
    expect({ said, status }).toEqual({ said: [], status: 0 });
  });

  it('case 2, R-41: what the Status of an ERROR event says of versions, and what is no Status, moves nothing', async () => {
    const { server, of, summary } = await run('02-error-status', pods, { interruptWhen: watches(4) });
    expect(server.requests.map(({ query }) => query.get('resourceVersion'))).toEqual(['0', '10', '11', '12', '12', '12', '12', '12']);
    expect(of('reflector.error')).toMatchObject([{ phase: 'stream', code: 500, message: 'etcd has no leader' }, { phase: 'stream', code: 500 }, { phase: 'stream', code: 500 }]);
    expect(summary).toMatchObject({ synced: true, resourceVersion: '12' });
  });

  it.each([
    [429, 1],
    [500, 2],
    [503, 2],
    [401, 2],
    [403, 2],
  ])('case 3: a watch refused with %i is tried again, after %i list(s)', async (code, lists) => {
    const { server, of, status, said } = await run(`03-refused-watch-${code}`, [...pods, '--until-events', '1']);
    expect(of('reflector.error')).toMatchObject([{ phase: 'watch', code }]);
    const [delay, ...others] = of('reflector.backoff');
    expect(others).toEqual([]);
    // 0.8 s, and as much again by chance.
    expect(delay).toMatchObject({ attempt: 1, ms: expect.toSatisfy((ms: number) => ms >= 800 && ms <= 1600) });
    expect(server.lists).toHaveLength(lists);
    expect(said).toHaveLength(1);
    expect(said[0]).toContain(String(code));
    if (code === 403) expect(said[0]).toMatch(/^It is forbidden to watch v1\/pods in the namespace d /);
    expect(status).toBe(0);
  });

  it('case 3, T-01: waits for as long as Retry-After says', async () => {
    const { server } = await run('03-refused-watch-429', [...pods, '--until-events', '1']);
    expect(server.watches[1]!.at - server.watches[0]!.at).toBeGreaterThanOrEqual(1000 / haste);
  });

  it('case 4: a first list that fails is tried again', async () => {
    const { server, of, status, said } = await run('04-first-list-fails', [...pods, '--until-synced']);
    expect(server.lists).toHaveLength(2);
    expect(of('reflector.error')).toMatchObject([{ phase: 'list', code: 503, will: 'retry' }]);
    expect(of('reflector.backoff')).toMatchObject([{ attempt: 1, ms: expect.toSatisfy((ms: number) => ms >= 800 && ms <= 1600) }]);
    expect(said[0]).toMatch(/failed to list v1\/pods in the namespace d \(503 ServiceUnavailable: not yet\)\. .*Trying again\.$/);
    expect(status).toBe(0);
  });

  it('case 5, R-24: a store that was set back is followed, and said to be', async () => {
    const { server, of, said, summary } = await run('05-rewound', [...pods, '--cache'], { interruptWhen: (_server, output) => /"handler.update".*"rv":"1006"/.test(output) && output.includes('handler.delete') });
    expect(server.lists.map(({ query }) => query.get('resourceVersion'))).toEqual(['0', '1200', null]);
    expect(of('cache').map(({ key, object }) => `${key} ${(object as { metadata: { resourceVersion: string } }).metadata.resourceVersion}`)).toEqual(['d/a 1002', 'd/c 1006']);
    expect(of('handler.delete')).toMatchObject([{ key: 'd/b', tombstone: true }]);
    expect(said.at(-1)).toMatch(/^The store of .* was set back: the cache was at version 1200, and a new list is of 1005\./);
    expect(summary['resourceVersion']).toBe('1006');
  });

  it('case 6, R-38: a bookmark moves the version and nothing else', async () => {
    const { server, lines, of, summary } = await run('06-bookmark', [...pods, '--cache'], { interruptWhen: watches(2) });
    expect(server.watches[1]!.query.get('resourceVersion')).toBe('777');
    expect(of('cache').map(({ key }) => key)).toEqual(['d/a']);
    expect(of('handler.add')).toHaveLength(1);
    expect(summary['resourceVersion']).toBe('777');
    expect(JSON.stringify(lines)).not.toContain('undefined');
  });

  it('case 7, R-33: unordered initial events do not move the version', async () => {
    const { server } = await run('07-initial-events-unordered', [...pods, '--client-go', '1.36'], { interruptWhen: watches(3) });
    expect(server.watches[0]!.query.get('sendInitialEvents')).toBe('true');
    expect(server.requests.map(({ query }) => query.get('resourceVersion'))).not.toContain('3');
  });

  it('case 7: nor do those of a watch from no version at all', async () => {
    const { server, of } = await run('07-no-version', pods, { interruptWhen: watches(2) });
    expect(of('reflector.event').map(({ rv }) => rv)).toEqual(['900', '3']);
    expect(server.watches[1]!.query.get('resourceVersion')).toBeNull();
  });

  it('case 8: a character cut in two arrives whole', async () => {
    const { of, status } = await run('08-cut-character', [...pods, '--until-events', '1', '--cache']);
    expect(of('cache').find(({ key }) => key === 'd/c')).toMatchObject({ object: { data: { note: 'é漢😀' } } });
    expect(status).toBe(0);
  });

  it('case 9: frames on one line, over many, with U+2028 and CRLF all arrive', async () => {
    const { of, summary, status } = await run('09-frames', [...pods, '--until-events', '6', '--timeout', '60', '--cache']);
    expect(of('reflector.event').map(({ key }) => key)).toEqual(['d/two-a', 'd/two-b', 'd/pretty', 'd/separator', 'd/crlf-a', 'd/crlf-b']);
    expect(of('cache').find(({ key }) => key === 'd/separator')).toMatchObject({ object: { data: { k: 'x\u2028y' } } });
    expect(summary['resourceVersion']).toBe('16');
    expect(status).toBe(0);
  });

  it('case 10, R-47: empty watches are noted and slow down to less than one request a second', async () => {
    const { server, of } = await run('10-empty-watch', [...pods, '--for', '60']);
    expect(server.requests.length).toBeLessThan(60);
    expect(of('reflector.error')).toContainEqual(expect.objectContaining({ phase: 'stream', reason: 'VeryShortWatch' }));
    const delays = of('reflector.backoff').map(({ ms }) => ms as number);
    expect(delays[3]).toBeGreaterThan(delays[0]!);
  });

  it('case 10: so do watches that expire at once', async () => {
    const { server, of, summary } = await run('10-expired-always', [...pods, '--for', '60']);
    expect(server.lists.length).toBeGreaterThan(2);
    expect(server.requests.length).toBeLessThan(60);
    expect(of('handler.add')).toHaveLength(1);
    expect(summary).toMatchObject({ synced: true, objects: 1 });
  });

  it('case 11: a silent stream is left after 70 s and watched again from the last version', async () => {
    const { server, of, status } = await run('11-silent-stall', [...pods, '--until-events', '2', '--timeout', '300']);
    const closed = of('reflector.closed')[0];
    expect(closed).toMatchObject({ reason: 'silent' });
    expect(closed?.['lasted']).toBeGreaterThanOrEqual(70_000);
    expect(of('reflector.event').map(({ key }) => key)).toEqual(['d/c', 'd/d']);
    expect(server.watches.map(({ query }) => query.get('resourceVersion'))).toEqual(['10', '11']);
    expect(status).toBe(0);
  });

  it('case 11: the same after the machine has slept for ten minutes', async () => {
    const hasty = hastyClock(haste);
    let slept = 0;
    const clock = { ...hasty, now: () => hasty.now() + slept, wallTime: () => hasty.wallTime() + slept };
    const { server, of, summary } = await run('11-silent-stall', pods, {
      clock,
      interruptWhen: (seen, output) => {
        if (output.includes('"key":"d/c"')) slept = 600_000;
        return watches(2)(seen) && /handler.add.*"d\/d"/.test(output);
      },
    });
    expect(of('reflector.closed')[0]).toMatchObject({ reason: 'silent' });
    expect(of('reflector.event').map(({ key }) => key)).toEqual(['d/c', 'd/d']);
    expect(server.watches.map(({ query }) => query.get('resourceVersion'))).toEqual(['10', '11']);
    expect(summary['synced']).toBe(true);
  });

  it('case 12: a healthy watch lives', async () => {
    const { server, of, status } = await run('12-healthy', [...pods, '--until-events', '36', '--timeout', '600']);
    expect(server.watches).toHaveLength(1);
    expect(of('reflector.error')).toEqual([]);
    expect(status).toBe(0);
  });

  it('case 13: nothing is asked and nobody is told after a stop in the middle of a list', async () => {
    const { server, of, status } = await run('13-slow-list', pods, { interruptWhen: (seen) => seen.lists.length === 1 });
    expect(server.requests).toHaveLength(1);
    expect(of('handler.add')).toEqual([]);
    expect(status).toBe(1);
  });

  it('case 13: nothing is asked after a stop in a back-off', async () => {
    const { server } = await run('04-first-list-fails', pods, { interruptWhen: (_server, output) => output.includes('reflector.backoff') });
    expect(server.requests).toHaveLength(1);
  });
});

describe.concurrent('lists and objects', () => {
  it('case 14, T-16: cached objects have kind and apiVersion', async () => {
    const { of } = await run('14-no-kind', [...pods, '--until-events', '1', '--cache', '--input']);
    const listed = of('input.list')[0] as { page?: { items: readonly object[] } } | undefined;
    expect(listed?.page?.items[0]).toMatchObject({ kind: 'Pod', apiVersion: 'v1' });
    expect(of('cache')).toMatchObject([{ object: { kind: 'Pod', apiVersion: 'v1', metadata: { resourceVersion: '11' } } }]);
    expect(JSON.stringify(of('store.update'))).not.toMatch(/apiVersion|"kind"\]|"changed":\[[^\]]*kind/);
  });

  it.each([
    ['15-null-items', ''],
    ['15-no-items', '7'],
  ])('case %s: is an empty list, and synced', async (name, resourceVersion) => {
    const { summary, status } = await run(name, [...pods, '--until-synced']);
    expect(summary).toEqual({ kind: 'summary', synced: true, objects: 0, resourceVersion });
    expect(status).toBe(0);
  });

  it('case 16, R-26: a Table instead of a list is refused in words', async () => {
    const { of, summary, status } = await run('16-table-list', [...pods, '--until-synced', '--timeout', '10']);
    expect(of('reflector.error')[0]).toMatchObject({ phase: 'list', message: expect.stringContaining('unsupported') });
    expect(summary).toMatchObject({ synced: false, objects: 0 });
    expect(status).toBe(1);
  });

  it('case 16, R-37: a Table as an event is skipped', async () => {
    const { of, summary, status } = await run('16-table-event', [...pods, '--until-events', '1']);
    expect(of('reflector.error')).toMatchObject([{ phase: 'event', will: 'skip', message: expect.stringContaining('Table') }]);
    expect(summary).toMatchObject({ objects: 2, resourceVersion: '11' });
    expect(status).toBe(0);
  });

  it('case 17: deleted and created again while away is one update of another object', async () => {
    const { of } = await run('17-recreated', pods, { interruptWhen: (seen, output) => watches(2)(seen) && output.includes('handler.update') });
    expect(of('store.update')).toMatchObject([{ key: 'd/a', old: '5', rv: '50', uidChanged: true }]);
    expect(of('handler.update')).toMatchObject([{ key: 'd/a', old: '5', rv: '50' }]);
    expect(of('handler.delete')).toEqual([]);
  });

  it('case 18, D-22: a deletion that was missed is found by the next list, with the last that was known', async () => {
    const { of, summary, status } = await run('18-missed-delete', pods, { interruptWhen: (_server, output) => output.includes('handler.delete') });
    expect(of('store.delete')).toMatchObject([{ key: 'd/a', tombstone: true }]);
    expect(of('handler.delete')).toMatchObject([{ key: 'd/a', rv: '12', tombstone: true }]);
    expect(summary).toMatchObject({ objects: 1, resourceVersion: '50' });
    expect(status).toBe(0);
  });

  it('case 19: an object that left the selector is deleted, and said to have left', async () => {
    const { of, server, summary } = await run('19-left-selector', [...pods, '--label-selector', 'foo=bar', '--until-events', '1']);
    expect(server.requests.every(({ query }) => query.get('labelSelector') === 'foo=bar')).toBe(true);
    expect(of('handler.delete')).toMatchObject([{ key: 'd/a', tombstone: false, leftSelector: true }]);
    expect(summary['objects']).toBe(0);
  });

  it('case 20: odd names are names', async () => {
    const { of, status } = await run('20-odd-names', ['--resource', 'rbac.authorization.k8s.io/v1/clusterroles', '--until-events', '1', '--cache']);
    expect(of('cache').map(({ key }) => key).toSorted()).toEqual(['__proto__', 'constructor', 'd/v1.apps', 'system:node', 'v1.apps']);
    expect(of('handler.update')).toMatchObject([{ key: '__proto__', rv: '11' }]);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(status).toBe(0);
  });

  it('case 20: so are those of contexts', async () => {
    const name = 'arn:aws:eks:us-east-1:1:cluster/x é __proto__';
    const { lines, status } = await run('15-no-items', [...pods, '--context', name, '--until-synced'], {
      kubeconfig: (server) => JSON.stringify({ clusters: [{ name, cluster: { server } }], contexts: [{ name, context: { cluster: name } }, { name: '__proto__', context: {} }] }),
    });
    expect(lines[0]).toMatchObject({ context: name });
    expect(status).toBe(0);
  });

  it.each(['v1/secrets', 'example.com/v1/bundles'])('case 22: nothing secret of %s is written', async (resource) => {
    const stop = resource === 'v1/secrets' ? ['--until-events', '1'] : ['--until-synced'];
    const { output, status } = await run('22-secrets', ['--resource', resource, '--namespace', 'd', '--input', '--cache', ...stop]);
    expect(output).toMatch(/<masked 13 bytes> #[0-9a-f]{8}/);
    for (const secret of ['correct-horse', 'battery-staple']) {
      expect(output).not.toContain(secret);
      expect(output).not.toContain(Buffer.from(secret).toString('base64').replace(/=+$/, ''));
    }
    expect(status).toBe(0);
  });

  it('case 22: a changed value shows as another hash of another length', async () => {
    const { output } = await run('22-secrets', ['--resource', 'v1/secrets', '--namespace', 'd', '--input', '--until-events', '1']);
    const masks = new Set([...output.matchAll(/"password":"(<masked \d+ bytes> #[0-9a-f]{8})"/g)].map((match) => match[1]));
    expect([...masks].map((mask) => mask!.replace(/#.*/, ''))).toEqual(['<masked 13 bytes> ', '<masked 14 bytes> ']);
  });

  it('case 22: what a server says of Secrets is shown where it is known to quote none', async () => {
    const path = '/api/v1/namespaces/d/secrets';
    const list = { json: { kind: 'SecretList', apiVersion: 'v1', metadata: { resourceVersion: '10' } } };
    const status = (code: number, reason: string, message: string): object => ({ kind: 'Status', code, reason, message });
    const failed = (code: number, reason: string, message: string) => ({ body: [{ event: ['ERROR', status(code, reason, message)] as const }] });
    const refusal = { status: 500, json: status(500, 'InternalError', 'Internal error occurred: correct-horse is no secret') };
    const script = {
      routes: { [path]: { list: [refusal, list], watch: [failed(500, 'InternalError', 'correct-horse'), failed(410, 'Expired', 'too old resource version: 10 (20)'), { body: [], end: 'hold' as const }] } },
    };
    const args = ['--resource', 'v1/secrets', '--namespace', 'd', '--input'];
    const { output, said, of } = await runRecorder(script, args, { clock: hastyClock(haste), interruptWhen: watches(3) });
    expect(of('reflector.error').map(({ code, message }) => [code, message])).toEqual([
      [500, expect.stringMatching(/^Internal error occurred: <masked 26 bytes> #[0-9a-f]{8}$/)],
      [500, expect.stringMatching(/^<masked 13 bytes> #[0-9a-f]{8}$/)],
      [410, 'too old resource version: 10 (20)'],
    ]);
    expect(output + said.join('\n')).not.toContain('correct-horse');
  });

  it('case 22: an update of a Secret says which fields have changed', async () => {
    const { of } = await run('22-secrets', ['--resource', 'v1/secrets', '--namespace', 'd', '--until-events', '1']);
    expect(of('store.update').map(({ changed }) => changed)).toEqual([['metadata.annotations["kubectl.kubernetes.io/last-applied-configuration"]', 'data.password', 'stringData.plain']]);
  });

  it('case 23: forbidden in the whole cluster, allowed in a namespace: which verb, resource and scope, and what to do', async () => {
    const refused = await run('23-forbidden', ['--resource', 'pods', '--until-synced']);
    expect(refused.said.at(-1)).toMatch(/^It is forbidden to list v1\/pods in all namespaces \(403: .*at the cluster scope\)\. Ask for the permission, or choose a namespace with --namespace\.$/);
    expect(refused.status).toBe(1);
    const allowed = await run('23-forbidden', ['--resource', 'pods', '--namespace', 'default', '--until-synced']);
    expect(allowed.summary).toMatchObject({ synced: true, objects: 1 });
    expect(allowed.status).toBe(0);
  });

  it('case 23: a watch that is forbidden when the list is not: said once, tried on, and the reason why no events came', async () => {
    const { said, of, status, server } = await run('23-watch-forbidden', [...pods, '--until-events', '1', '--timeout', '20']);
    expect(said[0]).toMatch(/^It is forbidden to watch v1\/pods in the namespace d .* Trying again\.$/);
    expect(said.at(-1)).toMatch(/^The events did not come within 20 s\. The last failure: It is forbidden to watch v1\/pods in the namespace d /);
    expect(said).toHaveLength(2);
    expect(of('reflector.backoff').length).toBeGreaterThan(1);
    expect(server.watches.length).toBeLessThan(20);
    expect(status).toBe(1);
  });
});

// By themselves: what runs beside them would find its time limits spent.
describe('large lists and objects', () => {
  it('case 21: a ConfigMap of a mebibyte that changes ten times a second is followed', async () => {
    const { of, output, status } = await run('21-large-configmap', ['--resource', 'v1/configmaps', '--namespace', 'd', '--until-events', '10', '--cache']);
    expect(of('handler.update').map(({ rv }) => rv).at(-1)).toBe('20');
    expect(of('cache')).toMatchObject([{ object: { data: { k: 'x'.repeat(1_000_000) }, metadata: { resourceVersion: '20' } } }]);
    // The trace has what happened to it, and not what it is.
    expect(output.length).toBeLessThan(1_100_000);
    expect(status).toBe(0);
  });

  it('case 21: 2500 entries, and 10,000 objects', async () => {
    const entries = await run('21-many-entries', ['--resource', 'v1/configmaps', '--namespace', 'd', '--until-synced', '--cache']);
    const { data } = entries.of('cache')[0]!['object'] as { data: Record<string, string> };
    expect(Object.keys(data)).toHaveLength(2500);
    expect(data).toMatchObject({ 'key-2498': 'value 2498', last: 'value' });
    const many = await run('21-ten-thousand', [...pods, '--until-synced']);
    expect(many.summary).toEqual({ kind: 'summary', synced: true, objects: 10_000, resourceVersion: '20000' });
    expect(many.of('handler.add')).toHaveLength(10_000);
    expect([entries.status, many.status]).toEqual([0, 0]);
  });
});
