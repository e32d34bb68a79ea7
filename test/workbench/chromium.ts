import { existsSync } from 'node:fs';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { run } from '../tools/process.ts';
import { findOnPath } from '../tools/project.ts';

/** Where Chromium or a browser of its kind usually is; `CHROMIUM` names another. */
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'];
const applications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

export function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (env['CHROMIUM']) return env['CHROMIUM'];
  return findOnPath(names, env) ?? applications.find((file) => existsSync(file));
}

/** Finds Chromium, or installs it where this is Debian or the like and we may. Otherwise a sentence that says what to do. */
export async function provideChromium(say: (sentence: string) => void): Promise<{ readonly executable: string } | { readonly missing: string }> {
  const present = findChromium();
  if (present) return { executable: present };
  const advice = 'install Chromium (on Debian and Ubuntu: apt-get install chromium) or set CHROMIUM to the path of a browser of its kind';
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !findOnPath(['apt-get'])) {
    return { missing: `There is no Chromium on this machine: ${advice}.` };
  }
  say('Installing Chromium with apt-get (a minute or so) …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const update = await run('apt-get', ['-q', 'update'], { env });
  // Fonts are only recommended by the package; without one the screenshots have no letters.
  const install = await run('apt-get', ['-q', '-y', 'install', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'], { env });
  const executable = findChromium();
  if (install.status === 0 && executable) return { executable };
  say(update.output + install.output);
  return { missing: `apt-get could not install Chromium: ${advice}.` };
}

/** Chromium, headless, that keeps to itself: nothing is asked of any host but the one under test. */
export function launchChromium(executablePath: string, options: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({
    ...options,
    executablePath,
    args: [
      // Chromium refuses to run as root with its sandbox; what it opens here is our own workbench.
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
