import { spawnSync } from 'node:child_process';

/**
 * Signals a program that this process started, with all that it started in turn. A wrapper in sh is common for
 * credential plugins, and to end the shell alone leaves the rest running. What is gone already is passed over.
 *
 * @param ownGroup whether it was started as the leader of a process group (`detached`). Without one its children are
 *     looked up; those that have left it for good are not found.
 */
export function signalTree(pid: number, ownGroup: boolean, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (process.platform === 'win32') {
    // There are no signals on Windows: every end is by force.
    spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true });
    return;
  }
  for (const target of ownGroup ? [-pid] : [pid, ...descendantsOf(pid)]) signalOne(target, signal);
}

/** Whether something of the process group is still there. */
export function isGroupAlive(pid: number): boolean {
  return signalOne(-pid, 0);
}

/** False when there is nobody to signal. */
function signalOne(target: number, signal: 'SIGTERM' | 'SIGKILL' | 0): boolean {
  try {
    return process.kill(target, signal);
  } catch {
    return false;
  }
}

function descendantsOf(pid: number): number[] {
  const { stdout = '' } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const children = new Map<number, number[]>();
  for (const line of (stdout ?? '').split('\n')) {
    const [child = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
    if (child > 0) children.set(parent, [...(children.get(parent) ?? []), child]);
  }
  const found: number[] = [];
  for (let generation = children.get(pid) ?? []; generation.length > 0; generation = generation.flatMap((one) => children.get(one) ?? [])) found.push(...generation);
  return found;
}
