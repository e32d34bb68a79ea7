import { spawn } from 'node:child_process';

/** Whether programs are started as leaders of a group of their own, which ends with them. Windows has no such groups. */
export const hasGroups = process.platform !== 'win32';

/** Ends a program that leads a group, and all that it has started, at once and by force. Does not wait, and passes over what is gone. */
export function killGroup(pid: number): void {
  if (!hasGroups) {
    spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true }).on('error', () => undefined);
    return;
  }
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // There is nobody left in it.
  }
}
