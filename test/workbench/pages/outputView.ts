import type { Locator, Page } from 'playwright-core';

/** VS Code's output view: the channel that is shown. */
export class OutputView {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** The lines in view, with plain spaces. */
  async text(): Promise<string> {
    const lines = this.#part.locator('.monaco-editor .view-lines');
    await lines.waitFor();
    return (await lines.innerText()).replaceAll('\u00A0', ' ');
  }

  /** What can be clicked to be opened. */
  link(text: string | RegExp): Locator {
    return this.#part.locator('.detected-link').filter({ hasText: text });
  }

  get #part(): Locator {
    return this.#page.locator('.part.panel .output-view-content, .part.panel');
  }
}
