import path from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore, toDisposable } from '../base/disposable.ts';
import type { ReconcilerLine } from '../inspector/launchReconciler.ts';
import { ReconcilerError } from '../inspector/reconcilerError.ts';
import { sourceName } from '../inspector/reconcilerSource.ts';
import type { Session } from '../inspector/session.ts';
import type { SessionController, SessionControllerState } from '../inspector/sessionController.ts';
import type { Sessions } from '../inspector/sessions.ts';
import { watchSessions } from '../inspector/watchSessions.ts';
import { ReconcilerChannel } from './reconcilerChannel.ts';
import { errorWords } from './sayingWords.ts';
import { sourceTitle } from './stateWords.ts';

/** Lines that are kept while it is not known yet what their reconciler is called. */
const keptLines = 1000;

interface Output {
  state: SessionControllerState | undefined;
  /** Undefined until it is known what the reconciler is called. */
  channel: ReconcilerChannel | undefined;
  readonly waiting: string[];
}

/**
 * An output channel for each reconciler: what it and its process write, with the place, which the view opens; when it starts, and how it ends. A channel outlives
 * its reconciler, so that what was said can be read, and is taken up again by the next of that name on that source.
 */
export class ReconcilerOutputs implements vscode.Disposable {
  readonly #owned = new DisposableStore();
  /** By source and name. */
  readonly #channels = new Map<string, ReconcilerChannel>();
  readonly #outputs = new WeakMap<SessionController, Output>();

  constructor(sessions: Sessions) {
    this.#owned.add(
      watchSessions(sessions, (session) => {
        const { controllers } = session;
        const lines = controllers.onLine(({ controller, ...line }) => this.#add(controller, lineText(line)));
        const changes = controllers.onChange(() => {
          for (const controller of controllers.all) this.#noteState(session, controller);
        });
        return toDisposable(() => {
          lines.dispose();
          changes.dispose();
        });
      }),
    );
  }

  /** False when there is nothing to be shown yet. */
  show(controller: SessionController): boolean {
    const { channel } = this.#outputOf(controller);
    channel?.show();
    return channel !== undefined;
  }

  dispose(): void {
    this.#owned.dispose();
    for (const channel of this.#channels.values()) channel.dispose();
  }

  #noteState(session: Session, controller: SessionController): void {
    const { state, pid, error } = controller;
    const output = this.#outputOf(controller);
    if (output.state === state) return;
    output.state = state;
    if (state === 'running' || state === 'standby' || state === 'crashed') this.#name(session, controller, output);
    if (state === 'starting') this.#say(controller, vscode.l10n.t('starting on {0}', sourceTitle(session)));
    if (state === 'running') this.#say(controller, pid === undefined ? vscode.l10n.t('running') : vscode.l10n.t('running, process {0}', pid));
    if (state === 'standby') this.#say(controller, vscode.l10n.t('standing by: another replica leads'));
    if (state === 'crashed') this.#say(controller, [vscode.l10n.t('crashed: {0}', errorWords(error)), ReconcilerError.is(error) ? error.at : undefined].filter(Boolean).join('  '));
  }

  #say(controller: SessionController, text: string): void {
    this.#add(controller, `${timeOfDay()} ── ${text}\n`);
  }

  #add(controller: SessionController, line: string): void {
    const { channel, waiting } = this.#outputOf(controller);
    if (channel) channel.add(line);
    else if (waiting.push(line) > keptLines) waiting.shift();
  }

  #outputOf(controller: SessionController): Output {
    let output = this.#outputs.get(controller);
    if (!output) this.#outputs.set(controller, (output = { state: undefined, channel: undefined, waiting: [] }));
    return output;
  }

  /** One that never came up has the name of its file, which is most likely its own, too. */
  #name(session: Session, { source, name }: SessionController, output: Output): void {
    const own = name === sourceName(source) ? path.basename(name, path.extname(name)) : name;
    const id = JSON.stringify([session.id, own]);
    let channel = this.#channels.get(id);
    if (!channel) {
      const isElsewhere = [...this.#channels.keys()].some((other) => (JSON.parse(other) as string[])[1] === own);
      channel = new ReconcilerChannel(vscode.l10n.t('Reconciler: {0}', isElsewhere ? `${own} (${sourceTitle(session)})` : own));
      this.#channels.set(id, channel);
    }
    output.channel = channel;
    for (const line of output.waiting.splice(0)) channel.add(line);
  }
}

/** The place last, where VS Code finds it: `/home/me/web.ts:12:5`. */
function lineText({ level, text, at, key }: ReconcilerLine): string {
  const mark = level === 'log' || level === 'info' ? '' : `[${level}] `;
  return `${timeOfDay()} ${mark}${key ? `${key}: ` : ''}${text}${at ? `  ${at}` : ''}\n`;
}

function timeOfDay(): string {
  return new Date().toLocaleTimeString(undefined, { hour12: false });
}
