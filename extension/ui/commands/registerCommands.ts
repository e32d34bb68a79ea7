import * as vscode from 'vscode';
import { messageOf } from '../../base/codedError.ts';
import { type Disposable, DisposableStore } from '../../base/disposable.ts';
import { systemClock } from '../../base/systemClock.ts';
import { type CommandName, commands, views } from '../contributions.ts';
import type { Ui } from '../ui.ts';
import type { CommandHandler } from './commandHandlers.ts';
import { handedRows, isForgotten } from './handedRows.ts';

/** Handlers are read when the first command is run: together with what they ask they are a fifth of the extension's code, and most windows begin without one. */
export function registerCommands(ui: Ui): Disposable {
  const owned = new DisposableStore();
  let handlers: Promise<Readonly<Record<CommandName, CommandHandler>>> | undefined;
  for (const [name, command] of Object.entries(commands) as [CommandName, string][]) {
    owned.add(
      vscode.commands.registerCommand(command, async (...args: unknown[]) => {
        handlers ??= import('./commandHandlers.ts').then(({ commandHandlers }) => commandHandlers(ui));
        await run(ui, name, (await handlers)[name], args);
      }),
    );
  }
  return owned;
}

async function run(ui: Ui, name: CommandName, handler: CommandHandler, args: readonly unknown[]): Promise<void> {
  try {
    const handed = await handedRows(args, [ui.informersView.view, ui.controllersUi.view, ui.debuggerUi.view.view], systemClock);
    if (isForgotten(name, handed)) return void ui.notifier.warn({ text: vscode.l10n.t('The row was being drawn anew just then, and VS Code did not tell which one it was. Choose the command once more.'), remedies: [] });
    await handler(...handed);
  } catch (error) {
    if (await isToldByView(ui, error)) return;
    // Not awaited: a command is over when it has failed, not when its toast is dismissed.
    void ui.notifier.error(error, vscode.l10n.t('Informer Inspector'));
  }
}

/** What keeps a context from being opened is told by the view, for as long as it does: it is shown, and no toast says the same. */
async function isToldByView({ inspector, log }: Ui, error: unknown): Promise<boolean> {
  const { state } = inspector.kubeconfig;
  const isTold = inspector.openFailure?.error === error || (inspector.sessions.all.length === 0 && state.kind === 'failed' && state.error === error);
  if (!isTold) return false;
  log.warn('command', messageOf(error));
  await vscode.commands.executeCommand(`${views.informers}.focus`);
  return true;
}
