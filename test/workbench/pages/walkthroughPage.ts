import type { Locator, Page } from 'playwright-core';
import { expandBy } from './expandBy.ts';

/** VS Code's page of a walkthrough, in an editor: its steps, what they ask a person to do, and which of them are done. */
export class WalkthroughPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Comes back to a walkthrough. Its tab may show VS Code's page of all of them again: then it is chosen there. */
  async show(title: string): Promise<void> {
    const tab = this.#page.locator('.tabs-container').getByRole('tab', { name: /Walkthrough|Welcome/ });
    if ((await tab.getAttribute('aria-selected')) !== 'true') {
      await tab.click();
      await this.#page.locator('.gettingStartedContainer').waitFor();
    }
    const details = this.#page.locator('.gettingStartedContainer .gettingStarted.showDetails');
    for (let attempt = 1; ; attempt++) {
      try {
        await details.waitFor({ state: 'attached', timeout: 2000 });
        return;
      } catch (error) {
        if (attempt === 10) throw error;
        await this.#page.locator('.gettingStartedContainer button.getting-started-category').filter({ hasText: title }).click({ timeout: 5000 }).catch(() => undefined);
      }
    }
  }

  /** Their ids, in order. */
  async steps(): Promise<string[]> {
    await this.#steps.first().waitFor();
    const ids = await this.#steps.evaluateAll((steps) => steps.map((step) => (step as unknown as { getAttribute(name: string): string }).getAttribute('data-step-id')));
    return ids.map((id) => id.slice(id.lastIndexOf('#') + 1));
  }

  /** Unfolds a step; the others fold. */
  async open(id: string): Promise<void> {
    const step = this.#step(id);
    await expandBy(step.locator('.step-title'), step);
  }

  async isDone(id: string): Promise<boolean> {
    return (await this.#step(id).getAttribute('aria-checked')) === 'true';
  }

  /** What the unfolded step asks to be done: a button, or a link in its text. */
  async act(name: string): Promise<void> {
    const step = this.#steps.and(this.#page.locator('[aria-expanded="true"]'));
    await step.locator('.step-description-container').getByText(name, { exact: true }).click();
  }

  /** The picture of the unfolded step, drawn in the colours of the theme, in frames of its own. */
  get picture(): Locator {
    return this.#page.frameLocator('iframe.webview.ready').frameLocator('#active-frame').locator('svg').first();
  }

  get #steps(): Locator {
    return this.#page.locator('.gettingStartedContainer button.getting-started-step');
  }

  #step(id: string): Locator {
    return this.#page.locator(`.gettingStartedContainer button.getting-started-step[data-step-id$="#${id}"]`);
  }
}
