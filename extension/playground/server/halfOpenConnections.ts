import type { Socket } from 'node:net';

/**
 * Connections that have not brought a request yet. Whoever opens them by the thousand and says nothing must keep nobody else out, so
 * there are only so many: the oldest goes when one too many comes. A client that means it has asked long before.
 */
export class HalfOpenConnections {
  readonly #most: number;
  /** By their port on the other side, oldest first: all come from this machine, so it tells them apart, encrypted or not. */
  readonly #waiting = new Map<number, Socket>();

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** A connection, before anything is encrypted. */
  opened(socket: Socket): void {
    const { remotePort } = socket;
    if (remotePort === undefined) return; // gone already
    this.#waiting.set(remotePort, socket);
    socket.once('close', () => {
      if (this.#waiting.get(remotePort) === socket) this.#waiting.delete(remotePort);
    });
    if (this.#waiting.size <= this.#most) return;
    const [oldest] = this.#waiting;
    this.#waiting.delete(oldest![0]);
    oldest![1].destroy();
  }

  /** It has brought a request. */
  asked({ remotePort }: Pick<Socket, 'remotePort'>): void {
    if (remotePort !== undefined) this.#waiting.delete(remotePort);
  }
}
