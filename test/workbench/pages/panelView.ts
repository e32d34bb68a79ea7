import type { FrameLocator, Locator, Page } from 'playwright-core';

/** A webview in an editor: two frames deep, VS Code's own and in it the extension's page. */
export class PanelView {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get frame(): FrameLocator {
    return this.#page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
  }

  get tab(): Locator {
    return this.#page.locator('.tabs-container').getByRole('tab', { name: /Informer Inspector/ });
  }

  button(name: string | RegExp): Locator {
    return this.frame.getByRole('button', { name });
  }
}
