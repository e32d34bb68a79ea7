import type { Random } from '../../base/random.ts';
import { Recent } from '../../base/recent.ts';
import type { Seq } from '../../trace/entry.ts';

/** A request of this session. */
export interface OwnRequest {
  readonly verb: 'list' | 'watch' | 'write';
  /** Of a list or a watch. */
  readonly informer?: string;
  /** Session time before which it was not sent. */
  readonly sentAt: number;
  /** The entry that tells of it; of a write it is made when the answer is there. */
  seq: Seq | undefined;
}

/** Lists and writes that are remembered at most; the newest half of them always. */
const remembered = 4000;
/** Watches of one informer: the facts of one may still be on their way when the next is open. */
const watchesEach = 3;

/**
 * Names each request of a session before it is sent, as audit logs call it. So it is known of every fact whether it is of one's own, without waiting for an
 * answer, which comes over another socket.
 */
export class RequestNames {
  readonly #prefix: string;
  readonly #requests = new Recent<OwnRequest>(remembered);
  readonly #watches = new Map<string, OwnRequest>();
  readonly #watchesOf = new Map<string, string[]>();
  #count = 0;

  constructor(random: Random) {
    const digits = (length: number): string => Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('');
    this.#prefix = `${digits(8)}-${digits(4)}-4${digits(3)}-8${digits(3)}-`;
  }

  list(informer: string, sentAt: number, seq: Seq | undefined): string {
    return this.#name({ verb: 'list', informer, sentAt, seq });
  }

  watch(informer: string, sentAt: number, seq: Seq | undefined): string {
    const name = this.#next();
    this.#watches.set(name, { verb: 'watch', informer, sentAt, seq });
    const all = this.#watchesOf.get(informer) ?? [];
    all.push(name);
    if (all.length > watchesEach) this.#watches.delete(all.shift()!);
    this.#watchesOf.set(informer, all);
    return name;
  }

  /** Its entry is told by {@link written}. */
  write(sentAt: number): string {
    return this.#name({ verb: 'write', sentAt, seq: undefined });
  }

  written(name: string, seq: Seq): void {
    const request = this.#requests.get(name);
    if (request) request.seq = seq;
  }

  /** Undefined: somebody else's, or of old. */
  get(name: string): OwnRequest | undefined {
    return name.startsWith(this.#prefix) ? (this.#watches.get(name) ?? this.#requests.get(name)) : undefined;
  }

  /** The newest watch of each informer. */
  *watches(): Generator<OwnRequest> {
    for (const names of this.#watchesOf.values()) yield this.#watches.get(names.at(-1)!)!;
  }

  #name(request: OwnRequest): string {
    const name = this.#next();
    this.#requests.set(name, request);
    return name;
  }

  #next(): string {
    return `${this.#prefix}${(++this.#count).toString(16).padStart(12, '0')}`;
  }
}
