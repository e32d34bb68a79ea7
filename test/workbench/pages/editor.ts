import type { Locator, Page } from 'playwright-core';
import { typeInto } from './typeInto.ts';

/** The editor area: its tabs and the text of the active editor. */
export class Editor {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  tab(name: string | RegExp): Locator {
    return this.#page.locator('.tabs-container').getByRole('tab', { name });
  }

  /** Chooses an entry of the menu of a tab, whether it is in front or not. */
  async tabMenu(name: string | RegExp, entry: string): Promise<void> {
    await this.#choose(entry, () => this.tab(name).click({ button: 'right' }));
  }

  /** Chooses an entry of what stands behind the three dots of the active editor's title. */
  async titleMenu(entry: string): Promise<void> {
    await this.#choose(entry, () => this.#page.locator('.editor-group-container.active .editor-actions').getByRole('button', { name: /^More Actions/ }).click());
  }

  /** A menu that has just opened swallows a click: then it is clicked again. */
  async #choose(entry: string, open: () => Promise<void>): Promise<void> {
    const choice = this.#page.getByRole('menuitem', { name: entry });
    for (let attempt = 1; ; attempt++) {
      try {
        if (!(await choice.isVisible())) await open();
        await choice.click({ timeout: 5000 });
        await choice.waitFor({ state: 'detached', timeout: 3000 });
        return;
      } catch (error) {
        if (attempt === 5) throw error;
      }
    }
  }

  /** The lines of the active text editor that are in view, with plain spaces. */
  async text(): Promise<string> {
    const lines = this.#page.locator('.editor-group-container.active .monaco-editor .view-lines');
    await lines.waitFor();
    return (await lines.innerText()).replaceAll('\u00A0', ' ');
  }

  /** The lines of both sides of a comparison that are in view: what it was, and what it becomes. */
  async sides(): Promise<readonly [string, string]> {
    const diff = this.#page.locator('.editor-group-container.active .monaco-diff-editor');
    const [before, after] = ['.editor.original', '.editor.modified'].map((side) => diff.locator(`${side} .view-lines`));
    await after!.waitFor();
    return [plain(await before!.innerText()), plain(await after!.innerText())];
  }

  /** Puts the cursor at the end of a line of the active editor, counted from 1. */
  async goTo(line: number): Promise<void> {
    await this.#page.locator('.editor-group-container.active .monaco-editor .view-lines').last().click();
    await this.#page.keyboard.press('ControlOrMeta+g');
    const input = this.#page.locator('.quick-input-widget .quick-input-box input');
    await typeInto(input, `:${line}`);
    await this.#page.keyboard.press('Enter');
    await input.waitFor({ state: 'hidden' });
    await this.#page.keyboard.press('End');
  }

  /** Types into the active editor, and saves. */
  async typeAndSave(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
    await this.save();
  }

  async save(): Promise<void> {
    await this.#page.keyboard.press('ControlOrMeta+s');
    await this.#page.locator('.editor-group-container.active .tab.active.dirty').waitFor({ state: 'detached' });
  }

  async closeAll(): Promise<void> {
    await this.#page.keyboard.press('ControlOrMeta+k');
    await this.#page.keyboard.press('ControlOrMeta+w');
  }
}

function plain(text: string): string {
  return text.replaceAll('\u00A0', ' ');
}
