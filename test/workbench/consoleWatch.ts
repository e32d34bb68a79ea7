import type { ConsoleMessage, Page } from 'playwright-core';

/** What this VS Code says on a machine without its native modules and without a network, extension or not. */
const noise = [
  /vsda/,
  /native-watchdog|build\/Release\/watchdog/,
  /ERR_NAME_NOT_RESOLVED|ERR_INTERNET_DISCONNECTED/,
  /open-vsx\.org|extensionquery|Failed to fetch/,
  /Could not locate the bindings file/,
  // The server has no sign-in of its own.
  /authentication provider 'github'/,
  // VS Code saves its own settings, and gives up on telling a busy extension host.
  /Aborted onWillSaveTextDocument-event/,
  // When a context key changes, VS Code draws the buttons of rows anew, one that has just gone included.
  /Data tree node not found: [^]*\.rerender [^]*\.onDidChangeContext /,
];

/** Reported by every frame of the page, the webviews' too, in one form. */
const cspMark = 'content security policy violation';

/** Runs in the browser. */
const reportViolations = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error('${cspMark}: ' + event.effectiveDirective + ' blocked ' + event.blockedURI + ' at ' + event.sourceFile + ':' + event.lineNumber))`;

/**
 * Keeps what goes wrong in the browser: errors on the console, errors that nobody caught, and violations of a
 * content security policy, from the workbench and from the webviews in it.
 */
export class ConsoleWatch {
  readonly #errors: string[] = [];
  #leaving = false;

  constructor(page: Page) {
    page.on('console', (message) => this.#onMessage(message));
    page.on('pageerror', (error) => this.#note(`uncaught: ${error.stack ?? error.message}`));
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) this.#leaving = false;
    });
    void page.addInitScript(reportViolations);
  }

  /** Every error so far that is not this VS Code's own. */
  get errors(): readonly string[] {
    return this.#errors.filter((text) => !noise.some((pattern) => pattern.test(text)));
  }

  get cspViolations(): readonly string[] {
    return this.#errors.filter((text) => text.includes(cspMark) || /Content Security Policy/i.test(text));
  }

  /** The page is about to be left: what it says while it is torn down is not heard. */
  leave(): void {
    this.#leaving = true;
  }

  #onMessage(message: ConsoleMessage): void {
    if (message.type() === 'error') this.#note(`${message.text()} (${message.location().url})`);
  }

  #note(error: string): void {
    if (!this.#leaving) this.#errors.push(error);
  }
}
