import { expect, it } from 'vitest';
import { lintsPage } from '../../../extension/inspector/pages/lintsPage.ts';
import { lintsSummary } from '../../../extension/inspector/pages/lints/lintView.ts';
import { panelState } from '../../../extension/inspector/pipelineView.ts';
import { LintLog } from '../../../extension/inspector/lintLog.ts';
import { lintsPicture } from '../../../extension/protocol/pages/lints.ts';
import type { TraceEntry } from '../../../extension/trace/entry.ts';
import { lintHarness, pods } from '../../support/lintHarness.ts';

const words = () => ({ word: '', detail: '' });

it('shows what is raised with the entries that are kept, then what was, and how long', async () => {
  const { session, cluster, clock } = lintHarness();
  await session.connect();
  session.informers.start(pods);
  await clock.advance(80_000);
  const picture = () => lintsPage({ session, selected: null, words }, {});
  expect(picture()).toMatchObject({
    raised: [{ lint: 'silent-watch', informer: 'v1/pods', key: '', entries: [{ kind: 'reflector.watch', what: expect.stringContaining('watch') }] }],
    cleared: [],
  });
  expect(picture().raised[0]!.forMs).toBeGreaterThan(3000);
  expect(lintsPicture(picture(), 'body')).toBeUndefined();
  expect(panelState(session, null, '', words).lints).toMatchObject({ raised: 1, newest: { lint: 'silent-watch' } });
  cluster.put(pods, { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', namespace: 'd' } });
  await clock.advance(60_000);
  expect(picture()).toMatchObject({ raised: [], cleared: [{ lint: 'silent-watch' }] });
  expect(picture().cleared[0]!.forMs).toBeLessThan(10_000);
  expect(panelState(session, null, '', words).lints).toEqual({ raised: 0, newest: null, ofKeys: [] });
  await session.close();
});

it('is the same when it is folded from the entries alone, and bounded', () => {
  const log = new LintLog();
  const evidence = { controller: 'c', paths: Array.from({ length: 100 }, () => 'x'.repeat(10_000)) };
  for (let seq = 1; seq <= 2000; seq += 2) {
    log.note({ seq, t: seq, kind: 'lint.raised', lint: 'mutated-cache', key: 'd/a', evidence, cause: [1, 2] } as TraceEntry);
    if (seq < 1500) log.note({ seq: seq + 1, t: seq, kind: 'lint.cleared', lint: 'mutated-cache', key: 'd/a', evidence, cause: [seq] } as TraceEntry);
  }
  const session = { lints: log, now: () => 5000, tracer: { at: () => undefined, entries: function* () {}, lastSeq: 0, dropped: 0, seenBy: () => [] } };
  const picture = lintsPage({ session: session as never, selected: null, words }, {});
  expect(lintsPicture(picture, 'body')).toBeUndefined();
  expect([picture.raised.length, picture.cleared.length]).toEqual([200, 50]);
  expect(picture.raised[0]!.seq).toBe(1999);
  expect(lintsSummary(session)).toMatchObject({ raised: 250, newest: { seq: 1999, entries: [{ seq: 1 }, { seq: 2 }] } });
  expect(lintsSummary(session).ofKeys.map(({ seq, entries }) => [seq, entries.length])).toEqual(Array.from({ length: 10 }, (_, index) => [1999 - 2 * index, 0]));
});
