import type { Clock } from '../../base/clock.ts';
import { messageOf } from '../../base/codedError.ts';
import { type Disposable, DisposableStore } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import type { Logger } from '../../base/logger.ts';
import type { FaultSpec, FaultsView } from '../../introspection/faults.ts';
import type { TraceEntry } from '../../trace/entry.ts';
import type { IntrospectionClient } from '../introspection/introspectionClient.ts';
import { IntrospectionError } from '../introspection/introspectionError.ts';

/** How often it is asked what has become of those that are on, in milliseconds: one may be over by itself. */
const lookEveryMs = 3_000;
/** How soon after a strike, in milliseconds: one look for the many of a flood. */
const afterStrikeMs = 200;

export type FaultRequest = Pick<FaultSpec, 'kind'> & Partial<FaultSpec>;

export interface SessionFaultsOptions {
  readonly introspection: () => Promise<IntrospectionClient | undefined>;
  readonly onEntry: Event<TraceEntry>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What is broken on purpose in the playground that a session looks at. The playground keeps it, whoever looks: a new session finds it. */
export class SessionFaults implements Disposable {
  readonly #options: SessionFaultsOptions;
  readonly #owned = new DisposableStore();
  readonly #onChange = this.#owned.add(new Emitter<void>());
  #all: FaultsView = [];
  #timer: Disposable | undefined;
  /** When it is over, on the clock. */
  #due = Infinity;

  constructor(options: SessionFaultsOptions) {
    this.#options = options;
    // What has struck may be over.
    this.#owned.add(options.onEntry(({ kind }) => kind === 'apiserver.fault' && this.#lookIn(afterStrikeMs)));
    void this.look();
  }

  /** Fires when others are on, or strike no more. */
  readonly onChange: Event<void> = this.#onChange.event;

  /** Also those that are over, until they are cleared. */
  get all(): FaultsView {
    return this.#all;
  }

  get on(): FaultsView {
    return this.#all.filter(({ active }) => active);
  }

  /** @throws IntrospectionError */
  async add(fault: FaultRequest): Promise<void> {
    this.#take(await (await this.#client()).addFault(fault));
  }

  /** @param id default: all of them @throws IntrospectionError, also where it is gone already */
  async clear(id?: number): Promise<void> {
    this.#take(await (await this.#client()).clearFaults(id));
  }

  /** Asks what is on. Never rejects. */
  async look(): Promise<void> {
    try {
      const client = await this.#options.introspection();
      this.#take(client ? await client.faults() : []);
    } catch (error) {
      // It is asked again when something is done, or strikes; while something is on, also without that.
      if (this.on.length > 0) this.#lookIn(lookEveryMs);
      this.#options.logger.info('faults', `it is not known what is broken on the playground: ${messageOf(error)}`);
    }
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#owned.dispose();
  }

  async #client(): Promise<IntrospectionClient> {
    const client = await this.#options.introspection();
    if (!client) throw new IntrospectionError('unreachable', 'the playground does not run', { status: 0 });
    return client;
  }

  #take(all: FaultsView): void {
    if (this.#owned.isDisposed) return;
    const before = this.#shown();
    this.#all = all;
    if (this.on.length > 0) this.#lookIn(lookEveryMs);
    if (this.#shown() !== before) this.#onChange.fire();
  }

  /** What somebody may see of them. */
  #shown(): string {
    return JSON.stringify(this.#all.map(({ id, active, struck }) => [id, active, struck]));
  }

  /** Or sooner, where that is to be done already. */
  #lookIn(ms: number): void {
    const { clock } = this.#options;
    const due = clock.now() + ms;
    if (this.#owned.isDisposed || due >= this.#due) return;
    this.#timer?.dispose();
    this.#due = due;
    this.#timer = clock.setTimer(ms, () => {
      this.#due = Infinity;
      void this.look();
    });
  }
}
