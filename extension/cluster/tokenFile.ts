import type { Clock } from '../base/clock.ts';
import { CredentialError } from './credentialError.ts';
import { readCredentialFile } from './material.ts';

/** Tokens in files are rotated; they are read again after this time, as client-go does. */
const rereadMs = 60_000;

/** A token that is kept in a file. The last one that could be read stays in use while the file cannot. */
export class TokenFile {
  readonly #path: string;
  readonly #user: string;
  readonly #clock: Clock;
  #token: string | undefined;
  #readAt = 0;

  /** @param initial used until the file has been read once, and when it cannot be */
  constructor(options: { readonly path: string; readonly user: string; readonly initial: string | undefined; readonly clock: Clock }) {
    this.#path = options.path;
    this.#user = options.user;
    this.#clock = options.clock;
    this.#token = options.initial;
    this.expire();
  }

  /** @throws CredentialError `unreadable` when there is no token at all */
  async get(): Promise<string> {
    if (this.#token !== undefined && this.#clock.now() - this.#readAt < rereadMs) return this.#token;
    try {
      this.#token = await this.#read();
    } catch (error) {
      if (this.#token === undefined) throw error;
    }
    this.#readAt = this.#clock.now();
    return this.#token;
  }

  /** An empty file is one that is just being written (client-go `token_source.go` refuses it too). */
  async #read(): Promise<string> {
    const token = (await readCredentialFile(this.#path, this.#user)).toString('utf8').trim();
    if (token !== '') return token;
    throw new CredentialError('unreadable', `The file ${this.#path}, which the kubeconfig names for the user "${this.#user}", is empty. Write a token into it.`, { user: this.#user, path: this.#path });
  }

  /** Read again at the next request. */
  expire(): void {
    this.#readAt = -Infinity;
  }
}
