import type { Locator } from 'playwright-core';

/** Clicks on the handle of a row until the row is open: what is just being filled, or has just been built, may swallow a click. Another one too early would close it: each is waited for longer. */
export async function expandBy(handle: Locator, row: Locator): Promise<void> {
  for (let attempt = 1; (await row.getAttribute('aria-expanded')) !== 'true'; attempt++) {
    await handle.click();
    try {
      await row.and(row.page().locator('[aria-expanded="true"]')).waitFor({ timeout: 3000 * attempt });
    } catch (error) {
      if (attempt === 5) throw error;
    }
  }
}
