import { onInterrupt } from './onInterrupt.ts';

/**
 * The playground's entry point: `npm run -s playground -- …`, or the extension's child. Standard output: one line of JSON when it is
 * ready, nothing else. Standard error: what went wrong. Status 0: ended by a signal, or with the process that started it; 1: it could
 * not run; 2: wrong arguments.
 */

const stopped = new Promise<void>((resolve) => {
  onInterrupt(resolve);
  // Started with a channel to a parent: ends when that is gone, however it went.
  process.once('disconnect', () => resolve());
});
// Loading it takes longest; whoever interrupts meanwhile has been heard.
const { playgroundCommand } = await import('./playgroundCommand.ts');
process.exitCode = await playgroundCommand({ args: process.argv.slice(2), cwd: process.env['INIT_CWD'] ?? process.cwd(), stopped });
if (process.connected) process.disconnect();
