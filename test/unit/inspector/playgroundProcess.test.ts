import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { silentLogger } from '../../../extension/base/logger.ts';
import { systemClock } from '../../../extension/base/systemClock.ts';
import { IntrospectionClient } from '../../../extension/inspector/introspection/introspectionClient.ts';
import { PlaygroundError, PlaygroundProcess, type UnexpectedExit } from '../../../extension/inspector/playgroundProcess.ts';

const settings = { size: 'small', seed: 7, churn: 'calm' };
const address = `console.log(JSON.stringify({ server: 'https://127.0.0.1:1', kubeconfig: process.argv.slice(2).join(' ') }));`;
const waits = `process.on('disconnect', () => process.exit()); process.on('SIGTERM', () => process.exit()); setInterval(() => undefined, 1000);`;

let folder: string;
let programs = 0;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'playground-process-'));
});
afterAll(() => rm(folder, { recursive: true }));

let started: PlaygroundProcess | undefined;
afterEach(() => started?.stop());

/** A program of a few lines in the place of the playground. */
async function program(text: string): Promise<PlaygroundProcess> {
  const file = path.join(folder, `${programs++}.cjs`);
  await writeFile(file, text);
  started = new PlaygroundProcess({ program: file, execPath: process.execPath, env: process.env, clock: systemClock, logger: silentLogger });
  return started;
}

const failure = (playground: PlaygroundProcess): Promise<unknown> => playground.start(settings).catch((error: unknown) => error);

describe('PlaygroundProcess', () => {
  it('hands over the settings and reads where it listens', async () => {
    const playground = await program(`${address}${waits}`);
    expect(await playground.start(settings)).toEqual({ server: 'https://127.0.0.1:1', kubeconfig: '--size small --seed 7 --churn calm --introspection' });
    expect(playground.isRunning).toBe(true);
  });

  it('says where it is kept, when it is', async () => {
    const playground = await program(`${address}${waits}`);
    expect((await playground.start({ ...settings, keep: '/a b/kept' })).kubeconfig).toBe('--size small --seed 7 --churn calm --keep /a b/kept --introspection');
  });

  it('has no way into the inside of one that tells of none', async () => {
    const playground = await program(`${address}${waits}`);
    await playground.start(settings);
    expect(await playground.introspection()).toBeUndefined();
  });

  it('has one way into the inside of one that tells of it, for as long as it runs', async () => {
    const inside = { server: 'https://127.0.0.1:1', token: 'a'.repeat(40), ca: '' };
    const playground = await program(`console.log(JSON.stringify({ server: 'x', kubeconfig: 'y', introspection: ${JSON.stringify(inside)} }));${waits}`);
    expect(await playground.introspection()).toBeUndefined();
    await playground.start(settings);
    const [one, two] = await Promise.all([playground.introspection(), playground.introspection()]);
    expect(one).toBeInstanceOf(IntrospectionClient);
    expect(two).toBe(one);
    await playground.stop();
    expect(await playground.introspection()).toBeUndefined();
  });

  it('starts it once, however often it is asked', async () => {
    const playground = await program(`console.log(JSON.stringify({ server: 'x', kubeconfig: String(process.pid) }));${waits}`);
    const [one, two] = await Promise.all([playground.start(settings), playground.start(settings)]);
    expect(one).toEqual(two);
  });

  it('stops it, tells nobody, and can start it again', async () => {
    const playground = await program(`${address}${waits}`);
    const exits: UnexpectedExit[] = [];
    playground.onUnexpectedExit((exit) => exits.push(exit));
    await playground.start(settings);
    await playground.stop();
    expect([playground.isRunning, exits]).toEqual([false, []]);
    await playground.start(settings);
    expect(playground.isRunning).toBe(true);
  });

  it('tells when it has ended by itself, with what it said last', async () => {
    const playground = await program(`${address}setTimeout(() => { console.error('out of memory'); process.exit(3); }, 20);`);
    const exit = new Promise<UnexpectedExit>((resolve) => {
      playground.onUnexpectedExit(resolve);
    });
    await playground.start(settings);
    expect(await exit).toMatchObject({ code: 3, output: expect.stringContaining('out of memory') });
    expect(playground.isRunning).toBe(false);
  });

  it.each([
    ['ended', `console.error('no port'); process.exit(1);`, 'no port'],
    ['unreadable', `console.log('hello'); setInterval(() => undefined, 1000);`, ''],
    ['unreadable', `console.log('{"server": 3}'); setInterval(() => undefined, 1000);`, ''],
  ])('says why it did not come up: %s', async (code, text, output) => {
    const error = await failure(await program(text));
    expect(PlaygroundError.is(error) && error.code).toBe(code);
    expect(PlaygroundError.is(error) && error.data.output).toContain(output);
  });

  it('says so when the program cannot be run at all', async () => {
    started = undefined;
    const playground = new PlaygroundProcess({ program: 'x', execPath: path.join(folder, 'no-such-node'), env: {}, clock: systemClock, logger: silentLogger });
    expect(PlaygroundError.is(await failure(playground), 'notStarted')).toBe(true);
    expect(playground.isRunning).toBe(false);
  });
});
