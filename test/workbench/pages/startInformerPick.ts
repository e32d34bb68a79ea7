import type { Locator } from 'playwright-core';
import type { Workbench } from '../workbench.ts';

/** The steps of Start Informer: resource, scope, options. */
export class StartInformerPick {
  readonly #workbench: Workbench;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
  }

  /** At its first step. */
  async open(): Promise<void> {
    await this.#workbench.runCommand('Informer Inspector: Start Informer...');
    await this.at(1);
    await this.#quickInput.widget.locator('.monaco-list-row').first().waitFor();
  }

  /** Waits for a step. */
  async at(step: 1 | 2 | 3): Promise<void> {
    await this.#quickInput.title.filter({ hasText: `(${step}/3)` }).waitFor();
  }

  async type(text: string): Promise<void> {
    await this.#quickInput.type(text);
  }

  async enter(): Promise<void> {
    await this.#quickInput.input.press('Enter');
  }

  async goBack(): Promise<void> {
    await this.#quickInput.button('Back').click();
  }

  /** The label of the row that Enter takes. */
  active(): Promise<string> {
    return this.#quickInput.widget.locator('.monaco-list-row.focused .label-name').first().innerText();
  }

  row(label: string): Locator {
    return this.#quickInput.row(label);
  }

  /** Ticks a name of several. */
  async tick(label: string): Promise<void> {
    await this.#quickInput.tick(label);
  }

  /** All that the box says: title, placeholder or prompt, and rows. */
  said(): Promise<string> {
    return this.#quickInput.widget.innerText();
  }

  get #quickInput() {
    return this.#workbench.quickInput;
  }
}
