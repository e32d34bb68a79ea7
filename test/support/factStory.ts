import { seededRandom } from '../../extension/base/random.ts';
import type { ApiserverFact, FactLine } from '../../extension/introspection/apiserverFact.ts';
import { FactLinker } from '../../extension/inspector/introspection/factLinker.ts';
import { RequestNames } from '../../extension/inspector/introspection/requestNames.ts';
import { ServerClock } from '../../extension/inspector/introspection/serverClock.ts';
import type { EntryOf, Seq, TraceDraft, TraceEntry, TraceKind } from '../../extension/trace/entry.ts';
import { Tracer } from '../../extension/trace/tracer.ts';
import { FakeClock } from './fakeClock.ts';

type Unstamped<Fact> = Fact extends unknown ? Omit<Fact, 'seq' | 'at'> & { readonly at?: number } : never;
export type FactDraft = Unstamped<ApiserverFact>;

export const pods = 'v1/pods';

/** Both sides of a session on the playground by hand: what its engine records, and what the API server tells. */
export class FactStory {
  readonly clock = new FakeClock();
  readonly tracer = new Tracer(this.clock);
  readonly names = new RequestNames(seededRandom(1));
  readonly linker: FactLinker;
  readonly #zero = this.clock.wallTime();
  #facts = 0;

  constructor() {
    this.tracer.followServer();
    this.linker = new FactLinker({ probe: this.tracer, names: this.names, serverClock: new ServerClock(this.#zero), now: () => this.now });
  }

  get now(): number {
    return this.clock.now() - this.tracer.startedAt;
  }

  record(draft: TraceDraft): Seq {
    return this.tracer.record(draft);
  }

  /** Told now, and stamped with session time `at` (default: now). */
  tell(...facts: readonly FactDraft[]): void {
    this.linker.take(facts.map((fact) => Object.assign({ seq: ++this.#facts }, fact, { at: this.#zero + (fact.at ?? this.now) }) as FactLine));
  }

  /** The Reflector asks; its request has this name. */
  ask(verb: 'list' | 'watch', informer = pods): { readonly seq: Seq; readonly auditId: string } {
    const seq = this.record(verb === 'list' ? { kind: 'reflector.list', informer, resourceVersion: '0' } : { kind: 'reflector.watch', informer, resourceVersion: '1', timeoutSeconds: 300, streaming: false });
    return { seq, auditId: this.names[verb](informer, this.now, seq) };
  }

  event(watch: Seq, revision: number, key = 'd/web', informer = pods): Seq {
    return this.record({ kind: 'reflector.event', informer, key, rv: String(revision), type: 'MODIFIED', cause: [watch] });
  }

  all<Kind extends TraceKind>(kind: Kind): readonly EntryOf<Kind>[] {
    return [...this.tracer.entries()].filter((entry): entry is EntryOf<Kind> => entry.kind === kind);
  }

  at(seq: Seq): TraceEntry {
    return this.tracer.at(seq)!;
  }
}

const asked = { verb: 'patch', path: '/api/v1/namespaces/d/pods/web', query: '', user: 'admin', userAgent: 'kubectl/v1.32.0 (linux/amd64)' };

export function received(auditId: string, more: Partial<typeof asked> = {}): FactDraft {
  return { kind: 'apiserver.request', stage: 'RequestReceived', ...asked, ...more, auditId, code: 0, ms: 0 };
}

export function answered(auditId: string, code = 200, more: Partial<typeof asked> = {}): FactDraft {
  return { kind: 'apiserver.request', stage: 'ResponseStarted', ...asked, ...more, auditId, code, ms: 2 };
}

export function committed(revision: number, auditId: string, key = 'd/web', resource = pods): FactDraft {
  return { kind: 'apiserver.commit', resource, key, revision, type: 'MODIFIED', auditId };
}

export function cached(revision: number, key = 'd/web', resource = pods): FactDraft {
  return { kind: 'apiserver.cached', resource, key, revision, slot: revision % 100, capacity: 100 };
}

export function sent(auditId: string, revisions: readonly number[], resource = pods): FactDraft {
  return { kind: 'apiserver.sent', resource, watcher: 7, auditId, revisions, bookmarks: [], length: 400 };
}

export function fault(kind: Extract<ApiserverFact, { kind: 'apiserver.fault' }>['fault'], auditId: string, { revision = 0, resource = pods, ms = 0 }: { readonly revision?: number; readonly resource?: string; readonly ms?: number } = {}): FactDraft {
  return { kind: 'apiserver.fault', fault: kind, id: 1, auditId, resource, revision, ms };
}
