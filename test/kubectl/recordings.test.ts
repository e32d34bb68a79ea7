import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLogger } from '../../extension/base/logger.ts';
import { systemClock } from '../../extension/base/systemClock.ts';
import { traceCommand } from '../../extension/cli/traceCommand.ts';
import { compareQueues, type QueueComparison } from '../../extension/inspector/compareQueues.ts';
import { isRefusal } from '../../extension/inspector/recordings/recording.ts';
import type { Recording } from '../../extension/inspector/recordings/recording.ts';
import { readText } from '../support/recordings.ts';
import { startRecorder } from '../support/recorderProcess.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { Kubectl } from './kubectl.ts';

/** What kubectl and the recorder write of a server, read and played again. */
let kubectl: Kubectl;
const folder = temporaryFolder();
beforeAll(async () => {
  kubectl = await Kubectl.start(['--churn', 'off']);
});
afterAll(async () => {
  expect(kubectl.complaints).toBe('');
  await kubectl.stop();
});

async function read(text: string): Promise<Recording> {
  const recording = await readText(text);
  if (isRefusal(recording)) throw new Error(recording.refused);
  expect(recording.faults).toEqual({ skipped: 0, first: undefined, cut: undefined });
  return recording;
}

const compare = (recording: Recording): Promise<QueueComparison> =>
  compareQueues(recording, { hold: 'all', turns: systemClock, logger: silentLogger, signal: new AbortController().signal });

async function change(name: string): Promise<void> {
  await kubectl.ok(`create configmap ${name} --from-literal=a=1`);
  await kubectl.ok(`label configmap ${name} changed=yes`);
  await kubectl.ok(`delete configmap ${name}`);
}

describe('a capture', () => {
  it('with --output-watch-events is replayed through the three queues', async () => {
    await kubectl.ok('create configmap kept --from-literal=a=1');
    const following = kubectl.follow('get configmaps --watch --output-watch-events -o json');
    let text = '';
    const until = async (sign: RegExp): Promise<void> => {
      while (!sign.test(text)) {
        const { value, done } = await following.lines.next();
        if (done) throw new Error('kubectl has ended');
        text += `${value}\n`;
      }
    };
    await until(/"kept"/);
    await change('captured');
    await until(/"DELETED"/);
    following.stop();
    const recording = await read(text);
    expect(recording).toMatchObject({ format: 'kubectl', informers: [{ name: 'v1/configmaps', objectKind: 'ConfigMap' }] });
    const { caches, runs, pops } = await compare(recording);
    expect(caches).toEqual([]);
    for (const { cache } of runs) expect([...cache.keys()].filter((id) => /kept|captured/.test(id))).toEqual(['v1/configmaps default/kept']);
    expect(pops.find(({ key }) => key === 'default/captured')?.next.map((step) => step?.text)).toEqual(['queue.pop Added Updated Deleted', 'queue.pop Added', 'queue.pop Added']);
  });
});

describe('the recorder', () => {
  it('writes what leads, played again, to the very cache that it had; its lines are as the schema says, and the same as themselves', async () => {
    const path = await folder.path();
    const recorder = startRecorder(['--resource', 'v1/configmaps', '--namespace', 'default', '--until-events', '3', '--input', '--cache', '--fail-on', 'error:410,lint:hot-loop', '--out', 'web.informertrace'], {
      cwd: path,
      env: { KUBECONFIG: kubectl.kubeconfig },
    });
    const file = join(path, 'web.informertrace');
    await expect.poll(() => readFile(file, 'utf8').catch(() => ''), { timeout: 30_000 }).toContain('"reflector.watch"');
    await change('recorded');
    expect(await recorder.finished).toMatchObject({ status: 0, stderr: '' });

    const printed: string[] = [];
    const run = (...args: readonly string[]): Promise<number> => traceCommand({ args, cwd: path, print: (line) => printed.push(line), say: (sentence) => printed.push(sentence) });
    expect(await run('validate', 'web.informertrace')).toBe(0);
    expect(await run('diff', 'web.informertrace', 'web.informertrace')).toBe(0);

    const recording = await read(await readFile(file, 'utf8'));
    const { runs } = await compare(recording);
    const cached = recording.cache.map(({ key }) => `v1/configmaps@default ${key}`).toSorted();
    expect(cached.length).toBeGreaterThan(0);
    for (const { cache } of runs) expect([...cache.keys()].toSorted()).toEqual(cached);
  });
});
