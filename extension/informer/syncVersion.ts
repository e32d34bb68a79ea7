/** The version up to which a Reflector has seen everything, and whether the server still serves it. */
export class SyncVersion {
  #last = '';
  #unavailable = false;

  /** That of the last list or event; empty before the first. No maximum is kept. */
  get last(): string {
    return this.#last;
  }

  moveTo(version: string): void {
    this.#last = version;
  }

  /** The server no longer has it, or does not have it yet: the next request asks for the newest state. */
  markUnavailable(): void {
    this.#unavailable = true;
  }

  /** A list or a streamed list succeeded. */
  markAvailable(): void {
    this.#unavailable = false;
  }

  /** For a list: the newest state, any state, or one not older than what was seen. */
  get forList(): string {
    return this.#unavailable ? '' : this.#last || '0';
  }

  /** For a streamed list: never "0". */
  get forStream(): string {
    return this.#unavailable ? '' : this.#last;
  }
}
