import { Socket } from 'node:net';
import { writeFrames } from '../process/frames.ts';
import type { FromProcess } from '../process/messages.ts';
import { guardDescriptor } from './childOptions.ts';

/** A leak of a gigabyte a second is caught a tenth of one over the bound. */
const lookMs = 50;
const tellMs = 1000;

/**
 * Runs in a thread of its own, so that it also looks when the author's code never lets go of the other: ends the process when it uses
 * too much memory, and when the extension is gone, which closes this pipe whatever happened to it.
 */
export function guardProcess(maxMemory: number): void {
  const socket = new Socket({ fd: guardDescriptor, readable: true, writable: true });
  socket.on('error', () => undefined); // a close follows
  socket.on('close', killAll);
  socket.resume();
  const tell = (message: FromProcess, then?: () => void): void => void socket.write(writeFrames([message]), then);
  let toldAt = -Infinity;
  const looking = setInterval(() => {
    const bytes = process.memoryUsage.rss();
    const now = performance.now();
    if (bytes > maxMemory) {
      clearInterval(looking);
      tell({ type: 'leaving', why: { by: 'memory', bytes } }, killAll);
      setTimeout(killAll, lookMs); // nobody may be reading
    } else if (now - toldAt >= tellMs) {
      toldAt = now;
      tell({ type: 'memory', bytes });
    }
  }, lookMs);
}

/** With all that it has started: it is the leader of its process group, where there are groups. */
function killAll(): void {
  try {
    process.kill(process.platform === 'win32' ? process.pid : -process.pid, 'SIGKILL');
  } catch {
    process.kill(process.pid, 'SIGKILL'); // not the leader of a group
  }
}
