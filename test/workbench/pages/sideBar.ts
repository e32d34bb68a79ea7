import type { Locator, Page } from 'playwright-core';
import { expandBy } from './expandBy.ts';

/** What there is in a page, and not in Node. */
interface Styles {
  getComputedStyle(element: unknown, pseudo: string): { readonly content: string };
}

/** The side bar, or where else views were moved to, and the trees in it. Rows are found by their accessible name, as a screen reader reads them. */
export class SideBar {
  readonly #page: Page;
  readonly #part: string;

  /** @param part the selector of another part of the window */
  constructor(page: Page, part = '.part.sidebar') {
    this.#page = page;
    this.#part = part;
  }

  /** Opens a view container by the name of its icon in the activity bar; does nothing when it is open. In a window that is just being restored a click may close what was opened meanwhile: then another opens it. */
  async open(container: string): Promise<void> {
    const tab = this.#page.locator('.activitybar').getByRole('tab', { name: container });
    await tab.waitFor();
    for (let attempt = 1; (await tab.getAttribute('aria-selected')) !== 'true' || !(await this.part.isVisible()); attempt++) {
      await tab.click();
      try {
        await this.part.waitFor({ timeout: 3000 * attempt });
      } catch (error) {
        if (attempt === 5) throw error;
      }
    }
  }

  /** The whole side bar, with the titles and descriptions of its views. */
  get part(): Locator {
    return this.#page.locator(this.#part);
  }

  /** The views: trees and welcome texts. */
  get content(): Locator {
    return this.part.locator('.content');
  }

  /** Drags its edge until it is so many pixels wide, or more. */
  async widen(pixels: number): Promise<void> {
    const { x, y, width, height } = (await this.part.boundingBox())!;
    const edge = { x: x + width, y: y + height / 2 };
    const sashes = await this.#page.locator('.monaco-sash.vertical').all();
    const boxes = await Promise.all(sashes.map((sash) => sash.boundingBox()));
    const [nearest] = boxes.flatMap((box) => box ?? []).toSorted((a, b) => Math.abs(a.x + a.width / 2 - edge.x) - Math.abs(b.x + b.width / 2 - edge.x));
    const from = nearest!.x + nearest!.width / 2;
    await this.#page.mouse.move(from, edge.y);
    await this.#page.mouse.down();
    await this.#page.mouse.move(from + 20, edge.y);
    await this.#page.mouse.move(from + pixels - width, edge.y, { steps: 5 });
    await this.#page.mouse.up();
  }

  /** A link in a welcome text. */
  link(text: string | RegExp): Locator {
    return this.content.locator('a').filter({ hasText: text });
  }

  /** A row of a tree whose label (not its description) is `label`. */
  item(label: string | RegExp): Locator {
    const text = typeof label === 'string' ? new RegExp(`^${label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`) : label;
    return this.content.getByRole('treeitem').filter({ has: this.#page.locator('.label-name').filter({ hasText: text }) });
  }

  /** The row of a context of the kubeconfig that is not open. */
  closedContext(name: string): Locator {
    return this.content.getByRole('treeitem', { name: new RegExp(`^context ${name}, (not connected|cannot be used)`) });
  }

  /** Connects to a context by a click on its row, which gives way to that of the source. */
  async connect(name: string): Promise<void> {
    await this.closedContext(name).click();
    await this.closedContext(name).waitFor({ state: 'detached' });
    await this.item(name).waitFor();
    await this.leave(); // a tooltip would lie over the rows below
  }

  /** The letters at the end of a row; empty where it has none. A style puts them there. */
  async badge(row: Locator): Promise<string> {
    const content = await row.locator('.monaco-icon-label').first().evaluate((label) => (globalThis as unknown as Styles).getComputedStyle(label, '::after').content);
    return content === 'none' || content === 'normal' ? '' : content.replace(/^"|"$/g, '');
  }

  /** What stands beside the label of a row. */
  async description(row: Locator): Promise<string> {
    return (await row.locator('.label-description').allInnerTexts()).join('');
  }

  /** The tooltip of a row, as soon as it says this. A row that is drawn anew under the pointer takes it away: then it is asked for again. */
  async tooltip(row: Locator, text: RegExp): Promise<Locator> {
    const tooltip = this.#page.locator('.monaco-hover').filter({ hasText: text }).first();
    const label = row.locator('.label-name');
    for (let attempt = 1; ; attempt++) {
      await label.hover();
      await label.hover({ position: { x: 3, y: 7 } });
      try {
        await tooltip.waitFor({ timeout: 10_000 });
        return tooltip;
      } catch (error) {
        if (attempt === 9) throw error;
        await this.leave();
      }
    }
  }

  /** Takes the pointer away from its rows. */
  async leave(): Promise<void> {
    await this.#page.mouse.move(1200, 10);
  }

  /** Presses a button in the title of a view, which shows it under the pointer alone. */
  async pressTitle(view: string, button: string): Promise<void> {
    const header = this.part.locator('.pane-header').filter({ hasText: new RegExp(`^${view}`) });
    await header.hover();
    await header.getByRole('button', { name: button }).click();
  }

  async expand(label: string | RegExp): Promise<void> {
    const row = this.item(label).first();
    await expandBy(row.locator('.monaco-tl-twistie'), row);
  }

  /** Opens rows, each of them below the one before, and closes all others of the informers' tree: then there is one of each name. */
  async expandOnly(...path: readonly string[]): Promise<void> {
    await this.pressTitle('Informers', 'Collapse All');
    for (const label of path) await this.expand(label);
  }

  /**
   * Chooses an entry of the context menu of a row. A menu that has just opened swallows a click, and a tree that is being filled may close it again: so it is opened
   * anew until the entry was chosen.
   */
  async contextMenu(row: string | RegExp | Locator, entry: string): Promise<void> {
    const clicked = typeof row === 'string' || row instanceof RegExp ? this.item(row).first() : row;
    const choice = this.#page.getByRole('menuitem', { name: entry });
    let isChosen = false;
    for (let attempt = 1; ; attempt++) {
      try {
        if (!(await choice.isVisible())) {
          if (isChosen) return;
          await clicked.click({ button: 'right' });
          // Rows that come and go may have moved another one under the pointer.
          const isMeant = await clicked.and(this.#page.locator('.focused')).waitFor({ timeout: 2000 }).then(() => true, () => false);
          if (!isMeant && attempt < 5) {
            await this.#page.keyboard.press('Escape');
            continue;
          }
        }
        await choice.click({ timeout: 5000 });
        isChosen = true;
        await choice.waitFor({ state: 'detached', timeout: 3000 });
        if (!(await this.#wasForgotten())) return;
        // VS Code forgets rows for the moment in which it asks for them again: what was chosen was chosen for none of them.
        isChosen = false;
      } catch (error) {
        if (attempt === 5) throw error;
      }
    }
  }

  /** Whether a command asks for what a row would have told it, or says that the row was forgotten; then that is taken away. */
  async #wasForgotten(): Promise<boolean> {
    const questions = ['Which informer?', 'What shall it stop for?'].map((question) => `.quick-input-widget input[placeholder="${question}"]`);
    const toast = this.#page.locator('.notifications-toasts .notification-list-item').filter({ hasText: /The row was being drawn anew just then|该行当时正在重新绘制/ });
    if (!(await this.#page.locator(questions.join(', ')).or(toast).first().waitFor({ timeout: 1000 }).then(() => true, () => false))) return false;
    if (await toast.isVisible()) {
      await toast.hover();
      await toast.getByRole('button', { name: /^Clear Notification/ }).click();
      await toast.waitFor({ state: 'detached' });
    } else await this.#page.keyboard.press('Escape');
    return true;
  }
}
