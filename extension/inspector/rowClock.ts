import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import { informerNodeOf, type InformerNode, type ObjectNode, type SourceNode, type TreeNode } from './treeNode.ts';

/** Rows are drawn again at most so often; what counts counts seconds. */
const tickMs = 1000;
/** A row that is drawn again takes the tooltip from whoever reads it, and that of every row below it too: so it waits that long. */
const readingMs = 10_000;

/** What stands in a row, and in how many milliseconds that is something else though nothing happens; undefined: never. */
export interface RowText {
  readonly text: string;
  readonly changesInMs: number | undefined;
}

/** Those whose text may go by time. */
export type Row = SourceNode | InformerNode | ObjectNode;

export interface RowClockOptions {
  readonly clock: Clock;
  readonly textOf: (row: Row) => RowText;
}

/**
 * Has the rows drawn again whose text goes by time: those that count each second, those that tell an age when it passes a step, and no others. While nobody
 * looks, and where nothing goes by time, it has no timer. What changes because something happens is told by the tree, and is drawn at once.
 */
export class RowClock implements Disposable {
  readonly #options: RowClockOptions;
  readonly #onTick = new Emitter<readonly TreeNode[]>();
  /** Rows that go by time: as they were drawn, and when they are to be looked at again, on the clock. */
  readonly #drawn = new Map<Row, { readonly text: string; readonly due: number }>();
  /** Until when rows are left alone, on the clock. */
  readonly #reading = new Map<Row, number>();
  #timer: Disposable | undefined;
  /** When it is over, on the clock. */
  #due = Infinity;
  #visible = false;

  constructor(options: RowClockOptions) {
    this.#options = options;
  }

  /** Fires with the rows that are to be drawn again; never while nobody looks. */
  readonly onTick: Event<readonly TreeNode[]> = this.#onTick.event;

  /** Somebody looks, or nobody does. */
  setVisible(visible: boolean): void {
    if (visible === this.#visible) return;
    this.#visible = visible;
    if (visible) this.#tick();
    else this.#stop();
  }

  /** A row has been drawn with this text. */
  drew(row: Row, { text, changesInMs }: RowText): void {
    if (changesInMs === undefined) {
      this.#drawn.delete(row);
      return;
    }
    this.#drawn.set(row, { text, due: this.#options.clock.now() + changesInMs });
    this.#wakeIn(changesInMs);
  }

  /** Somebody reads the tooltip of a node. It is made anew when they have had the time: until then VS Code keeps the one that was made. */
  reads(node: TreeNode): void {
    const until = this.#options.clock.now() + readingMs;
    const informer = node.type === 'source' ? undefined : informerNodeOf(node);
    for (const row of informer ? [node, informer, informer.parent] : [node]) if (row.type === 'source' || row.type === 'informer' || row.type === 'object') this.#reading.set(row, until);
    if (this.#drawn.size > 0) this.#wakeIn(readingMs);
  }

  dispose(): void {
    this.#visible = false;
    this.#stop();
    this.#onTick.dispose();
  }

  #tick(): void {
    const { clock, textOf } = this.#options;
    const now = clock.now();
    const changed: Row[] = [];
    let soonest = Infinity;
    for (const [row, drawn] of this.#drawn) {
      const until = this.#reading.get(row);
      const due = until ?? drawn.due;
      // Another row's turn: one that says the same a moment longer keeps its tooltip.
      if (due > now) soonest = Math.min(soonest, due - now);
      else if (until !== undefined) changed.push(row);
      else {
        const { text, changesInMs = Infinity } = textOf(row);
        if (text !== drawn.text) changed.push(row);
        else soonest = Math.min(soonest, changesInMs);
      }
    }
    for (const row of changed) this.#drawn.delete(row); // it is there again when it has been drawn
    for (const [row, until] of this.#reading) if (until <= now) this.#reading.delete(row);
    this.#wakeIn(soonest);
    if (changed.length > 0) this.#onTick.fire(changed);
  }

  #wakeIn(ms: number): void {
    const { clock } = this.#options;
    const due = clock.now() + Math.max(tickMs, ms);
    if (!this.#visible || due >= this.#due) return;
    this.#stop();
    this.#due = due;
    this.#timer = clock.setTimer(due - clock.now(), () => {
      this.#stop();
      this.#tick();
    });
  }

  #stop(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#due = Infinity;
  }
}
