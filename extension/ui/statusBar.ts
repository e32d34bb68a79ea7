import * as vscode from 'vscode';
import { DisposableStore } from '../base/disposable.ts';
import { isFailing, severityOf } from '../inspector/informerState.ts';
import type { Inspector } from '../inspector/inspector.ts';
import type { Session } from '../inspector/session.ts';
import { watchSessions } from '../inspector/watchSessions.ts';
import { commands } from './contributions.ts';
import { identityBrief } from './identityWords.ts';
import { informerWords } from './informerWords.ts';
import { sourceTitle } from './stateWords.ts';
import { statusOf, type StatusSource } from './statusWords.ts';

/** One item that tells how everything that is inspected is doing; hidden when nothing is. */
export class StatusBar implements vscode.Disposable {
  readonly #inspector: Inspector;
  readonly #owned = new DisposableStore();
  readonly #item = this.#owned.add(vscode.window.createStatusBarItem('informerInspector.status', vscode.StatusBarAlignment.Left, 10));

  constructor(inspector: Inspector) {
    this.#inspector = inspector;
    this.#item.name = vscode.l10n.t('Informer Inspector');
    this.#item.command = commands.openPanel;
    const update = (): void => this.#update();
    this.#owned.add(inspector.onChange(update));
    this.#owned.add(inspector.sessions.onChange(update));
    this.#owned.add(watchSessions(inspector.sessions, (session) => session.onChange(update)));
    this.#update();
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #update(): void {
    const { sessions, playground } = this.#inspector;
    const status = statusOf({ playground: playground.state, sources: sessions.all.map(sourceOf) });
    if (!status) return this.#item.hide();
    if (this.#item.text !== status.text) {
      this.#item.text = status.text;
      this.#item.accessibilityInformation = { label: status.label };
    }
    // One that is made again goes away under whoever reads it.
    if (this.#item.tooltip !== status.tooltip) this.#item.tooltip = status.tooltip;
    this.#item.show();
  }
}

function sourceOf(session: Session): StatusSource {
  const { source, cluster, connection, stepper, faults, informers, caches } = session;
  const all = informers.all.map(({ name }) => ({ name, state: informers.stateOf(name) }));
  return {
    title: sourceTitle(session),
    who: source.kind === 'context' ? identityBrief(cluster.identity) : '',
    isConnecting: source.kind !== 'recording' && connection.phase === 'connecting',
    isPaused: stepper.paused,
    faults: faults?.on.length ?? 0,
    informers: all
      .toSorted((a, b) => severityOf(b.state) - severityOf(a.state))
      .map(({ name, state }) => ({
        name,
        // Of many informers few are named.
        get word() {
          return informerWords(session, name).word;
        },
        isFailing: isFailing(state),
        isListing: state.phase === 'listing' || state.phase === 'streaming' || state.phase === 'syncing',
        isVerified: caches.of(name)?.progress !== undefined,
      })),
  };
}
