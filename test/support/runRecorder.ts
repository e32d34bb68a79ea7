import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { Clock } from '../../extension/base/clock.ts';
import { systemClock } from '../../extension/base/systemClock.ts';
import { recordCommand } from '../../extension/cli/recordCommand.ts';
import { kubeconfigFor, ScriptedServer, type ServerScript, type TlsMaterial } from './scriptedServer.ts';
import { faultsIn } from './traceValidator.ts';

/** A line of a recording; tests look at whatever fields it has. */
export type Line = Readonly<Record<string, unknown>> & { readonly kind?: string };

export interface RecorderRun {
  readonly status: number;
  readonly output: string;
  readonly lines: readonly Line[];
  /** What was said to the person. */
  readonly said: readonly string[];
  readonly server: ScriptedServer;
  of(kind: string): readonly Line[];
  readonly summary: Line;
}

export interface RunOptions {
  readonly clock?: Clock;
  /** The server speaks TLS. */
  readonly tls?: TlsMaterial;
  /** Its text, for a server's address; default: one context of nobody in particular. */
  readonly kubeconfig?: (server: string) => string;
  /** What `KUBECONFIG` is to be for a server's address: then no file is named. */
  readonly kubeconfigs?: (server: string) => Promise<string>;
  readonly env?: Readonly<Record<string, string>>;
  /** Interrupts the recorder when it holds; looked at after each request to the server and each line. */
  readonly interruptWhen?: (server: ScriptedServer, output: string) => boolean;
}

/** A script of `test/support/cases`. */
export async function readCase(name: string): Promise<ServerScript> {
  return JSON.parse(await readFile(new URL(`cases/${name}.json`, import.meta.url), 'utf8')) as ServerScript;
}

/** Runs the recorder in this process against a scripted server, which is gone afterwards. */
export async function runRecorder(script: ServerScript, args: readonly string[], options: RunOptions = {}): Promise<RecorderRun> {
  const server = await ScriptedServer.start(script, options.tls);
  const folder = await mkdtemp(join(tmpdir(), 'informer-inspector-test-'));
  const interrupt = new AbortController();
  const said: string[] = [];
  let output = '';
  const look = (): void => {
    if (options.interruptWhen?.(server, output)) interrupt.abort();
  };
  const stdout = new Writable({
    write(chunk: Buffer, _encoding, callback) {
      output += chunk.toString('utf8');
      look();
      callback();
    },
  });
  if (options.interruptWhen) void server.until((seen) => options.interruptWhen!(seen, output)).then(() => interrupt.abort());
  try {
    await writeFile(join(folder, 'config'), (options.kubeconfig ?? kubeconfigFor)(server.url));
    const status = await recordCommand({
      args: options.kubeconfigs ? args : ['--kubeconfig', 'config', ...args],
      env: { ...options.env, ...(options.kubeconfigs && { KUBECONFIG: await options.kubeconfigs(server.url) }) },
      home: folder,
      cwd: folder,
      stdout,
      say: (sentence) => said.push(sentence),
      interrupted: interrupt.signal,
      interactive: false,
      clock: options.clock ?? systemClock,
    });
    await server.until((seen) => seen.openSockets === 0);
    const lines = output.split('\n').slice(0, -1).map((line) => JSON.parse(line) as Line);
    // Whatever is recorded, in whichever test, is what the published schema says.
    const faults = faultsIn(lines);
    if (faults.length > 0) throw new Error(`lines that the schema does not allow:\n${faults.join('\n')}`);
    return { status, output, lines, said, server, of: (kind) => lines.filter((line) => line.kind === kind), summary: lines.at(-1) ?? {} };
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}
