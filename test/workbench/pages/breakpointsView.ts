import type { Locator } from 'playwright-core';
import type { SideBar } from './sideBar.ts';

/** The view of breakpoints in the side bar. */
export class BreakpointsView {
  readonly #sideBar: SideBar;

  constructor(sideBar: SideBar) {
    this.#sideBar = sideBar;
  }

  item(label: string | RegExp): Locator {
    return this.#sideBar.item(label);
  }

  /** The box by which it is switched on and off. */
  checkBox(label: string | RegExp): Locator {
    return this.item(label).locator('.custom-view-tree-node-item-checkbox');
  }

  async isEnabled(label: string | RegExp): Promise<boolean> {
    return (await this.checkBox(label).getAttribute('aria-checked')) === 'true';
  }

  /** The text beside the label: hits, a condition, what is wrong. */
  description(label: string | RegExp): Locator {
    return this.item(label).locator('.label-description');
  }

  contextMenu(label: string | RegExp, entry: string): Promise<void> {
    return this.#sideBar.contextMenu(label, entry);
  }
}
