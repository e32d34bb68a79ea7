import path from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { findChromium, launchChromium } from '../chromium.ts';
import { CodeServer } from '../codeServer.ts';
import { installedCodeServer } from '../codeServerInstall.ts';

/** A suite inside the extension host that has not reported by then never will. */
const timeoutMs = 180_000;

/**
 * Does what a desktop VS Code does with `--extensionTestsPath`, with a VS Code server and a browser in its place, so that
 * `@vscode/test-electron` runs the same suite on a machine that has no desktop. Returns the exit status that the
 * suite reported: 0 when it passed.
 */
export async function launchTests(args: readonly string[]): Promise<number> {
  const codeServer = installedCodeServer();
  const chromium = findChromium();
  if (!codeServer || !chromium) {
    console.error(`The launcher needs ${codeServer ? 'Chromium' : 'code-server'}, which is not installed: run the tests by npm test.`);
    return 1;
  }
  const server = await CodeServer.start({
    entry: codeServer,
    userDataDir: one(args, 'user-data-dir'),
    extensionsDir: one(args, 'extensions-dir'),
    folder: args.find((argument) => !argument.startsWith('-')) ?? path.join(one(args, 'user-data-dir'), 'empty'),
    trusted: args.includes('--disable-workspace-trust'),
    ...(process.env['LAUNCHER_VERBOSE'] ? { onOutput: (text) => process.stderr.write(text) } : {}),
  });
  const browser = await launchChromium(chromium);
  try {
    const context = await browser.newContext();
    const reported = awaitReport(context);
    await context.addInitScript(allowTestDriver);
    const page = await context.newPage();
    await page.goto(testUrl(server, args));
    return await reported;
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Resolves with the exit status that the workbench reports for the suite; 1 when it never does. */
async function awaitReport(context: BrowserContext): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const timer = setTimeout(() => {
    console.error(`The suite inside the extension host did not report within ${timeoutMs / 1000} s.`);
    resolve(1);
  }, timeoutMs);
  await context.exposeFunction('codeAutomationLog', (type: string, values: unknown[]) => {
    if (process.env['LAUNCHER_VERBOSE']) console.error(`[${type}]`, ...values);
  });
  await context.exposeFunction('codeAutomationExit', (status: number) => resolve(status));
  return promise.finally(() => clearTimeout(timer));
}

/**
 * Runs in the browser. A server build takes an extension under development and a test entry point from its URL only
 * when its configuration allows the test driver; that configuration is an attribute of the page.
 */
const allowTestDriver = `
  const getAttribute = Element.prototype.getAttribute;
  Element.prototype.getAttribute = function (name) {
    const value = getAttribute.call(this, name);
    if (this.id !== 'vscode-workbench-web-configuration' || name !== 'data-settings' || !value) return value;
    const settings = JSON.parse(value);
    settings.developmentOptions = { ...settings.developmentOptions, enableSmokeTestDriver: true };
    return JSON.stringify(settings);
  };`;

function testUrl(server: CodeServer, args: readonly string[]): string {
  const authority = new URL(server.origin).host;
  const remote = (file: string): string => `vscode-remote://${authority}${path.resolve(file)}`;
  const payload = [
    ...all(args, 'extensionDevelopmentPath').map((file) => ['extensionDevelopmentPath', remote(file)]),
    ['extensionTestsPath', remote(one(args, 'extensionTestsPath'))],
    ['skipWelcome', 'true'],
  ];
  return `${server.url}&payload=${encodeURIComponent(JSON.stringify(payload))}`;
}

function all(args: readonly string[], name: string): string[] {
  const prefix = `--${name}=`;
  return args.filter((argument) => argument.startsWith(prefix)).map((argument) => argument.slice(prefix.length));
}

function one(args: readonly string[], name: string): string {
  const [value] = all(args, name);
  if (value === undefined) throw new Error(`The launcher was started without --${name}=.`);
  return value;
}
