import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { kindOf, podEvent, podItem } from './pods.ts';
import type { ServerOptions } from './serverOptions.ts';

/**
 * The API server of the bench, a process of its own: lists of pods, a watch, and `POST /events` that begins to send. Everything is
 * text before it is asked for and events are written many at once, so that whoever reads is what is measured.
 */
const pageSize = 500;
const firstVersion = 1_000_000;
const eventsPerWrite = 12;

const options = JSON.parse(process.argv[2]!) as ServerOptions;
const pages = makePages();
const writes = makeWrites();
const watchers = new Set<ServerResponse>();

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://bench');
  if (url.pathname === '/events') answerEvents(url, response);
  else if (url.pathname === '/expire') expireWatches(response);
  else if (url.searchParams.has('watch')) startWatch(request, response);
  else answerList(url, response);
});
server.keepAliveTimeout = 120_000;
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })));
// Ends with whoever started it.
process.stdin.on('end', () => process.exit(0)).resume();

function makePages(): Buffer[] {
  const made: Buffer[] = [];
  for (let start = 0; start < options.pods; start += pageSize) {
    const items: string[] = [];
    for (let index = start; index < Math.min(options.pods, start + pageSize); index++) items.push(podItem(index, firstVersion - options.pods + index, options.set));
    made.push(Buffer.from(items.join(',')));
  }
  return made;
}

/** Each write has several events; the first version after the list is `firstVersion + 1`. */
function makeWrites(): Buffer[] {
  const made: Buffer[] = [];
  for (let start = 0; start < options.events; start += eventsPerWrite) {
    const lines: string[] = [];
    for (let index = start; index < Math.min(options.events, start + eventsPerWrite); index++) lines.push(podEvent('MODIFIED', index % options.pods, firstVersion + 1 + index, options.set));
    made.push(Buffer.from(lines.join('')));
  }
  return made;
}

/** Pages when a limit is given, or under `/paged`: a Reflector asks for version "0", to which no limit belongs. */
function answerList(url: URL, response: ServerResponse): void {
  const paged = url.searchParams.has('limit') || url.pathname.startsWith('/paged');
  const page = Number(url.searchParams.get('continue') ?? 0);
  const more = paged && page + 1 < pages.length;
  const metadata = { resourceVersion: String(firstVersion), ...(more && { continue: String(page + 1) }) };
  response.setHeader('content-type', 'application/json');
  const body = paged ? [pages[page] ?? Buffer.alloc(0)] : pages;
  response.write(`{"kind":"${kindOf(options.set)}List","apiVersion":"v1","metadata":${JSON.stringify(metadata)},"items":[`);
  void writeAll(response, body, ',').then(() => response.end(']}\n'));
}

function startWatch(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.flushHeaders();
  watchers.add(response);
  request.once('close', () => watchers.delete(response));
}

/** `?rate=N`: so many events a second, each with the time at which it was written; else as fast as they are read. */
function answerEvents(url: URL, response: ServerResponse): void {
  const rate = Number(url.searchParams.get('rate') ?? 0);
  const count = Number(url.searchParams.get('count') ?? 0);
  for (const watcher of watchers) void (rate > 0 ? writeSlowly(watcher, rate, count) : writeAll(watcher, writes, ''));
  response.end(String(watchers.size));
}

/** Every watch ends as one whose version is too old, and is followed by a list. */
function expireWatches(response: ServerResponse): void {
  const object = { kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 410, reason: 'Expired', message: 'too old resource version' };
  for (const watcher of watchers) watcher.end(`${JSON.stringify({ type: 'ERROR', object })}\n`);
  response.end(String(watchers.size));
}

async function writeAll(response: ServerResponse, buffers: readonly Buffer[], separator: string): Promise<void> {
  for (const [index, buffer] of buffers.entries()) {
    if (response.destroyed) return;
    if (index > 0 && separator !== '') response.write(separator);
    if (!response.write(buffer)) await drained(response);
  }
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
  });
}

/** Evenly, as far as timers let it: what is due by then is written together. */
async function writeSlowly(response: ServerResponse, rate: number, count: number): Promise<void> {
  const began = performance.now();
  const most = Math.max(1, Math.ceil(rate / 20));
  for (let index = 0; index < count && !response.destroyed; ) {
    const dueByNow = Math.floor(((performance.now() - began) * rate) / 1000) + 1;
    const due = Math.min(count, index + most, dueByNow);
    const lines: string[] = [];
    for (; index < due; index++) lines.push(stampedEvent(index));
    if (lines.length > 0 && !response.write(lines.join(''))) await drained(response);
    // Who is late does not wait on top of it.
    await new Promise((resolve) => (index < dueByNow ? setImmediate(resolve) : setTimeout(resolve, 1000 / rate)));
  }
}

/** By pod, in parts: what comes between them is the version and the time. Made once: to write an event must cost less than to read it. */
const parts: string[][] = [];

function stampedEvent(index: number): string {
  const pod = index % options.pods;
  const [before, between, after] = (parts[pod] ??= podEvent('MODIFIED', pod, firstVersion, options.set).split(new RegExp(`(?<="resourceVersion":")${firstVersion}(?=")|(?<="prometheus.io/port":")9090(?=")`)));
  return `${before}${firstVersion + 1 + index}${between}${process.hrtime.bigint()}${after}`;
}
