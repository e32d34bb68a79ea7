import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');

/**
 * A signal to npm reaches the program: no shell stands between them that keeps it to itself. Only where there are
 * signals, and for both programs in one chain, since starting npm twice takes longer than everything else.
 */
describe.skipIf(process.platform === 'win32')('by npm run', () => {
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });
  const run = (script: string, ...args: string[]): ChildProcess => {
    const child = spawn('npm', ['run', '-s', script, '--', ...args], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    return child;
  };

  it('the recorder ends on SIGINT and the playground on SIGTERM, each with its last word and status 0', async () => {
    const playground = run('playground');
    const [ready] = (await once(createInterface(playground.stdout!), 'line')) as [string];
    const { kubeconfig } = JSON.parse(ready) as { kubeconfig: string };

    const recorder = run('record', '--kubeconfig', kubeconfig, '--resource', 'v1/pods');
    const lines: { kind?: string }[] = [];
    for await (const line of createInterface(recorder.stdout!)) {
      const entry = JSON.parse(line) as { kind?: string };
      if (entry.kind === 'reflector.watch') recorder.kill('SIGINT');
      lines.push(entry);
    }
    if (recorder.exitCode === null) await once(recorder, 'exit');
    expect(recorder.exitCode).toBe(0);
    expect(lines.at(-1)).toMatchObject({ kind: 'summary', synced: true });

    playground.kill('SIGTERM');
    if (playground.exitCode === null) await once(playground, 'exit');
    expect(playground.exitCode).toBe(0);
  }, 60_000);
});
