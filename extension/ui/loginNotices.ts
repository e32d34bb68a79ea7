import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../base/disposable.ts';
import type { Session } from '../inspector/session.ts';
import type { Sessions } from '../inspector/sessions.ts';
import { watchSessions } from '../inspector/watchSessions.ts';
import { withoutLinks } from './inertText.ts';
import { loginLinks, programOf, saidWords } from './loginWords.ts';
import { sourceTitle } from './stateWords.ts';

/** A notification changes no more often than this, in milliseconds. */
const reportMs = 250;

/**
 * Tells that a session waits for its credential plugin, and what that says: a device code, say (K6). One notification from its beginning to its end,
 * which cancels it; the row of the source says that it waits as well.
 */
export class LoginNotices implements vscode.Disposable {
  readonly #owned = new DisposableStore();

  constructor(sessions: Sessions) {
    this.#owned.add(watchSessions(sessions, (session) => new LoginNotice(session)));
  }

  dispose(): void {
    this.#owned.dispose();
  }
}

class LoginNotice implements Disposable {
  readonly #session: Session;
  readonly #owned = new DisposableStore();
  /** Ends the notification that is shown. */
  #end: (() => void) | undefined;
  #report: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(session: Session) {
    this.#session = session;
    this.#owned.add(session.login.onChange(() => this.#update()));
    this.#update();
  }

  dispose(): void {
    this.#owned.dispose();
    this.#close();
  }

  #update(): void {
    if (!this.#session.login.waiting) this.#close();
    else if (this.#end) this.#timer ??= setTimeout(() => this.#refresh(), reportMs);
    else this.#open();
  }

  #refresh(): void {
    this.#timer = undefined;
    this.#report?.();
  }

  #close(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#report = undefined;
    this.#end?.();
    this.#end = undefined;
  }

  #open(): void {
    const { login } = this.#session;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#end = resolve;
    const { waiting } = login;
    if (!waiting) return;
    const title = vscode.l10n.t('{0} is waiting for its credential plugin {1}', sourceTitle(this.#session), programOf(waiting));
    void vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title: withoutLinks(title), cancellable: true }, (progress, token) => {
      token.onCancellationRequested(() => login.cancel());
      let shown = '';
      this.#report = () => {
        const message = login.waiting ? [saidWords(login.waiting), loginLinks(login.waiting)].filter(Boolean).join(' ') : '';
        if (message !== '' && message !== shown) progress.report({ message: (shown = message) });
      };
      this.#report();
      return promise;
    });
  }
}
