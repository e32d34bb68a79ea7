import type { Locator, Page } from 'playwright-core';

/** Toasts and the modal dialog. */
export class Notifications {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get toasts(): Locator {
    return this.#page.locator('.notifications-toasts .notification-list-item');
  }

  /** In the notification centre, where one stays after its toast has gone by itself. */
  get kept(): Locator {
    return this.#page.locator('.notifications-center .notification-list-item');
  }

  /** The texts of the toasts that are shown now. */
  texts(): Promise<string[]> {
    return this.toasts.locator('.notification-list-item-message').allInnerTexts();
  }

  get dialog(): Locator {
    return this.#page.locator('.monaco-dialog-box');
  }

  async answerDialog(button: string | RegExp): Promise<void> {
    await this.dialog.waitFor();
    await this.dialog.getByRole('button', { name: button }).click();
    await this.dialog.waitFor({ state: 'hidden' });
  }
}
