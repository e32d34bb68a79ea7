import type { Locator, Page } from 'playwright-core';

/** The editor area: its tabs and the text of the active editor. */
export class Editor {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  tab(name: string | RegExp): Locator {
    return this.#page.locator('.tabs-container').getByRole('tab', { name });
  }

  /** The lines of the active text editor that are in view, with plain spaces. */
  async text(): Promise<string> {
    const lines = this.#page.locator('.editor-group-container.active .monaco-editor .view-lines');
    await lines.waitFor();
    return (await lines.innerText()).replaceAll('\u00A0', ' ');
  }
}
