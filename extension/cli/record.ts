import { homedir } from 'node:os';
import { isatty } from 'node:tty';
import { systemClock } from '../base/systemClock.ts';
import { onInterrupt } from './onInterrupt.ts';
import { recordCommand } from './recordCommand.ts';

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

/** The recorder's entry point: `npm run -s record -- …`, or `node dist/record.cjs …`. */
async function main(): Promise<void> {
  const interrupted = new AbortController();
  onInterrupt(() => interrupted.abort());
  // Nobody reads what is for people: the recording goes on.
  process.stderr.on('error', () => undefined);
  try {
    process.exitCode = await recordCommand({
      args: process.argv.slice(2),
      env: process.env,
      home: homedir(),
      cwd: process.env['INIT_CWD'] ?? process.cwd(),
      stdout: process.stdout,
      say,
      interrupted: interrupted.signal,
      interactive: isatty(0),
      clock: systemClock,
    });
  } catch (error) {
    say(`The recorder failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    process.exitCode = 1;
  }
}

void main();
