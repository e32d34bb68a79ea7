import type { Mark, MarkKind } from '../../../protocol/pages/timeline.ts';
import type { Seq, TraceEntry } from '../../../trace/entry.ts';

/** The sign of an entry on its lane; undefined: it has none. */
export function markKindOf(entry: TraceEntry): MarkKind | undefined {
  switch (entry.kind) {
    case 'reflector.event':
      return 'event';
    case 'queue.add':
      return entry.tombstone ? 'tombstone' : 'delta';
    case 'store.update':
      return entry.uidChanged ? 'recreated' : undefined;
    case 'store.delete':
      return entry.tombstone ? undefined : 'deleted'; // the delta has said that it was one
    case 'handler.delete':
      return entry.leftSelector ? 'left' : 'handler';
    case 'handler.add':
    case 'handler.update':
      return 'handler';
    case 'reconcile.start':
      return 'reconcile';
    default:
      return undefined;
  }
}

type Draft = { -readonly [Field in keyof Mark]: Mark[Field] };

/** The marks of one lane: what stands too close to be told apart is one mark with a number. */
export class LaneMarks {
  readonly #closeMs: number;
  readonly #most: number;
  #marks: Draft[] = [];
  readonly #newest = new Map<MarkKind, Draft>();
  #lastAt = 0;
  #omitted = 0;

  /** @param closeMs marks of one kind that are closer than this are drawn as one */
  constructor(closeMs: number, most: number) {
    this.#closeMs = closeMs;
    this.#most = most;
  }

  /** Session time of the newest. */
  get lastAt(): number {
    return this.#lastAt;
  }

  get omitted(): number {
    return this.#omitted;
  }

  get marks(): readonly Mark[] {
    return this.#marks;
  }

  add({ seq, t }: TraceEntry, kind: MarkKind): void {
    this.#lastAt = t;
    const near = this.#newest.get(kind);
    if (near && t - near.t < this.#closeMs) {
      near.more++;
      return;
    }
    const mark: Draft = { seq, t, kind, ms: 0, more: 0 };
    this.#newest.set(kind, mark);
    this.#marks.push(mark);
    if (this.#marks.length <= 2 * this.#most) return;
    this.#omit();
  }

  /** The reconcile that began in that entry is over. */
  ended(start: Seq, ms: number, failed: boolean): void {
    const mark = this.#marks.findLast(({ seq }) => seq === start);
    if (!mark) return;
    mark.ms = ms;
    if (failed) mark.kind = 'failed';
  }

  /** No more than fit. */
  finish(): void {
    if (this.#marks.length > this.#most) this.#omit();
  }

  #omit(): void {
    const kept = this.#marks.slice(-this.#most);
    this.#omitted += this.#marks.slice(0, -this.#most).reduce((sum, { more }) => sum + 1 + more, 0);
    this.#marks = kept;
  }
}
