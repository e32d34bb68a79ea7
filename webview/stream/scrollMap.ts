/**
 * Between the scroll position of an element and the place in a list that may be taller than an element can be:
 * Chromium lays out at most 33.5 million pixels, divided by the zoom. Up to `tallest` both are the same. Beyond, the
 * thumb speaks for the whole list, while wheel and keys still move by the pixels that they ask for.
 */
export class ScrollMap {
  /** Holds up to a zoom of five. */
  static readonly tallest = 6_000_000;

  #listHeight = 0;
  #viewHeight = 0;
  #scrollTop = 0;
  #top = 0;

  resize(listHeight: number, viewHeight: number): void {
    this.#listHeight = listHeight;
    this.#viewHeight = viewHeight;
  }

  /** The list is taller than its element. */
  get isScaled(): boolean {
    return this.#listHeight > ScrollMap.tallest;
  }

  /** Height of the element. */
  get elementHeight(): number {
    return Math.min(this.#listHeight, ScrollMap.tallest);
  }

  /** The element was scrolled by hand; returns the pixels of the list that are above the view now. */
  scrolled(scrollTop: number): number {
    const delta = scrollTop - this.#scrollTop;
    this.#scrollTop = scrollTop;
    this.#top = this.#clamp(this.#topAfter(scrollTop, delta));
    return this.#top;
  }

  /** Moves to a place in the list; returns the scroll position that stands for it. */
  moveTo(top: number): number {
    this.#top = this.#clamp(top);
    this.#scrollTop = this.isScaled ? this.#top / this.#ratio : this.#top;
    return this.#scrollTop;
  }

  /** The element took another position than it was given, as browsers round. */
  settle(scrollTop: number): void {
    this.#scrollTop = scrollTop;
  }

  /** Where it stands, as far as this map knows. */
  get position(): { readonly top: number; readonly scrollTop: number } {
    return { top: this.#top, scrollTop: this.#scrollTop };
  }

  #topAfter(scrollTop: number, delta: number): number {
    if (!this.isScaled) return scrollTop;
    if (scrollTop <= 0) return 0;
    if (scrollTop >= this.elementHeight - this.#viewHeight - 1) return this.#listHeight;
    const byHand = Math.abs(delta) <= this.#viewHeight;
    return byHand ? this.#top + delta : scrollTop * this.#ratio;
  }

  get #ratio(): number {
    return (this.#listHeight - this.#viewHeight) / (this.elementHeight - this.#viewHeight);
  }

  #clamp(top: number): number {
    return Math.max(0, Math.min(top, this.#listHeight - this.#viewHeight));
  }
}
