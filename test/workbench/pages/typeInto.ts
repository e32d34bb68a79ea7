import type { Locator } from 'playwright-core';

/**
 * Types a text into a field in place of what stands there, until it stands there. A text goes where the focus is: what closes just then may take it, as late as
 * between the moment in which the field has got it and that in which the text comes.
 */
export async function typeInto(field: Locator, text: string, timeout?: number): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await field.fill(text, timeout === undefined ? {} : { timeout });
    const stands = await field.inputValue();
    if (stands === text) return;
    if (attempt === 5) throw new Error(`“${text}” was typed ${attempt} times into a field in which “${stands}” stands: something else has the focus.`);
  }
}
