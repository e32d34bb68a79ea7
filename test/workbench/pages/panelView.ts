import type { FrameLocator, Locator, Page } from 'playwright-core';
import { typeInto } from './typeInto.ts';

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

  /** By its whole name, unless it is a pattern: "Step" is not "Step Over". */
  button(name: string | RegExp): Locator {
    return this.frame.getByRole('button', { name, exact: typeof name === 'string' });
  }

  /** Of the list of entries; the timeline below has one of that name, too. */
  get follow(): Locator {
    return this.frame.getByRole('region', { name: 'Trace entries', exact: true }).getByRole('button', { name: 'Follow', exact: true });
  }

  /** Shows only entries that have all these words. */
  async filter(words: string): Promise<void> {
    // Behind a space nothing is being written, so that no list of completions lies over the rows.
    await typeInto(this.#filter, words === '' ? '' : `${words} `);
  }

  /** The line that tells what the pipeline is doing. */
  get status(): Locator {
    return this.frame.locator('#status');
  }

  /** Chooses an entry of the menu behind a button of the toolbar. */
  async menu(button: string | RegExp, entry: string): Promise<void> {
    await this.button(button).click();
    await this.frame.getByRole('menuitem', { name: entry, exact: true }).or(this.frame.getByRole('menuitemradio', { name: entry, exact: true })).click();
  }

  /** How much waits in the delta queues: `1 key · 100 deltas`. */
  get waiting(): Locator {
    return this.frame.locator('.pane-header', { hasText: /DeltaFIFO/i }).locator('.pane-summary');
  }

  /** Waits for an entry, among those that have all these words: the stream shows only the rows that fit. */
  async find(words: string, spoken: RegExp): Promise<void> {
    await typeInto(this.#filter, words);
    await this.row(spoken).first().waitFor();
    await typeInto(this.#filter, '');
  }

  get #filter(): Locator {
    return this.frame.getByRole('combobox', { name: 'Filter entries' });
  }

  /** The box of a stage of the pipeline: HTML in a drawing, whose own elements have no text that is laid out. */
  stage(title: string): Locator {
    return this.frame.getByRole('listitem').getByRole('button', { name: new RegExp(`^${title}:`) });
  }

  /** A row of the stream by what a screen reader says of it: `#7, DeltaFIFO, add, default/web, Updated · 1 waiting`. */
  row(spoken: RegExp): Locator {
    return this.frame.getByRole('row', { name: spoken });
  }

  /** The line `queue = [ … ]` of every delta queue that is not empty. */
  async deltaQueue(): Promise<string> {
    return (await this.#waiting.locator('.code-line').filter({ hasText: /^\s*queue = / }).allInnerTexts()).join('\n');
  }

  /** The deltas that wait for `key`, in `items`. */
  deltas(key: string): Locator {
    return this.#waiting.locator('.code-indented').filter({ hasText: `${key}:` }).locator('.delta');
  }

  /** What is held, queue by queue, as client-go lays it out. */
  get #waiting(): Locator {
    return this.frame.locator('#delta-queues');
  }
}
