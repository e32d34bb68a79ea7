import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { PullerAnswer, PullerOrder } from './puller.ts';

/** Whoever asks a server, in a process of its own: what is measured in this one is the server alone. */
export class PullerProcess {
  readonly #child: ChildProcess;

  /** @param ca PEM */
  constructor(url: string, ca: string) {
    this.#child = fork(path.join(import.meta.dirname, 'puller.ts'), [url, ca], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] });
  }

  /** Resolves when it has been done. */
  async order(order: PullerOrder): Promise<PullerAnswer> {
    this.#child.send(order);
    const gone = once(this.#child, 'exit').then(() => Promise.reject(new Error('whoever asks the server has ended')));
    gone.catch(() => undefined);
    const [answer] = (await Promise.race([once(this.#child, 'message'), gone])) as [PullerAnswer];
    return answer;
  }

  stop(): void {
    this.#child.disconnect();
  }
}
