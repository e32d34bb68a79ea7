import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/**
 * Has a child end with this process, should that be ended in the middle of its tests.
 * @returns what ends it now; resolves when it has gone
 */
export function endWithTests(child: ChildProcess): () => Promise<void> {
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  return async () => {
    process.off('exit', kill);
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    kill();
    await exit;
  };
}
