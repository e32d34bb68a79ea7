import type { Written } from '../controller/tracedClient.ts';
import type { WriteRequest } from '../controller/writeTransport.ts';
import type { KubeObject } from '../kube/object.ts';
import type { Seq } from '../trace/entry.ts';

/** A write that is over, with what it takes to show what it did. Secrets in it are masked. */
export interface LoggedWrite {
  readonly seq: Seq;
  readonly key: string;
  readonly request: Omit<WriteRequest, 'body'>;
  /** What was sent, or would have been. */
  readonly body: unknown;
  /** What the cache had then; undefined: nothing, or the controller watches no such thing. */
  readonly before: KubeObject | undefined;
  /** As the server answered; in a dry run, as it would have it. */
  readonly after: KubeObject | undefined;
  readonly code: number;
  readonly dryRun: boolean;
  readonly decided: Written['decided'];
}

/** Writes whose objects are kept, and about how many characters of JSON all of them may have. */
const maxWrites = 200;
const maxCharacters = 16 * 1024 * 1024;
/** Of one without a body. */
const leastCharacters = 2048;

/** The last writes of one controller. Objects of the cache in it are not copied; they live as long as the write is kept. */
export class WriteLog {
  readonly #mask: (request: WriteRequest) => unknown;
  readonly #writes = new Map<Seq, { readonly write: LoggedWrite; readonly characters: number }>();
  #characters = 0;

  /** @param mask the body of a request as it may be shown */
  constructor(mask: (request: WriteRequest) => unknown) {
    this.#mask = mask;
  }

  get(seq: Seq): LoggedWrite | undefined {
    return this.#writes.get(seq)?.write;
  }

  add(key: string, dryRun: boolean, { request, seq, code, object, cached, decided }: Written): void {
    const { body: sent, ...address } = request;
    const body = sent === undefined ? undefined : this.#mask(request);
    const characters = leastCharacters + 2 * (sent === undefined ? 0 : JSON.stringify(sent).length);
    this.#writes.set(seq, { write: { seq, key, request: address, body, before: cached, after: object, code, dryRun, decided }, characters });
    this.#characters += characters;
    for (const oldest of this.#writes.keys()) {
      if (this.#writes.size <= maxWrites && this.#characters <= maxCharacters) break;
      this.#characters -= this.#writes.get(oldest)!.characters;
      this.#writes.delete(oldest);
    }
  }

  clear(): void {
    this.#writes.clear();
    this.#characters = 0;
  }
}
