import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';

/** Changes are gathered for this long before anybody is told: at most five times a second. */
const batchMs = 200;
/** How often a node moves for what happens further below it: telling of it has all below it looked at again. */
const countMs = 2000;

/** Gathers the nodes of a tree that look different now, so that whoever shows it is told in batches. */
export class ChangeBatches<Node> implements Disposable {
  readonly #clock: Clock;
  readonly #tell: (changed: Set<Node>) => void;
  #changed = new Set<Node>();
  /** Nodes with other figures than was told. */
  readonly #counted = new Set<Node>();
  #batch: Disposable | undefined;
  #count: Disposable | undefined;

  /** @param tell given what has changed since the last batch: a set that is its own */
  constructor(clock: Clock, tell: (changed: Set<Node>) => void) {
    this.#clock = clock;
    this.#tell = tell;
  }

  /** Something has changed, and nobody has been told yet. */
  get isChanging(): boolean {
    return this.#changed.size > 0;
  }

  change(node: Node): void {
    this.#changed.add(node);
    this.tellLater();
  }

  /** Of a node of which only figures are others, which is not as urgent: one that is told of meanwhile is not told of again. */
  count(node: Node): void {
    this.#counted.add(node);
    this.#count ??= this.#clock.setTimer(countMs, () => {
      this.#count = undefined;
      for (const counted of this.#counted) this.change(counted);
      this.#counted.clear();
    });
  }

  /** Has a batch told of though no node may have changed. */
  tellLater(): void {
    this.#batch ??= this.#clock.setTimer(batchMs, () => {
      this.#batch = undefined;
      const changed = this.#changed;
      this.#changed = new Set();
      for (const node of changed) this.#counted.delete(node);
      this.#tell(changed);
    });
  }

  /** It has gone. */
  forget(node: Node): void {
    this.#counted.delete(node);
  }

  dispose(): void {
    this.#batch?.dispose();
    this.#count?.dispose();
  }
}
