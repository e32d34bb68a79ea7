import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore, toDisposable } from '../../base/disposable.ts';
import type { Seq, TraceDraft, TraceEntry } from '../../trace/entry.ts';
import { isOfServer, type ServerEntry } from '../../trace/serverEntry.ts';
import type { Tracer } from '../../trace/tracer.ts';
import { playStart } from './playableInput.ts';
import type { Recording } from './recording.ts';

/** Steps that are told in one turn. */
const stepsPerTurn = 500;

/**
 * Tells in a replay what the API server had told: at the recorded times, tied anew to what is seen of it there. A step whose cause is not replayed, as a
 * reconciler's write, begins by itself.
 * @param startedAt time of the clock at which the replay has begun
 */
export function replayServerSteps(recording: Recording, tracer: Tracer, clock: Clock, startedAt: number): Disposable {
  const steps = recording.entries.filter(isOfServer);
  const owned = new DisposableStore();
  if (steps.length === 0) return owned;
  tracer.followServer();
  const offset = playStart(recording);
  const causes = new ReplayedCauses(recording.entries);
  owned.add(tracer.onEntry((entry) => causes.note(entry)));
  let told = 0;
  let timer: Disposable | undefined;
  const arm = (): void => {
    const step = steps[told];
    timer = step && clock.setTimer(startedAt + step.t - offset - clock.now(), tell);
  };
  const tell = (): void => {
    const now = clock.now();
    for (let left = stepsPerTurn; left > 0 && steps[told] && startedAt + steps[told]!.t - offset <= now; left--) {
      const step = steps[told++]!;
      causes.made(step.seq, tracer.record(draftOf(step, causes.of(step), -offset)));
    }
    arm();
  };
  arm();
  owned.add(toDisposable(() => timer?.dispose()));
  return owned;
}

/** What it was seen as is found anew, and so is its number. */
function draftOf(step: ServerEntry, cause: readonly Seq[], shift: number): TraceDraft {
  const { seq: _seq, t: _t, cause: _cause, ...own } = step;
  const draft = { ...own, ...(cause.length > 0 && { cause }) } as TraceDraft & { seenAs?: Seq; at?: number };
  delete draft.seenAs;
  if (typeof draft.at === 'number') draft.at += shift;
  return draft;
}

/** Numbers of the replay for those of the recording: of the steps themselves, and of the lists and watches that some of them are of. */
class ReplayedCauses {
  readonly #numbers = new Map<Seq, Seq>();
  /** Which request of its informer an entry is, counted from 0. */
  readonly #places = new Map<Seq, string>();
  readonly #requests = new Map<string, Seq>();
  readonly #recorded = new Map<string, number>();
  readonly #replayed = new Map<string, number>();

  constructor(entries: readonly TraceEntry[]) {
    for (const entry of entries) if (isRequest(entry)) this.#places.set(entry.seq, placeOf(entry, this.#recorded));
  }

  note(entry: TraceEntry): void {
    if (isRequest(entry)) this.#requests.set(placeOf(entry, this.#replayed), entry.seq);
  }

  made(recorded: Seq, replayed: Seq): void {
    this.#numbers.set(recorded, replayed);
  }

  of({ cause = [] }: TraceEntry): readonly Seq[] {
    return cause.flatMap((seq) => this.#numbers.get(seq) ?? this.#requests.get(this.#places.get(seq) ?? '') ?? []);
  }
}

function isRequest({ kind }: TraceEntry): boolean {
  return kind === 'reflector.list' || kind === 'reflector.watch';
}

function placeOf({ kind, informer = '' }: TraceEntry, counts: Map<string, number>): string {
  const id = `${kind} ${informer}`;
  const place = counts.get(id) ?? 0;
  counts.set(id, place + 1);
  return `${id} ${place}`;
}
