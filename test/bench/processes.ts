import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { ClientOptions } from './clients/clientOptions.ts';
import type { ServerOptions } from './serverOptions.ts';

/** More than any client needs; one that hangs ends the bench, not the night. */
const longestRunMs = 300_000;

export interface Server {
  readonly port: number;
  stop(): void;
}

/** Resolves when the server has made everything that it will send. It runs until it is stopped, or until this process ends. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const child = start(['--max-old-space-size=4096', join(import.meta.dirname, 'podServer.ts'), JSON.stringify(options)]);
  const { port } = (await firstLine(child)) as { port: number };
  return { port, stop: () => void child.kill() };
}

/** Runs one client to its end; what it prints as its line of figures. @param nodeFlags what the process has in use, too */
export async function runClient<Row>(name: string, options: ClientOptions, nodeFlags: readonly string[] = []): Promise<Row> {
  const flags = ['--expose-gc', '--max-old-space-size=8192', ...nodeFlags, ...(process.env['BENCH_NODE_FLAGS']?.split(' ') ?? [])];
  const child = start([...flags, join(import.meta.dirname, 'clients', `${name}.ts`), JSON.stringify(options)], longestRunMs);
  const ended = new Promise((resolve) => child.once('close', resolve));
  const row = await firstLine(child);
  await ended;
  return row as Row;
}

/** A client that runs until it is stopped, and the line that it printed when it was ready. */
export async function startClient<Row>(name: string, options: ClientOptions): Promise<{ readonly row: Row; stop(): void }> {
  const child = start([join(import.meta.dirname, 'clients', `${name}.ts`), JSON.stringify(options)]);
  return { row: (await firstLine(child)) as Row, stop: () => void child.kill() };
}

function start(args: readonly string[], timeout = 0): ChildProcess {
  return spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'], timeout });
}

function firstLine(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout!.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const end = text.indexOf('\n');
      if (end >= 0) resolve(JSON.parse(text.slice(0, end)));
    });
    child.once('error', reject);
    child.once('close', (code, signal) => reject(new Error(`${child.spawnargs.find((arg) => arg.endsWith('.ts'))} ended with ${code ?? signal} and no figures`)));
  });
}
