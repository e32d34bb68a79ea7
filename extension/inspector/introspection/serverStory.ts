import { type Clock, sleep } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Logger } from '../../base/logger.ts';
import type { Random } from '../../base/random.ts';
import { messageOf } from '../../base/codedError.ts';
import type { WriteTransport } from '../../controller/writeTransport.ts';
import type { Tracer } from '../../trace/tracer.ts';
import type { FactLinker } from './factLinker.ts';
import type { IntrospectionClient } from './introspectionClient.ts';
import { RequestNames } from './requestNames.ts';

/** Between two tries to listen. */
const retryMs = 1000;
/** Between two looks at what waits. */
const settleMs = 500;

export interface ServerStoryOptions {
  readonly introspection: () => Promise<IntrospectionClient | undefined>;
  readonly tracer: Tracer;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** Listens to the API server of a session, from its beginning to its end, and has the trace tell what of it concerns the session. */
export class ServerStory implements Disposable {
  readonly #options: ServerStoryOptions;
  readonly #names: RequestNames;
  readonly #over = new AbortController();
  #linker: FactLinker | undefined;
  #settling: Disposable | undefined;

  constructor(options: ServerStoryOptions) {
    this.#options = options;
    this.#names = new RequestNames(options.random);
    options.tracer.followServer();
    void this.#follow();
  }

  /** Names each list and watch of an informer, at the moment at which it is sent. */
  namesOf(informer: string): (verb: 'list' | 'watch') => string {
    return (verb) => this.#names[verb](informer, this.#now, this.#askedBy(informer, verb));
  }

  /** The same writes; those of which an entry tells have names that tie them to it. */
  named(write: WriteTransport['write']): WriteTransport {
    return {
      write,
      names: {
        next: () => this.#names.write(this.#now),
        told: (name, seq) => {
          if (this.#linker) this.#linker.wrote(name, seq);
          else this.#names.written(name, seq);
        },
      },
    };
  }

  dispose(): void {
    this.#over.abort();
    this.#settling?.dispose();
  }

  /** Session time. */
  get #now(): number {
    return this.#options.clock.now() - this.#options.tracer.startedAt;
  }

  /** The entry that was made for the request just now. */
  #askedBy(informer: string, verb: 'list' | 'watch'): number | undefined {
    const { tracer } = this.#options;
    const entry = tracer.at(tracer.lastSeq);
    return entry?.kind === `reflector.${verb}` && entry.informer === informer ? entry.seq : undefined;
  }

  /** Never rejects. */
  async #follow(): Promise<void> {
    const { introspection, clock, logger } = this.#options;
    const { signal } = this.#over;
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      try {
        const client = await introspection();
        const linker = (this.#linker ??= await this.#newLinker());
        if (signal.aborted) return;
        if (!isFirst) linker.interrupted();
        await client?.follow((facts) => this.#take(linker, facts), signal);
      } catch (error) {
        logger.info('introspection', `the trace of the API server cannot be followed: ${messageOf(error)}`);
      }
      await sleep(clock, retryMs, signal);
    }
  }

  /** It is of no use before there is somebody to listen to, and is loaded with that. */
  async #newLinker(): Promise<FactLinker> {
    const [{ FactLinker: Linker }, { ServerClock }] = await Promise.all([import('./factLinker.ts'), import('./serverClock.ts')]);
    const { tracer, clock } = this.#options;
    return new Linker({ probe: tracer, names: this.#names, serverClock: new ServerClock(clock.wallTime() - this.#now), now: () => this.#now });
  }

  #take(linker: FactLinker, facts: Parameters<FactLinker['take']>[0]): void {
    if (this.#over.signal.aborted) return;
    linker.take(facts);
    this.#settleLater(linker);
  }

  #settleLater(linker: FactLinker): void {
    if (!linker.isWaiting || this.#settling) return;
    this.#settling = this.#options.clock.setTimer(settleMs, () => {
      this.#settling = undefined;
      linker.settle();
      this.#settleLater(linker);
    });
  }
}
