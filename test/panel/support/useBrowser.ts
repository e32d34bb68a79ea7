import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type OpenOptions, PanelBrowser, type PanelPage } from './panelPage.ts';

/**
 * The browser of a file of tests: there before its first test, and gone after its last. The panel that a test has opened last is closed after it, and nothing
 * must have happened in it that must not happen.
 * @param provokes tests of the file have such things happen on purpose, or look for them themselves
 */
export function useBrowser({ provokes = false }: { readonly provokes?: boolean } = {}): Pick<PanelBrowser, 'open'> {
  let browser: PanelBrowser;
  let panel: PanelPage | undefined;
  beforeAll(async () => {
    browser = await PanelBrowser.start();
  });
  afterAll(() => browser.stop());
  afterEach(async () => {
    if (!provokes) expect(await panel!.troubles()).toEqual([]);
    await panel!.close();
  });
  return { open: async (options?: OpenOptions) => (panel = await browser.open(options)) };
}
