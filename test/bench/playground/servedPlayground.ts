import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { adminUser } from '../../../extension/playground/access/userInfo.ts';
import type { Playground, PlaygroundOptions } from '../../../extension/playground/createPlayground.ts';
import { HttpsPlayground } from '../../support/httpsPlayground.ts';
import type { PullerAnswer, PullerOrder } from './puller.ts';

/** A playground in this process, served over HTTPS as always, and whoever asks it in another one: what is measured here is the server alone. */
export class ServedPlayground {
  readonly playground: Playground;
  readonly #server: HttpsPlayground;
  readonly #puller: ChildProcess;

  private constructor(server: HttpsPlayground, puller: ChildProcess) {
    this.playground = server.playground;
    this.#server = server;
    this.#puller = puller;
  }

  static async start(options: Partial<PlaygroundOptions>): Promise<ServedPlayground> {
    const server = await HttpsPlayground.start({ tokens: [{ token: 'bench', user: adminUser('bench') }], ...options });
    const puller = fork(path.join(import.meta.dirname, 'puller.ts'), [server.url, server.ca], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] });
    return new ServedPlayground(server, puller);
  }

  /** Resolves when it has been done. */
  async order(order: PullerOrder): Promise<PullerAnswer> {
    this.#puller.send(order);
    const gone = once(this.#puller, 'exit').then(() => Promise.reject(new Error('whoever asks the playground has ended')));
    gone.catch(() => undefined);
    const [answer] = (await Promise.race([once(this.#puller, 'message'), gone])) as [PullerAnswer];
    return answer;
  }

  /** The processor time of this thread that it takes, in milliseconds. */
  async cost(work: () => Promise<unknown>): Promise<number> {
    const before = process.threadCpuUsage();
    await work();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  }

  async stop(): Promise<void> {
    this.#puller.disconnect();
    await this.#server.close();
  }
}
