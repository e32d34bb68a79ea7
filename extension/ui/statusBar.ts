import * as vscode from 'vscode';
import { clip } from '../base/clip.ts';
import { DisposableStore } from '../base/disposable.ts';
import { sum } from '../base/sum.ts';
import { isFailing, severityOf } from '../inspector/informerState.ts';
import type { Inspector } from '../inspector/inspector.ts';
import type { Session } from '../inspector/session.ts';
import { watchSessions } from '../inspector/watchSessions.ts';
import { commands } from './contributions.ts';
import { faultCount } from './faultWords.ts';
import { identityBrief } from './identityWords.ts';
import { withoutIcons } from './inertText.ts';
import { informerWords } from './informerWords.ts';
import { sourceTitle } from './stateWords.ts';

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
    const shown = sessions.all.filter(({ informers }) => informers.all.length > 0);
    if (playground.state === 'starting') return this.#show(`$(loading~spin) ${vscode.l10n.t('Starting the playground')}`, []);
    if (shown.length === 0) return this.#item.hide();
    const paused = shown.some(({ stepper }) => stepper.paused);
    const names = shown.map(sourceTitle).join(', ');
    const { informers, failing } = totals(shown);
    const count = informers === 1 ? vscode.l10n.t('1 informer') : vscode.l10n.t('{0} informers', informers);
    const parts = [names, paused ? vscode.l10n.t('paused') : '', count, failing > 0 ? vscode.l10n.t('{0} failing', failing) : '', faultCount(sum(shown, ({ faults }) => faults?.on.length ?? 0))];
    this.#show(`$(${paused ? 'debug-pause' : 'pulse'}) ${parts.filter(Boolean).map(plain).join(' · ')}`, shown);
  }

  #show(text: string, sessions: readonly Session[]): void {
    if (this.#item.text !== text) {
      this.#item.text = text;
      this.#item.accessibilityInformation = { label: text.replace(/\$\([^)]*\) /, '') };
    }
    const tooltip = [vscode.l10n.t('Informer Inspector'), ...sessions.flatMap(describe), sessions.length > 0 ? vscode.l10n.t('Click to open the panel') : ''].filter(Boolean).join('\n');
    // One that is made again goes away under whoever reads it.
    if (this.#item.tooltip !== tooltip) this.#item.tooltip = tooltip;
    this.#item.show();
  }
}

function totals(sessions: readonly Session[]): { readonly informers: number; readonly failing: number } {
  let informers = 0;
  let failing = 0;
  for (const session of sessions) {
    for (const { name } of session.informers.all) {
      informers++;
      if (isFailing(session.informers.stateOf(name))) failing++;
    }
  }
  return { informers, failing };
}

/** So many informers of a source are named, the worst first. */
const described = 12;

/** A source, and under it each of its informers with its state in a word: nothing that moves by itself. */
function describe(session: Session): readonly string[] {
  const who = session.source.kind === 'context' ? identityBrief(session.cluster.identity) : '';
  const title = who ? vscode.l10n.t('{0}, {1}', sourceTitle(session), who) : sourceTitle(session);
  const { informers } = session;
  const all = informers.all.toSorted((a, b) => severityOf(informers.stateOf(b.name)) - severityOf(informers.stateOf(a.name)));
  const lines = all.slice(0, described).map(({ name }) => `  ${name}: ${informerWords(session, name).word}`);
  return [title, ...lines, ...(all.length > described ? [vscode.l10n.t('  and {0} more', all.length - described)] : [])];
}

/** A long name leaves room for the others. */
function plain(text: string): string {
  return withoutIcons(clip(text, 40));
}
