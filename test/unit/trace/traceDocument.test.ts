import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { silentLogger } from '../../../extension/base/logger.ts';
import { seededRandom } from '../../../extension/base/random.ts';
import { validateLines } from '../../../extension/cli/validateLines.ts';
import { isRefusal } from '../../../extension/inspector/recordings/recording.ts';
import { type Recording, whyNotReplayed } from '../../../extension/inspector/recordings/recording.ts';
import { openRecordingSession } from '../../../extension/inspector/recordings/openRecordingSession.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { launchHere } from '../../support/inProcessReconcilers.ts';
import { readText, testHash } from '../../support/recordings.ts';
import { faultsIn } from '../../support/traceValidator.ts';

/** What others are told to write is what is read. */
const document = await readFile(new URL('../../../extension/trace/TRACE.md', import.meta.url), 'utf8');
const examples = [...document.matchAll(/^```jsonl\n([\s\S]*?)^```$/gm)].map(([, text]) => text!);

async function read(text: string): Promise<Recording> {
  const recording = await readText(text);
  if (isRefusal(recording)) throw new Error(recording.refused);
  return recording;
}

it('each example is, to the letter, what the published schema says', async () => {
  expect(examples).toHaveLength(2);
  for (const text of examples) {
    const lines = text.trimEnd().split('\n').map((line) => JSON.parse(line) as object);
    expect(faultsIn(lines)).toEqual([]);
    async function* chunks(): AsyncGenerator<Buffer> {
      yield Buffer.from(text);
    }
    expect(await validateLines(chunks())).toEqual({ lines: lines.length, faulty: 0, faults: [] });
  }
});

it('the minimal example is opened whole, its causes lead from the write back to the list', async () => {
  const { entries, informers, faults } = await read(examples[0]!);
  expect(faults).toEqual({ skipped: 0, first: undefined, cut: undefined });
  expect(informers.map(({ name }) => name)).toEqual(['apps/v1/deployments@shop']);
  const chain: string[] = [];
  for (let seq: number | undefined = 14; seq !== undefined; seq = entries[seq - 1]?.cause?.[0]) chain.push(entries[seq - 1]!.kind);
  expect(chain).toEqual(['reconcile.write', 'reconcile.start', 'workqueue.get', 'workqueue.add', 'handler.add', 'store.add', 'queue.pop', 'queue.add', 'reflector.event', 'reflector.watch', 'reflector.listed', 'reflector.list']);
});

it('what a controller in another language wrote is looked at as its own session', async () => {
  const source = { kind: 'recording', uri: 'file:///w/mine.informertrace', title: 'mine.informertrace' } as const;
  const recording = await read(examples[0]!);
  const session = await openRecordingSession(
    { recording },
    { source, clock: new FakeClock(), random: seededRandom(1), logger: silentLogger, launchReconciler: launchHere(), hash: testHash },
  );
  expect(session.counters.controllers.get('web')).toMatchObject({ reconciles: 1, reads: 1, writes: 1, errors: 0 });
  expect(session.informers.stateOf('apps/v1/deployments@shop')).toMatchObject({ phase: 'watching' });
  expect(session.now()).toBe(975);
  await session.close();
});

it('the one with input can be replayed, the other not', async () => {
  expect(whyNotReplayed(await read(examples[0]!))).toBe('noInput');
  expect(whyNotReplayed(await read(examples[1]!))).toBeUndefined();
});
