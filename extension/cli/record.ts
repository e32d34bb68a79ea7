import { homedir } from 'node:os';
import { isatty } from 'node:tty';
import { DescriptorStream } from './descriptorStream.ts';
import { endBySignal, onInterrupt } from './onInterrupt.ts';

/** The recorder's entry point: `npm run -s record -- …`, or `node dist/record.cjs …`. */

/** What a recording that is over still waits for after this, in milliseconds, is a pipe at which nobody is, or a drive that does not answer: no call gets it back. */
const leaveMs = 3000;

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

/** A user who is in no list of users has none; whoever names a kubeconfig needs none. */
function home(): string {
  try {
    return homedir();
  } catch {
    return '/';
  }
}

async function main(interrupted: AbortSignal): Promise<void> {
  try {
    // Loading them takes longest; whoever interrupts meanwhile has been heard.
    const [{ recordCommand }, { systemClock }] = await Promise.all([import('./recordCommand.ts'), import('../base/systemClock.ts')]);
    process.exitCode = await recordCommand({
      args: process.argv.slice(2),
      env: process.env,
      home: home(),
      cwd: process.env['INIT_CWD'] ?? process.cwd(),
      stdout: new DescriptorStream(1, { closes: false }),
      say,
      interrupted,
      interactive: isatty(0),
      clock: systemClock,
    });
  } catch (error) {
    say(`The recorder failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    process.exitCode = 1;
  }
  setTimeout(endBySignal, leaveMs, 'SIGTERM').unref();
}

const interrupt = new AbortController();
onInterrupt(() => interrupt.abort());
// Nobody reads what is for people: the recording goes on.
process.stderr.on('error', () => undefined);
void main(interrupt.signal);
