import type { Locator, Page } from 'playwright-core';

/** The files of the workspace. */
export class Explorer {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async open(): Promise<void> {
    await this.#page.keyboard.press('ControlOrMeta+Shift+e');
    await this.#page.locator('.explorer-folders-view').waitFor();
  }

  file(name: string): Locator {
    return this.#page.locator('.explorer-folders-view').getByRole('treeitem', { name });
  }
}
