import { Emitter, type Event } from '../base/emitter.ts';
import type { Session } from './session.ts';
import { type SessionSource, sourceId } from './sessionSource.ts';

/** Opens a session on a source. @throws when the source cannot be reached for: no kubeconfig, no such context … */
export type OpenSession = (source: SessionSource, signal: AbortSignal) => Promise<Session>;

/** Every session there is: at most one of each source. */
export class Sessions {
  readonly #open: OpenSession;
  readonly #sessions = new Map<string, Session>();
  readonly #opening = new Map<string, { readonly session: Promise<Session>; readonly abort: AbortController }>();
  readonly #onChange = new Emitter<void>();
  #disposed = false;

  constructor(open: OpenSession) {
    this.#open = open;
  }

  /** Fires when a session was opened or closed. */
  readonly onChange: Event<void> = this.#onChange.event;

  get all(): readonly Session[] {
    return [...this.#sessions.values()];
  }

  get(id: string): Session | undefined {
    return this.#sessions.get(id);
  }

  /** The session of a source: the one there is, or a new one. Asked for twice at once, it is opened once. */
  async open(source: SessionSource): Promise<Session> {
    const id = sourceId(source);
    const existing = this.#sessions.get(id) ?? this.#opening.get(id)?.session;
    if (existing) return existing;
    const abort = new AbortController();
    const session = this.#openOne(id, source, abort.signal);
    this.#opening.set(id, { session, abort });
    try {
      return await session;
    } finally {
      this.#opening.delete(id);
    }
  }

  /** Ends a session, also one that is still being opened; resolves when nothing of it is left. */
  async close(id: string): Promise<void> {
    const opening = this.#opening.get(id);
    opening?.abort.abort();
    await opening?.session.catch(() => undefined); // told to whoever opened it
    const session = this.#sessions.get(id);
    if (!session) return;
    this.#sessions.delete(id);
    const closed = session.close();
    this.#onChange.fire();
    await closed;
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    await Promise.all([...this.#opening.keys(), ...this.#sessions.keys()].map((id) => this.close(id)));
    this.#onChange.dispose();
  }

  async #openOne(id: string, source: SessionSource, signal: AbortSignal): Promise<Session> {
    const session = await this.#open(source, signal);
    if (signal.aborted || this.#disposed) {
      await session.close();
      throw new DOMException('The session was closed while it was being opened.', 'AbortError');
    }
    this.#sessions.set(id, session);
    this.#onChange.fire();
    return session;
  }
}
