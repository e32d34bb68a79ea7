import type { Locator, Page } from 'playwright-core';
import { Editor } from './editor.ts';

/** The document of an object, in front. */
export class ObjectDocument {
  readonly #page: Page;
  readonly #editor: Editor;

  constructor(page: Page) {
    this.#page = page;
    this.#editor = new Editor(page);
  }

  /** Its lines that are in view: what is folded is not. */
  text(): Promise<string> {
    return this.#editor.text();
  }

  tab(name: string | RegExp): Locator {
    return this.#editor.tab(name);
  }

  /** The marks in the margin of what is folded, from top to bottom. */
  get folded(): Locator {
    return this.#pane.locator('.margin-view-overlays .codicon-folding-collapsed');
  }

  /** A name that leads elsewhere, or the line that starts what is missing. */
  link(text: string | RegExp): Locator {
    return this.#pane.locator('.view-line .detected-link').filter({ hasText: text }).first();
  }

  /** By the mouse's own moves: a link under the pointer is drawn anew when the key goes down, and what lies over it is its tooltip, which lets a click through. */
  async follow(text: string | RegExp): Promise<void> {
    const [x, y] = await this.#middleOf(text);
    await this.#page.mouse.move(x, y);
    await this.#page.keyboard.down('ControlOrMeta');
    try {
      await this.#page.mouse.move(x + 1, y);
      await this.#page.mouse.click(x + 1, y);
    } finally {
      await this.#page.keyboard.up('ControlOrMeta');
    }
  }

  /** What is folded when a document opens moves what stands below: to be waited for before anything is pointed at. */
  async hasFolded(): Promise<void> {
    await this.folded.first().waitFor();
  }

  /** What a link says before it is followed. Lines that move under the pointer, or are drawn anew, take that away: then the pointer goes elsewhere and comes again. */
  async tooltip(text: string | RegExp): Promise<string> {
    const hover = this.#page.locator('.monaco-hover:not(.hidden) .hover-contents').filter({ hasText: /\S/ }).first();
    for (let attempt = 1; ; attempt++) {
      await this.link(text).hover();
      try {
        await hover.waitFor({ timeout: 2000 * attempt });
        return (await hover.innerText({ timeout: 2000 })).replaceAll('\u00A0', ' ');
      } catch (error) {
        if (attempt === 5) throw error;
        await this.#page.mouse.move(1200, 10);
      }
    }
  }

  /** Puts the cursor into a text, and asks where what is there is defined. */
  async goToDefinition(text: string | RegExp): Promise<void> {
    await this.#page.mouse.click(...(await this.#middleOf(text)));
    await this.#page.keyboard.press('F12');
  }

  /** `Ln 3, Col 7`: where the cursor is. */
  cursor(): Promise<string> {
    return this.#page.locator('.statusbar-item').filter({ hasText: /^Ln \d+, Col \d+/ }).first().innerText();
  }

  async #middleOf(text: string | RegExp): Promise<readonly [x: number, y: number]> {
    await this.link(text).waitFor();
    const { x, y, width, height } = (await this.link(text).boundingBox())!;
    return [x + width / 2, y + height / 2];
  }

  get #pane(): Locator {
    return this.#page.locator('.editor-group-container.active .monaco-editor').last();
  }
}
