import { describe, expect, it, vi } from 'vitest';
import { FailOnWatch, parseFailOn } from '../../../extension/cli/failOn.ts';
import type { TraceEntry } from '../../../extension/trace/entry.ts';
import { hastyClock } from '../../support/hastyClock.ts';
import { runRecorder, type RecorderRun } from '../../support/runRecorder.ts';
import type { RouteScript } from '../../support/scriptedServer.ts';

// Nothing here waits that long; a busy machine may.
vi.setConfig({ testTimeout: 30_000 });

const error = (seq: number, code: number, reason: string): TraceEntry => ({ seq, t: 1500, kind: 'reflector.error', informer: 'v1/pods', phase: 'watch', code, reason, message: 'too old.', will: 'relist' });

describe('what a recording fails for', () => {
  it('is named as a lint or as an error; whatever is none is refused with what there is', () => {
    expect(parseFailOn('lint:hot-loop, error:410,error:any')).toEqual([
      { kind: 'lint', lint: 'hot-loop' },
      { kind: 'error', code: 410 },
      { kind: 'error', code: 'any' },
    ]);
    for (const wrong of ['', 'lint', 'lint:', 'lint:toString', 'error:200', 'error:4100', 'error:410:1', 'warning:x', 'error:410,']) {
      expect(() => parseFailOn(wrong)).toThrow(/is none of lint:hot-loop, .*, error:any and error:CODE/);
    }
  });

  it('is told with the first that occurred, and how many more', () => {
    const watch = new FailOnWatch(parseFailOn('error:410,lint:relist-storm'));
    watch.note(error(1, 403, 'Forbidden'));
    expect(watch.sentence).toBeUndefined();
    // By its reason alone.
    watch.note(error(7, 0, 'Expired'));
    expect(watch.sentence).toBe('What --fail-on names has occurred: error:410, too old, at 1.5 s (entry 7). See the entries that led there in the recording.');
    watch.note({ seq: 9, t: 2000, kind: 'lint.raised', lint: 'relist-storm', evidence: {} });
    expect(watch.sentence).toContain('and 1 more');
  });

  it('counts no write that was refused here, and not by the server', () => {
    const watch = new FailOnWatch(parseFailOn('error:any'));
    const write = { seq: 1, t: 0, kind: 'reconcile.write', controller: 'c', key: 'd/a', verb: 'patch', target: 'v1/pods d/a', code: 409, dryRun: false } as const;
    watch.note({ ...write, decided: 'failed' as const });
    expect(watch.sentence).toBeUndefined();
    watch.note(write);
    expect(watch.sentence).toContain('error:409');
  });
});

describe('record --fail-on', () => {
  const path = '/api/v1/namespaces/d/pods';
  const args = ['--resource', 'v1/pods', '--namespace', 'd'];
  const list = { json: { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '10' }, items: [] } };
  const expired = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'Expired', code: 410, message: 'too old resource version: 10 (20)' };
  const run = (route: RouteScript, ...more: readonly string[]): Promise<RecorderRun> => runRecorder({ routes: { [path]: route } }, [...args, ...more], { clock: hastyClock(30) });

  it('ends as ever where nothing of it occurs', async () => {
    const { status, said } = await run({ list: [list], watch: [{ end: 'hold' }] }, '--until-synced', '--fail-on', 'error:410,lint:hot-loop');
    expect({ status, said }).toEqual({ status: 0, said: [] });
  });

  it('ends with 3 and a sentence where something did, with the whole recording', async () => {
    const events = [{ event: ['ERROR', expired] as const }];
    const { status, said, of, summary } = await run({ list: [list, list], watch: [{ body: events, end: 'close' }, { end: 'hold' }] }, '--for', '3', '--fail-on', 'error:410');
    expect(status).toBe(3);
    expect(said).toEqual([expect.stringMatching(/^What --fail-on names has occurred: error:410, too old resource version: 10 \(20\), at [\d.]+ s \(entry \d+\)\. See the entries that led there in the recording\.$/)]);
    expect(of('reflector.error')).toMatchObject([{ code: 410 }]);
    expect(summary).toMatchObject({ kind: 'summary', synced: true });
  });

  it('writes the lints that it looks for, and fails for the one that is named', async () => {
    const events = [{ event: ['ERROR', expired] as const }];
    const storm: RouteScript = { list: [list], watch: [{ body: events, end: 'close' }] };
    const named = await run(storm, '--for', '60', '--fail-on', 'lint:relist-storm');
    expect(named.of('lint.raised')).toMatchObject([{ lint: 'relist-storm' }]);
    expect(named.status).toBe(3);
    expect(named.said.at(-1)).toMatch(/^What --fail-on names has occurred: lint:relist-storm at /);
  });

  it('refuses a name that there is not: status 2', async () => {
    const { status, said } = await run({ list: [list] }, '--until-synced', '--fail-on', 'lint:hotloop');
    expect(status).toBe(2);
    expect(said).toEqual([expect.stringMatching(/^--fail-on cannot be read: "lint:hotloop" is none of lint:hot-loop, .*\.$/)]);
  });
});
