import { lowerBound } from '../base/lowerBound.ts';
import { sum } from '../base/sum.ts';

/** More keys than this under one node are shown in pages of about this many. */
export const pageSize = 500;

/**
 * Sorted keys in pages that stay put: a page is named by the key it begins at, the first one by '', and a key that comes or goes moves no other key into
 * another page. One that has grown to twice its size is split; one that has shrunk to a quarter of it is joined with its neighbour. Where there are too many
 * pages to be shown at once, there are pages of pages. A change costs the page that it is in, however many keys there are.
 *
 * Of the levels of pages the lowest, which hold keys, is 0.
 */
export class SortedPages {
  #pages: string[][];
  /** Where each begins, in the same order. */
  #starts: string[] = [''];
  /** The starts, as keys of the level above; undefined while all keys can be shown at once. */
  #above: SortedPages | undefined;
  #size: number;

  /** @param sortedKeys each once */
  constructor(sortedKeys: readonly string[] = []) {
    this.#size = sortedKeys.length;
    this.#pages = [[...sortedKeys]];
    if (this.#size > pageSize) this.#divideAll();
  }

  /** Keys. */
  get size(): number {
    return this.#size;
  }

  /** As they are now, in order. */
  keys(): readonly string[] {
    return this.#pages.flat();
  }

  /** Levels of pages; 0: all keys can be shown at once. */
  get depth(): number {
    return this.#above ? this.#above.depth + 1 : 0;
  }

  /** What is to be shown first: the keys where there is no level, else where the pages of the highest level begin. */
  top(): readonly string[] {
    return this.#above ? this.#above.top() : this.#pages[0]!;
  }

  /** The keys of a page of level 0; of a higher one, where its pages of the level below begin. Undefined: there is no such page. */
  within(level: number, start: string): readonly string[] | undefined {
    if (level > 0) return this.#above?.within(level - 1, start);
    const at = this.#above ? lowerBound(this.#starts, start) : -1;
    return this.#starts[at] === start ? this.#pages[at] : undefined;
  }

  /** Where the pages begin in which a key lies, or would lie, from the highest level down. */
  pathTo(key: string): readonly string[] {
    if (!this.#above) return [];
    const start = this.#starts[this.#pageOf(key)]!;
    return [...this.#above.pathTo(start), start];
  }

  /** How many keys are in a page of any level. */
  count(level: number, start: string): number {
    const inside = this.within(level, start) ?? [];
    return level === 0 ? inside.length : sum(inside, (each) => this.count(level - 1, each));
  }

  /** The first and the last key of a page; undefined: there is no such page. */
  bounds(level: number, start: string): readonly [string, string] | undefined {
    const inside = this.within(level, start);
    if (!inside) return undefined;
    const [first, last] = [inside[0]!, inside.at(-1)!];
    return level === 0 ? [first, last] : [this.bounds(level - 1, first)![0], this.bounds(level - 1, last)![1]];
  }

  /** @returns `page`: the page that it is in has another key now; `pages`: there are other pages than before, too; undefined: it was there already */
  add(key: string): 'page' | 'pages' | undefined {
    const at = this.#pageOf(key);
    const page = this.#pages[at]!;
    const place = lowerBound(page, key);
    if (page[place] === key) return undefined;
    page.splice(place, 0, key);
    this.#size++;
    return this.#balance(at) ? 'pages' : 'page';
  }

  /** @returns as above; undefined: it was not there */
  delete(key: string): 'page' | 'pages' | undefined {
    const at = this.#pageOf(key);
    const page = this.#pages[at]!;
    const place = lowerBound(page, key);
    if (page[place] !== key) return undefined;
    page.splice(place, 1);
    this.#size--;
    return this.#balance(at) ? 'pages' : 'page';
  }

  #pageOf(key: string): number {
    const at = lowerBound(this.#starts, key);
    return this.#starts[at] === key ? at : at - 1;
  }

  /** @returns whether there are other pages than before */
  #balance(at: number): boolean {
    if (!this.#above) {
      if (this.#size <= pageSize) return false;
      this.#divideAll();
      return true;
    }
    // Pages that are there stay until the keys are well below the limit: no flicker around it.
    if (this.#size <= pageSize / 2) {
      this.#joinAll();
      return true;
    }
    const { length } = this.#pages[at]!;
    if (length >= pageSize * 2) {
      this.#divide(at);
      return true;
    }
    if (length >= pageSize / 4) return false;
    this.#join(Math.max(1, at));
    return true;
  }

  #divideAll(): void {
    this.#above = new SortedPages(this.#starts);
    this.#divide(0);
  }

  #divide(at: number): void {
    const page = this.#pages[at]!;
    const count = Math.ceil(page.length / pageSize);
    const cuts = Array.from({ length: count }, (_, part) => Math.floor((page.length * part) / count));
    const parts = cuts.map((cut, part) => page.slice(cut, cuts[part + 1]));
    const starts = parts.slice(1).map((part) => part[0]!);
    this.#pages.splice(at, 1, ...parts);
    this.#starts.splice(at + 1, 0, ...starts);
    for (const start of starts) this.#above!.add(start);
  }

  /** With the one before. */
  #join(at: number): void {
    const [page] = this.#pages.splice(at, 1);
    const [start] = this.#starts.splice(at, 1);
    this.#above!.delete(start!);
    const before = this.#pages[at - 1]!;
    for (const key of page!) before.push(key);
    const isAlone = this.#pages.length === 1;
    if (before.length >= pageSize * 2 || (isAlone && before.length > pageSize)) this.#divide(at - 1);
    else if (isAlone) this.#joinAll();
  }

  #joinAll(): void {
    this.#pages = [this.#pages.flat()];
    this.#starts = [''];
    this.#above = undefined;
  }
}
