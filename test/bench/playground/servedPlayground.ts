import { adminUser } from '../../../extension/playground/access/userInfo.ts';
import type { Playground, PlaygroundOptions } from '../../../extension/playground/createPlayground.ts';
import { HttpsPlayground } from '../../support/httpsPlayground.ts';
import type { PullerAnswer, PullerOrder } from './puller.ts';
import { PullerProcess } from './pullerProcess.ts';

/** A playground in this process, served over HTTPS as always, and whoever asks it in another one. */
export class ServedPlayground {
  readonly playground: Playground;
  readonly #server: HttpsPlayground;
  readonly #puller: PullerProcess;

  private constructor(server: HttpsPlayground, puller: PullerProcess) {
    this.playground = server.playground;
    this.#server = server;
    this.#puller = puller;
  }

  static async start(options: Partial<PlaygroundOptions>): Promise<ServedPlayground> {
    const server = await HttpsPlayground.start({ tokens: [{ token: 'bench', user: adminUser('bench') }], ...options });
    return new ServedPlayground(server, new PullerProcess(server.url, server.ca));
  }

  /** Resolves when it has been done. */
  order(order: PullerOrder): Promise<PullerAnswer> {
    return this.#puller.order(order);
  }

  async stop(): Promise<void> {
    this.#puller.stop();
    await this.#server.close();
  }
}
