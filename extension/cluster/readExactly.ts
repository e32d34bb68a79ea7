import type { Socket } from 'node:net';

/**
 * The next so many bytes of a socket, and no more: what comes after them stays for whoever reads next.
 * @throws what the socket failed with; Error when it ends before
 */
export async function readExactly(socket: Socket, bytes: number): Promise<Buffer> {
  for (;;) {
    const read = socket.read(bytes) as Buffer | null;
    if (read?.length === bytes) return read;
    if (read || socket.readableEnded || socket.destroyed) throw socket.errored ?? new Error('it ended the connection');
    await nextEvent(socket);
  }
}

function nextEvent(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    const forget = (): void => {
      socket.off('readable', onEvent).off('end', onEvent).off('close', onEvent).off('error', onError);
    };
    const onEvent = (): void => {
      forget();
      resolve();
    };
    const onError = (error: Error): void => {
      forget();
      reject(error);
    };
    socket.on('readable', onEvent).on('end', onEvent).on('close', onEvent).on('error', onError);
  });
}
