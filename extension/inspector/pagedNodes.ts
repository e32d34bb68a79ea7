import { SortedPages } from './sortedPages.ts';

/** Keys that are looked at before somebody else may have a turn. */
const lookedAtOnce = 512;

/** Keys that lie next to each other, as a node. */
interface PageNode {
  readonly parent: unknown;
  /** 0: it holds them themselves; a higher one holds pages of the level below. */
  readonly level: number;
  /** It holds the keys from this one on, up to the next page. */
  readonly from: string;
}

/** What stands below one node, sorted, with pages in between where it is too much to be shown at once. A page stays the same object for as long as it is there. */
export class PagedNodes<Base extends object, Page extends PageNode> {
  readonly #base: Base;
  readonly #newPage: (level: number, from: string, parent: Base | Page) => Page;
  readonly #pages: SortedPages;
  /** Those that have been shown, by level and where they begin. */
  readonly #shown = new Map<string, Page>();

  /** @param sortedKeys each once, as `toSorted` has them */
  constructor(base: Base, sortedKeys: readonly string[], newPage: (level: number, from: string, parent: Base | Page) => Page) {
    this.#base = base;
    this.#newPage = newPage;
    this.#pages = new SortedPages(sortedKeys);
  }

  /** @param leaf the node of a key below its parent; empty for a page that has gone */
  children<Leaf>(node: Base | Page, leaf: (key: string, parent: Base | Page) => Leaf): readonly (Leaf | Page)[] {
    const page = node === this.#base ? undefined : (node as Page);
    const level = page ? page.level : this.#pages.depth;
    const inside = page ? this.#inside(page) : this.#pages.top();
    return inside.map((key) => (level === 0 ? leaf(key, node) : this.#page(level - 1, key, node)));
  }

  /** The node right above a key. */
  parentOf(key: string): Base | Page {
    const path = this.#pages.pathTo(key);
    return path.reduce<Base | Page>((parent, from, depth) => this.#page(path.length - 1 - depth, from, parent), this.#base);
  }

  /** How many of what it holds. */
  count(page: Page): number {
    return this.has(page) ? this.#pages.count(page.level, page.from) : 0;
  }

  /** The first and the last key in a page; undefined when it has gone. */
  bounds(page: Page): readonly [string, string] | undefined {
    return this.has(page) ? this.#pages.bounds(page.level, page.from) : undefined;
  }

  has(page: Page): boolean {
    return this.#shown.get(idOf(page.level, page.from)) === page;
  }

  /** Has a key there or not. @returns the node whose children are others now, as far as anybody has seen them; undefined: it was so already */
  set(key: string, isThere: boolean): Base | Page | undefined {
    const change = isThere ? this.#pages.add(key) : this.#pages.delete(key);
    if (change === 'page') return this.nearest(key);
    if (change === undefined) return undefined;
    this.#forgetGone();
    return this.#base;
  }

  /** Has these keys there, and no others. */
  setAll(present: ReadonlySet<string>): void {
    for (const _step of this.setAllSteps(present)) continue;
  }

  /** The same in steps, after each of which others may have their turn: what is shown meanwhile is in between. */
  *setAllSteps(present: ReadonlySet<string>): Generator<void, void> {
    let looked = 0;
    for (const key of this.#pages.keys()) {
      if (!present.has(key)) this.#pages.delete(key);
      if (++looked % lookedAtOnce === 0) yield;
    }
    for (const key of present) {
      this.#pages.add(key);
      if (++looked % lookedAtOnce === 0) yield;
    }
    this.#forgetGone();
  }

  /** Of those that have been shown, the lowest above a key. */
  nearest(key: string): Base | Page {
    const path = this.#pages.pathTo(key);
    for (const [level, from] of path.toReversed().entries()) {
      const shown = this.#shown.get(idOf(level, from));
      if (shown) return shown;
    }
    return this.#base;
  }

  #inside(page: Page): readonly string[] {
    return this.has(page) ? (this.#pages.within(page.level, page.from) ?? []) : [];
  }

  #page(level: number, from: string, parent: Base | Page): Page {
    const id = idOf(level, from);
    let page = this.#shown.get(id);
    if (page?.parent !== parent) {
      page = this.#newPage(level, from, parent);
      this.#shown.set(id, page);
    }
    return page;
  }

  #forgetGone(): void {
    for (const [id, { level, from }] of this.#shown) if (!this.#pages.within(level, from)) this.#shown.delete(id);
  }
}

function idOf(level: number, from: string): string {
  return `${level} ${from}`;
}
