import { expect, it } from 'vitest';
import { Pseudonyms } from '../../../../extension/inspector/report/pseudonyms.ts';
import { redactLine } from '../../../../extension/inspector/report/redactLine.ts';
import { redactRecording, type RedactedRecording } from '../../../../extension/inspector/report/redactRecording.ts';
import { sessionLines } from '../../../../extension/inspector/recordings/exportRecording.ts';
import { isRefusal } from '../../../../extension/inspector/recordings/recording.ts';
import { parseResource } from '../../../../extension/kube/resource.ts';
import type { RecordingLine } from '../../../../extension/trace/recording.ts';
import { entrySchemas } from '../../../../extension/trace/schema/entrySchemas.ts';
import { openSession } from '../../../support/openSession.ts';
import { readText } from '../../../support/recordings.ts';

function run(lines: Iterable<RecordingLine>, most = 1_000_000): RedactedRecording & { readonly turns: number } {
  const work = redactRecording(lines, new Pseudonyms(), most);
  for (let turns = 0; ; turns++) {
    const step = work.next();
    if (step.done) return { ...step.value, turns };
  }
}

const add = (seq: number): RecordingLine => ({ seq, t: seq, kind: 'workqueue.add', queue: 'mine', key: 'shop/web' });

it('what a real session has recorded can be opened, and tells of the same steps under other names', async () => {
  const { session, cluster, clock } = openSession();
  cluster.put(parseResource('v1/pods')!, { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'checkout', namespace: 'shop', labels: { team: 'payments' } }, spec: { nodeName: 'rack-7' } });
  session.informers.start(parseResource('v1/pods')!);
  await clock.settle();
  cluster.put(parseResource('v1/pods')!, { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'checkout', namespace: 'shop', labels: { team: 'payments' } }, spec: { nodeName: 'rack-8' } });
  await clock.settle();
  const { text } = run(sessionLines(session, { producer: 'Informer Inspector 0.1.0', wallTime: 0 }));
  expect(text).not.toMatch(/checkout|shop|team|payments|rack|kind-dev|127\.0\.0\.1/);
  const recording = await readText(text);
  if (isRefusal(recording)) throw new Error(recording.refused);
  expect(recording.faults).toEqual({ skipped: 0, first: undefined, cut: undefined });
  expect(recording.entries.map(({ seq, kind, cause }) => [seq, kind, cause])).toEqual(Array.from(session.tracer.entries(), ({ seq, kind, cause }) => [seq, kind, cause]));
  expect(recording.entries.filter((entry) => entry.kind === 'store.update')).toMatchObject([{ informer: 'v1/pods', key: 'namespace-1/name-1' }]);
  await session.close();
});

it('of a Secret there is nothing but what it is and which version', () => {
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'db', namespace: 'shop', resourceVersion: '7', annotations: { note: 'hunter2' } }, type: 'Opaque', data: { password: '<masked 7 bytes> #1f0a' }, stringData: { password: 'hunter2' } };
  const line = redactLine({ kind: 'cache', key: 'shop/db', object: secret }, new Pseudonyms());
  expect(line).toEqual({
    kind: 'cache',
    key: 'namespace-1/name-1',
    object: { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'name-1', namespace: 'namespace-1', resourceVersion: '7', annotations: { 'label-1': '<masked value-1>' } } },
  });
});

it('a change of a value can be seen, and not what it is', () => {
  const pseudonyms = new Pseudonyms();
  const pod = (image: string): unknown => redactLine({ kind: 'cache', key: 'a', object: { kind: 'Pod', metadata: { name: 'a' }, spec: { image }, status: { phase: 'Running' } } }, pseudonyms);
  const [first, same, other] = [pod('nginx'), pod('nginx'), pod('internal/nginx')];
  expect(same).toEqual(first);
  expect(other).toEqual({ kind: 'cache', key: 'name-1', object: { kind: 'Pod', metadata: { name: 'name-1' }, spec: { masked: '<masked value-3>' }, status: { masked: '<masked value-2>' } } });
});

it('a field that the vocabulary does not have is left out, whatever is in it', () => {
  expect(redactLine({ ...add(1), ...({ extra: 'shop', nested: { shop: 1 } } as object) }, new Pseudonyms())).toEqual({ seq: 1, t: 1, kind: 'workqueue.add', queue: 'name-1', key: 'namespace-1/name-2' });
});

it('each kind of entry stays what it is', () => {
  for (const kind of Object.keys(entrySchemas)) expect(redactLine({ seq: 1, t: 1, kind } as RecordingLine, new Pseudonyms())).toEqual({ seq: 1, t: 1, kind });
});

it('keeps the header and the newest lines that fit, and says how many did not', () => {
  const lines = [{ informerTrace: 1, context: 'mine' } as const, ...Array.from({ length: 250 }, (_, index) => add(index + 1))];
  const whole = run(lines);
  expect(whole).toMatchObject({ lines: 250, leftOut: 0, turns: 2 });
  const part = run(lines, Math.floor(whole.text.length / 2));
  expect(part.text.startsWith('{"informerTrace":1,"context":"context-1"}\n')).toBe(true);
  expect(part.text.trimEnd().split('\n').at(-1)).toBe(JSON.stringify({ seq: 250, t: 250, kind: 'workqueue.add', queue: 'context-1', key: 'namespace-1/name-1' }));
  expect(part.lines + part.leftOut).toBe(250);
  expect(part.lines).toBeGreaterThan(100);
  expect(part.text.length).toBeLessThan(whole.text.length / 2 + 100);
});
