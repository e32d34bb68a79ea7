import type { Locator, Page } from 'playwright-core';

/** VS Code's debugger, as it shows in the editor and in its toolbar. */
export class DebugView {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get toolbar(): Locator {
    return this.#page.locator('.debug-toolbar');
  }

  /** The line at which it stands, marked in the editor. */
  get stoppedLine(): Locator {
    return this.#page.locator('.debug-top-stack-frame-line');
  }

  /** A button of its toolbar. */
  button(name: RegExp): Locator {
    return this.toolbar.getByRole('button', { name });
  }

  /** Sets a breakpoint at the line where the cursor is, or takes it away. */
  async toggleBreakpoint(): Promise<void> {
    await this.#page.keyboard.press('F9');
  }

  get breakpoints(): Locator {
    return this.#page.locator('.codicon-debug-breakpoint, .codicon-debug-breakpoint-unverified');
  }
}
