import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { inspect } from 'node:util';
import { shortened } from '../process/limits.ts';
import type { OutputLevel } from '../process/messages.ts';
import type { Output } from './output.ts';
import { callerPlace } from './place.ts';

/** Longer arguments are cut before they are put together: what is shown of them is less. */
const longestArgument = 64 * 1024;

const levels: Readonly<Record<string, OutputLevel>> = { debug: 'debug', warn: 'warn', error: 'error', trace: 'warn', assert: 'error' };

/** Puts what the author's console says, with its place, into the output. All that a console can do stays as it is. */
export function redirectConsole(output: Output): void {
  let level: OutputLevel = 'info';
  let at = '';
  const sink = new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      output.write(level, shortened(text.replace(/\n$/, '')), at);
      done();
    },
  });
  const console = new Console({ stdout: sink, stderr: sink, inspectOptions: { maxStringLength: longestArgument, maxArrayLength: 1000 } });
  for (const name of Object.keys(console) as (keyof Console)[]) {
    const method: unknown = console[name];
    if (typeof method !== 'function') continue;
    const said = (...args: unknown[]): unknown => {
      if (!output.admits()) return undefined;
      level = levels[name] ?? 'info';
      at = callerPlace();
      return (method as (...values: unknown[]) => unknown).apply(console, args.map(bounded));
    };
    Object.defineProperty(globalThis.console, name, { value: said, enumerable: true, configurable: true, writable: true });
  }
}

/** What `ctx.log` was given: a text, or whatever else the author put there. */
export function textOf(message: unknown): string {
  return shortened(typeof message === 'string' ? message : inspect(message, { maxStringLength: longestArgument }));
}

function bounded(value: unknown): unknown {
  return typeof value === 'string' && value.length > longestArgument ? shortened(value, longestArgument) : value;
}
