import { Socket } from 'node:net';
import { FrameError, FrameReader } from '../process/frames.ts';
import type { FromProcess, ToProcess } from '../process/messages.ts';
import { Outbox } from '../process/outbox.ts';
import { readToProcess } from '../process/readMessage.ts';
import { messageDescriptor } from './childOptions.ts';

/** Taken before an author's code could put something else there. */
const soon = setImmediate;

/** Longer than what the extension sends at once: a list comes in parts, but a single object may be large. */
const longestLine = 64 * 1024 * 1024;

/** The way to the extension and back. What is said in one turn of the loop goes out together. */
export class Connection {
  readonly #socket = new Socket({ fd: messageDescriptor, readable: true, writable: true });
  readonly #reader = new FrameReader(longestLine);
  readonly #outbox = new Outbox<FromProcess>((text) => this.#socket.write(text), (callback) => void soon(callback));

  /** @param onClose the extension is gone, or has let go of the process */
  open(onMessage: (message: ToProcess) => void, onClose: () => void): void {
    this.#socket.setEncoding('utf8');
    this.#socket.on('data', (text: string) => {
      for (const batch of this.#reader.read(text)) {
        if (FrameError.is(batch)) continue;
        for (const value of batch) {
          const message = readToProcess(value);
          if (message) onMessage(message);
        }
      }
    });
    this.#socket.on('error', () => undefined); // a close follows
    this.#socket.on('close', onClose);
  }

  send(message: FromProcess): void {
    this.#outbox.send(message);
  }

  /** Sends at once what is to be sent; by the time that it returns, the system has it, unless it has no room. */
  flush(): void {
    this.#outbox.flush();
  }

  /** Resolves when everything has been sent. */
  end(): Promise<void> {
    this.flush();
    return new Promise((resolve) => {
      this.#socket.end(resolve);
    });
  }
}
