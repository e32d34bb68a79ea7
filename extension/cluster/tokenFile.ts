import { untilAborted } from '../base/abort.ts';
import type { Clock } from '../base/clock.ts';
import { say } from '../base/saying.ts';
import { CredentialError } from './credentialError.ts';
import { freshOrKnown } from './freshOrKnown.ts';
import { readCredentialFile } from './material.ts';
import { bearer } from './sendableHeaders.ts';

/** Tokens in files are rotated; they are read again after this time, as client-go does. */
const rereadMs = 60_000;

export interface TokenFileOptions {
  readonly path: string;
  readonly user: string;
  /** Used until the file has been read once, and when it cannot be. */
  readonly initial: string | undefined;
  readonly clock: Clock;
  /** Ends what is being read. */
  readonly signal: AbortSignal;
}

/** A token that is kept in a file. The last one that could be read stays in use while the file cannot. */
export class TokenFile {
  readonly #options: TokenFileOptions;
  #token: string | undefined;
  #readAt = -Infinity;
  /** One reading serves all who wait: a pipe gives what is in it once. */
  #reading: Promise<string> | undefined;

  constructor(options: TokenFileOptions) {
    this.#options = options;
    this.#token = options.initial;
  }

  /** @throws CredentialError `unreadable`, `invalid` when there is no token at all; the signal's reason */
  async get(signal: AbortSignal): Promise<string> {
    const { clock } = this.#options;
    const known = this.#token;
    if (known !== undefined && clock.now() - this.#readAt < rereadMs) return known;
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    if (known === undefined) return untilAborted(this.#reading, signal);
    const token = await untilAborted(freshOrKnown(this.#reading, known, clock), signal);
    this.#readAt = clock.now();
    return token;
  }

  /** Read again at the next request. */
  expire(): void {
    this.#readAt = -Infinity;
  }

  /** An empty file is one that is just being written (client-go `token_source.go` refuses it too). */
  async #read(): Promise<string> {
    const { path, user, clock, signal } = this.#options;
    const token = (await readCredentialFile(path, user, signal)).toString('utf8').trim();
    if (token !== '') {
      bearer(token, { user, file: path });
      this.#readAt = clock.now();
      return (this.#token = token);
    }
    throw new CredentialError('unreadable', say`The file ${path}, which the kubeconfig names for the user "${user}", is empty. Write a token into it.`, { user, path });
  }
}
