import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Hands bytes on to a port of this machine, TLS untouched, so that a test can break what is open without touching the server. */
export class Relay {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** What waits to be handed on. */
  #held: (() => void)[] | undefined;
  /** That were opened, from its beginning on. */
  connections = 0;

  private constructor(target: number) {
    this.#server = createServer((near) => {
      this.connections++;
      this.#own(near);
      if (this.#held) this.#held.push(() => this.#handOn(near, target));
      else this.#handOn(near, target);
    });
  }

  /** @param server an address on loopback, as a kubeconfig has it */
  static async start(server: string): Promise<Relay> {
    const relay = new Relay(Number(new URL(server).port));
    await new Promise<void>((resolve) => {
      relay.#server.listen(0, '127.0.0.1', resolve);
    });
    return relay;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `https://127.0.0.1:${this.port}`;
  }

  /** Breaks every connection that is open now. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Takes new connections, and lets none through until they are let go. */
  hold(): void {
    this.#held ??= [];
  }

  letGo(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const handOn of held) handOn();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  #handOn(near: Socket, target: number): void {
    if (near.destroyed) return;
    const far = connect(target, '127.0.0.1');
    this.#own(far);
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
    near.pipe(far).pipe(near);
  }

  #own(socket: Socket): void {
    this.#sockets.add(socket);
    // Its end is all that is of interest.
    socket.on('error', () => undefined);
    socket.once('close', () => this.#sockets.delete(socket));
  }
}
