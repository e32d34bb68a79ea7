import type { Locator, Page } from 'playwright-core';
import { typeInto } from './typeInto.ts';

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
   * Runs a command from the palette by its full title, and answers the quick picks that it opens. The palette of a window
   * that is still starting may take a command for nothing: then all of it is tried again. Fails when the palette does not
   * offer the command, or a quick pick not the answer.
   */
  async runCommand(title: string, ...answers: readonly string[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#openPalette();
        await this.type(`>${title}`, 3000);
        const row = this.row(title).first();
        await row.waitFor({ timeout: 5000 });
        await this.#take(row);
        for (const answer of answers) await this.#pick(answer);
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
    await this.type(`>${typed}`);
    await this.widget.locator('.monaco-list-row').first().waitFor();
    const labels = await this.widget.locator('.monaco-list-row .label-name').allInnerTexts();
    await this.#page.keyboard.press('Escape');
    return labels;
  }

  /** Accepts what an input box or a file dialog proposes, as soon as it proposes `text`. */
  async accept(text: string): Promise<void> {
    await this.#page.waitForFunction(([element, wanted]) => (element as { readonly value?: string } | null)?.value === wanted, [await this.input.elementHandle(), text] as const);
    await this.input.press('Enter');
  }

  /** Types into the box with this title, once it is there: the one before it may still stand. */
  async fill(title: string | RegExp, text: string): Promise<void> {
    await this.title.filter({ hasText: title }).waitFor();
    await this.type(text);
  }

  /** Types in place of what stands in the box. The box before it may take the focus once more as it goes, and the text with it: then it is typed again. */
  type(text: string, timeout?: number): Promise<void> {
    return typeInto(this.input, text, timeout);
  }

  /** Chooses a row of the box with this title, once it is there. */
  async answer(title: string | RegExp, label: string): Promise<void> {
    await this.title.filter({ hasText: title }).waitFor();
    await this.#pick(label);
  }

  /** Chooses a file, by its path, in the file dialog with this title. What is typed before the dialog has looked around is lost: then it is typed again. */
  async chooseFile(title: string, file: string): Promise<void> {
    const dialog = this.title.filter({ hasText: title });
    await dialog.waitFor();
    for (let attempt = 1; ; attempt++) {
      try {
        await this.type(file, 3000);
        await this.input.press('Enter');
        await dialog.waitFor({ state: 'hidden', timeout: 3000 });
        return;
      } catch (error) {
        if (!(await dialog.isVisible())) return;
        if (attempt === 10) throw error;
      }
    }
  }

  /** Types into the box with this title, and accepts. */
  async say(title: string | RegExp, text: string): Promise<void> {
    await this.fill(title, text);
    await this.input.press('Enter');
  }

  /** Ticks a row of a box that takes several, or takes the tick away. */
  async tick(row: string | Locator): Promise<void> {
    const ticked = typeof row === 'string' ? this.row(row) : row;
    await ticked.locator('.quick-input-list-checkbox, [role=checkbox], input[type=checkbox]').first().click();
  }

  async dismiss(): Promise<void> {
    await this.input.press('Escape');
    await this.widget.waitFor({ state: 'hidden' });
  }

  /** A button in its title. */
  button(name: string | RegExp): Locator {
    return this.widget.locator('.quick-input-titlebar').getByRole('button', { name });
  }

  get title(): Locator {
    return this.widget.locator('.quick-input-title');
  }

  row(label: string): Locator {
    const name = new RegExp(`^\\s*${escapeRegExp(label)}\\s*$`);
    return this.widget.locator('.monaco-list-row').filter({ has: this.#page.locator('.label-name').filter({ hasText: name }) });
  }

  /** A row that is far down in the list, or not there yet, is searched for by its label: that shows it as soon as it is. */
  async #pick(label: string): Promise<void> {
    const row = this.row(label).first();
    for (let attempt = 1; !(await isThere(row, attempt === 1 ? 2000 : 5000)); attempt++) {
      if (attempt === 4) throw new Error(`“${label}” is not offered by the box that says: ${await this.widget.innerText()}`);
      await this.type(label, 5000);
    }
    await this.#take(row);
  }

  /**
   * By the keyboard where the row is the one that Enter takes: a list that is still being filled moves under the mouse. What was done is done once: where a busy
   * machine is slow to say so, to do it again would answer the next box.
   */
  async #take(row: Locator): Promise<void> {
    if (await row.and(this.widget.locator('.focused')).isVisible()) await this.input.press('Enter');
    else await row.click();
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

function isThere(row: Locator, timeout: number): Promise<boolean> {
  return row.waitFor({ timeout }).then(
    () => true,
    () => false,
  );
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
