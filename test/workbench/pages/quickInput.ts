import type { Locator, Page } from 'playwright-core';

/** The box at the top of the window: command palette, quick picks and input boxes. */
export class QuickInput {
  readonly #page: Page;
  readonly widget: Locator;
  readonly input: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.widget = page.locator('.quick-input-widget');
    this.input = this.widget.locator('.quick-input-box input');
  }

  /**
   * Runs a command from the palette by its full title. What ran before may still take the focus, which closes the palette:
   * then it is opened again. Fails when the palette does not offer the command.
   */
  async runCommand(title: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#openPalette();
        await this.input.fill(`>${title}`, { timeout: 2000 });
        await this.row(title).first().click({ timeout: 3000 });
        return;
      } catch (error) {
        if (attempt === 4) throw error;
        await this.#page.keyboard.press('Escape');
      }
    }
  }

  /** The titles that the palette offers for what is typed. */
  async offered(typed: string): Promise<string[]> {
    await this.#openPalette();
    await this.input.fill(`>${typed}`);
    await this.widget.locator('.monaco-list-row').first().waitFor();
    const labels = await this.widget.locator('.monaco-list-row .label-name').allInnerTexts();
    await this.#page.keyboard.press('Escape');
    return labels;
  }

  /** Chooses a row of the quick pick that is open, or about to open. A row that is far down in the list is searched for by its label. */
  async pick(label: string): Promise<void> {
    const row = this.row(label).first();
    try {
      await row.click({ timeout: 3000 });
    } catch {
      // Not among the first rows, or not there yet: the search shows it as soon as it is.
      await this.input.fill(label);
      await row.click();
    }
  }

  /** Types into the input box that is open, or about to open, and accepts it. */
  async answer(text: string): Promise<void> {
    await this.input.waitFor();
    await this.input.fill(text);
    await this.#page.keyboard.press('Enter');
  }

  row(label: string): Locator {
    const name = new RegExp(`^\\s*${escapeRegExp(label)}\\s*$`);
    return this.widget.locator('.monaco-list-row').filter({ has: this.#page.locator('.label-name').filter({ hasText: name }) });
  }

  async cancel(): Promise<void> {
    await this.#page.keyboard.press('Escape');
    await this.widget.waitFor({ state: 'hidden' });
  }

  /** F1 does nothing while the window is still starting, so it is pressed until the box opens. */
  async #openPalette(): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      await this.#page.keyboard.press('F1');
      try {
        await this.input.waitFor({ timeout: 2000 });
        return;
      } catch (error) {
        if (attempt === 5) throw error;
      }
    }
  }
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
