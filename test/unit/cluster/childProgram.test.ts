import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ChildProgram, type ProgramEnd, runProgram } from '../../../extension/cluster/childProgram.ts';
import { isAlive } from '../../support/isAlive.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const folder = temporaryFolder();
const never = new AbortController().signal;

/** Longer than any test; what is ended does not wait for it. */
const long = 'sleep 300';

interface Running {
  readonly end: Promise<ProgramEnd>;
  readonly lines: string[];
  /** The pid that the script says with `echo pid $! >&2`. */
  readonly pid: Promise<number>;
}

function sh(script: string, signal = never, more: Partial<ChildProgram> = {}): Running {
  const said = Promise.withResolvers<number>();
  const lines: string[] = [];
  const onLine = (line: string): void => {
    lines.push(line);
    if (line.startsWith('pid ')) said.resolve(Number(line.slice(4)));
  };
  return { end: runProgram({ command: '/bin/sh', args: ['-c', script], env: process.env, asks: false, maxOutput: 1000, onLine, ...more }, signal), lines, pid: said.promise };
}

const gone = (pid: number): Promise<void> => expect.poll(() => isAlive(pid), { interval: 5, timeout: 5000 }).toBe(false);

// A shell stands for the wrapper scripts that plugins often are.
describe.skipIf(process.platform === 'win32')('a program and what it starts', () => {
  it('does not look at the lines of which nobody wants to know, but for the last', { timeout: 60_000 }, async () => {
    for (const ending of ['and failed', 'and failed\\n']) {
      const told: string[] = [];
      const { end } = sh(`yes progress | head -c 20000000 >&2; printf '\\n${ending}' >&2; exit 1`, never, { onLine: (line) => void told.push(line), isEnough: () => told.length > 2000 });
      expect(await end).toEqual({ output: '', status: 1 });
      // Those that had come with the last that was wanted.
      expect(told.length).toBeLessThan(20_000);
      expect(told.at(-1)).toBe('and failed');
    }
  });

  it('gives its output, its lines and its status', async () => {
    const { end, lines } = sh(`printf 'one\\ntwo'; printf 'a\\033[31mb\\r\\nlast' >&2; exit 3`);
    expect(await end).toEqual({ output: 'one\ntwo', status: 3 });
    expect(lines).toEqual(['ab', 'last']);
  });

  it.each([
    ['by itself', false],
    ['on the terminal of the person', true],
  ])('is ended with the child of its shell when nobody wants it any more, run %s', async (_how, asks) => {
    const stop = new AbortController();
    const { end, pid } = sh(`${long} & echo pid $! >&2; wait`, stop.signal, { asks });
    const child = await pid;
    stop.abort('enough');
    await expect(end).rejects.toBe('enough');
    await gone(child);
  });

  it('is ended by force when it does not listen', async () => {
    const stop = new AbortController();
    const { end, pid } = sh(`trap '' TERM; echo pid $$ >&2; while :; do sleep 0.01; done`, stop.signal);
    const shell = await pid;
    stop.abort('enough');
    await expect(end).rejects.toBe('enough');
    await gone(shell);
  });

  it('is over when it has ended, although a child of it holds its pipes and lives on', async () => {
    const { end, pid } = sh(`${long} & echo pid $! >&2; echo done`);
    expect(await end).toEqual({ output: 'done\n', status: 0 });
    const child = await pid;
    expect(isAlive(child)).toBe(true);
    process.kill(child);
  });

  it('is ended when it prints too much', async () => {
    const note = join(await folder.path(), 'pid');
    const { end } = sh(`${long} & echo $! >${note}; while :; do echo too much; done`);
    expect((await end).output).toBeUndefined();
    await gone(Number(await readFile(note, 'utf8')));
  });

  it('says which signal ended it by saying no status', async () => {
    expect(await sh('kill -9 $$').end).toEqual({ output: '', status: undefined });
  });

  it('does not begin when it is too late, and leaves no listener behind', async () => {
    const before = process.listenerCount('exit');
    expect(() => sh('true', AbortSignal.abort('late'))).toThrow('late');
    await expect(runProgram({ command: '/no/such/program', args: [], env: {}, asks: false, maxOutput: 1, onLine: () => undefined }, never)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(process.listenerCount('exit')).toBe(before);
  });
});
