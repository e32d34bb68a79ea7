import { provideChromium } from './chromium.ts';
import { installCodeServer } from './codeServerInstall.ts';

/** Installs what a real VS Code in a browser needs. Where that cannot be, returns the sentence that says what is missing. */
export async function provideWorkbench(say: (sentence: string) => void): Promise<string | undefined> {
  if (process.platform === 'win32') return 'The VS Code server of the tests does not run on Windows: run them on Linux or macOS.';
  const chromium = await provideChromium(say);
  if ('missing' in chromium) return chromium.missing;
  await installCodeServer(say);
  return undefined;
}
