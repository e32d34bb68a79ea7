import type { Seq, TraceEntry } from '../../trace/entry.ts';
import type { Recorded } from './recorded.ts';
import { ReflectorCursor } from './reflectorCursor.ts';

/** Where each Reflector of a session stands in what the server has sent it. It catches up when a checkpoint is made, not while the engine works. */
export class Follower {
  readonly #cursors = new Map<string, { readonly instance: number; readonly cursor: ReflectorCursor }>();
  #seq: Seq = 0;

  get(informer: string, instance: number): ReflectorCursor | undefined {
    const followed = this.#cursors.get(informer);
    return followed?.instance === instance ? followed.cursor : undefined;
  }

  /** @param recorded in order, from where it stood the last time */
  catchUp(entryAt: (seq: Seq) => TraceEntry | undefined, recorded: readonly Recorded[], to: Seq): void {
    for (const each of recorded) {
      this.#readTo(entryAt, Math.min(each.after, to));
      this.#apply(each);
    }
    this.#readTo(entryAt, to);
  }

  #readTo(entryAt: (seq: Seq) => TraceEntry | undefined, to: Seq): void {
    for (; this.#seq < to; this.#seq++) {
      const entry = entryAt(this.#seq + 1);
      if (entry?.informer !== undefined) this.#cursors.get(entry.informer)?.cursor.note(entry);
    }
  }

  #apply(recorded: Recorded): void {
    switch (recorded.kind) {
      case 'input': {
        this.get(recorded.informer, recorded.instance)?.arrive(recorded);
        return;
      }
      case 'informers':
        for (const { name, instance } of recorded.informers) {
          if (!this.get(name, instance)) this.#cursors.set(name, { instance, cursor: new ReflectorCursor() });
        }
        return;
      case 'happening': {
        const { happening } = recorded;
        if (happening.kind === 'informer.resync' && happening.isDue) this.#cursors.get(happening.informer)?.cursor.resyncBegins();
        if (happening.kind === 'informer.forged') this.#cursors.get(happening.informer)?.cursor.forge(happening.event);
        return;
      }
      default:
    }
  }
}
