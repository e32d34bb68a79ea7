import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Hands bytes on to a port of this machine, TLS untouched, so that a test can break what is open without touching the server. */
export class Relay {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** That were opened, from its beginning on. */
  connections = 0;

  private constructor(target: number) {
    this.#server = createServer((near) => {
      this.connections++;
      const far = connect(target, '127.0.0.1');
      for (const [one, other] of [[near, far], [far, near]] as const) {
        this.#sockets.add(one);
        one.on('error', () => other.destroy());
        one.on('close', () => {
          this.#sockets.delete(one);
          other.destroy();
        });
      }
      near.pipe(far).pipe(near);
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

  async close(): Promise<void> {
    this.cut();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }
}
