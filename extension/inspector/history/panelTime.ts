import type { Disposable } from '../../base/disposable.ts';
import type { TimeFailure, TimeView } from '../../protocol/time.ts';
import type { Seq } from '../../trace/entry.ts';
import type { Session } from '../session.ts';
import type { SessionPicture } from '../sessionPicture.ts';
import { PastSession } from './pastSession.ts';
import { DivergenceError } from './replay.ts';

/** Which time of a session a panel shows: the present, or that of one entry. */
export class PanelTime implements Disposable {
  readonly #session: Session;
  readonly #onChange: () => void;
  readonly #onFault: (error: unknown) => void;
  #past: PastSession | undefined;
  #going: { readonly seq: Seq; readonly abort: AbortController } | undefined;
  #failure: TimeFailure | null = null;

  /** @param onChange another time is shown, or the way to it has begun or ended */
  constructor(session: Session, onChange: () => void, onFault: (error: unknown) => void) {
    this.#session = session;
    this.#onChange = onChange;
    this.#onFault = onFault;
  }

  /** What is to be shown. */
  get picture(): SessionPicture {
    return this.#past ?? this.#session;
  }

  get isPast(): boolean {
    return this.#past !== undefined;
  }

  get view(): TimeView {
    const { extent } = this.#session.history;
    const now = this.#session.now();
    const { recording } = this.#session;
    return {
      ...extent,
      // What is only looked at has no engine that could be run again; a replay of it has.
      ...(recording && !recording.isReplay && { oldest: extent.newest + 1 }),
      at: this.#past?.seq ?? null,
      t: this.#past?.now() ?? now,
      going: this.#going?.seq ?? null,
      failure: this.#failure,
      now,
      bytes: Math.round(extent.bytes),
      limit: Number.isFinite(extent.limit) ? Math.round(extent.limit) : null,
    };
  }

  /** Resolves when that time is shown, or could not be; what is asked for later takes its place. */
  async go(seq: Seq | null): Promise<void> {
    this.#going?.abort.abort();
    this.#going = undefined;
    this.#failure = null;
    if (seq === null) {
      this.#past = undefined;
      this.#onChange();
      return;
    }
    const going = { seq, abort: new AbortController() };
    this.#going = going;
    this.#onChange();
    try {
      const replay = await this.#session.history.goTo(seq, going.abort.signal);
      if (this.#going !== going) return;
      this.#past = new PastSession(this.#session, replay);
    } catch (error) {
      if (this.#going !== going) return;
      this.#failure = DivergenceError.is(error) && error.data.field !== '' ? 'diverged' : 'dropped';
      this.#onFault(error);
    }
    this.#going = undefined;
    this.#onChange();
  }

  dispose(): void {
    this.#going?.abort.abort();
    this.#going = undefined;
  }
}
