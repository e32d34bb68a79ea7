import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { Transform, type TransformCallback } from 'node:stream';

interface Connection {
  readonly near: Socket;
  readonly far: Socket;
  /** What the server sends passes through it. */
  readonly down: Transform;
}

/** A line to a server on loopback that a test cuts, stalls and takes away. It hands bytes on and reads none of them: TLS goes through untouched. */
export class NetworkLine {
  readonly #address: string;
  readonly #connections = new Set<Connection>();
  /** Came while the line was stalled: nobody answers them. */
  readonly #unanswered = new Set<Socket>();
  #server: Server | undefined;
  #ownPort = 0;
  #stalled = false;
  /** So many bytes of the server's come through, and then the line is cut; undefined: as many as there are. */
  #bytesLeft: number | undefined;
  #connected = 0;

  private constructor(address: string) {
    this.#address = address;
  }

  /** @param server its address, as a kubeconfig has it */
  static async to(server: string): Promise<NetworkLine> {
    const line = new NetworkLine(server);
    await line.#listen();
    return line;
  }

  get url(): string {
    return `https://127.0.0.1:${this.#ownPort}`;
  }

  /** How many connections there have been. */
  get connected(): number {
    return this.#connected;
  }

  /** How many are open. */
  get open(): number {
    return this.#connections.size + this.#unanswered.size;
  }

  /** A copy of a kubeconfig of the server's that leads through here; returns its path. */
  async kubeconfig({ kubeconfig }: { readonly kubeconfig: string }): Promise<string> {
    const text = await readFile(kubeconfig, 'utf8');
    if (!text.includes(this.#address)) throw new Error(`${kubeconfig} does not lead to ${this.#address}`);
    const path = join(dirname(kubeconfig), `${basename(kubeconfig)}-${this.#ownPort}`);
    await writeFile(path, text.replaceAll(this.#address, this.url), { mode: 0o600 });
    return path;
  }

  /** Breaks every connection: by a reset, as a router that restarts does, or as if the other end had closed it. */
  cut(how: 'reset' | 'closed' = 'reset'): void {
    for (const { near, far } of this.#connections) {
      if (how === 'reset') near.resetAndDestroy();
      else near.destroySoon();
      far.destroy();
    }
    for (const socket of this.#unanswered) socket.destroy();
  }

  /** Cuts when so many more bytes of the server's have come through, wherever in an event that is. */
  cutAfter(bytes: number): void {
    this.#bytesLeft = bytes;
  }

  /** It has not been cut yet as {@link cutAfter} wants it. */
  get isToBeCut(): boolean {
    return this.#bytesLeft !== undefined;
  }

  /** Nothing goes through from now on, and nobody is told: connections stay open, new ones come about and lead nowhere. */
  stall(): void {
    this.#stalled = true;
    for (const { near, far, down } of this.#connections) {
      near.unpipe(far);
      far.unpipe(down);
    }
  }

  /** @param stalled what has not come through arrives now, late; or it is lost: those connections are dead for good, and nobody is told that either */
  resume(stalled: 'late' | 'lost'): void {
    this.#stalled = false;
    if (stalled === 'lost') return;
    for (const connection of this.#connections) carry(connection);
    for (const near of this.#unanswered) this.#connect(near);
    this.#unanswered.clear();
  }

  /** Cuts, and nobody listens any more. */
  async refuse(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    const closed = server && once(server, 'close');
    server?.close();
    this.cut();
    await closed;
  }

  async accept(): Promise<void> {
    if (!this.#server) await this.#listen();
  }

  async close(): Promise<void> {
    await this.refuse();
  }

  async #listen(): Promise<void> {
    const server = createServer((near) => this.#accept(near));
    this.#server = server;
    server.listen(this.#ownPort, '127.0.0.1');
    await once(server, 'listening');
    this.#ownPort = (server.address() as AddressInfo).port;
  }

  #accept(near: Socket): void {
    this.#connected++;
    near.on('error', () => near.destroy());
    near.on('close', () => this.#unanswered.delete(near));
    if (this.#stalled) this.#unanswered.add(near);
    else this.#connect(near);
  }

  #connect(near: Socket): void {
    const far = connect(Number(new URL(this.#address).port), '127.0.0.1');
    const down = new Transform({ transform: (chunk: Buffer, _encoding, callback) => this.#pass(chunk, callback) });
    const connection: Connection = { near, far, down };
    down.pipe(near);
    this.#connections.add(connection);
    near.on('close', () => far.destroy());
    far.on('error', () => far.destroy());
    far.on('close', () => {
      this.#connections.delete(connection);
      // Whoever is at the end of a stalled line does not learn of it.
      if (!this.#stalled) near.destroy();
    });
    carry(connection);
  }

  #pass(chunk: Buffer, callback: TransformCallback): void {
    if (this.#bytesLeft === undefined || chunk.length < this.#bytesLeft) {
      if (this.#bytesLeft !== undefined) this.#bytesLeft -= chunk.length;
      callback(null, chunk);
      return;
    }
    callback(null, chunk.subarray(0, this.#bytesLeft));
    this.#bytesLeft = undefined;
    // What has come through is to arrive.
    setImmediate(() => this.cut('closed'));
  }
}

function carry({ near, far, down }: Connection): void {
  near.pipe(far);
  far.pipe(down);
}
