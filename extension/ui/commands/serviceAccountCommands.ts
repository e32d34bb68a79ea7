import * as vscode from 'vscode';
import type { Session } from '../../inspector/session.ts';
import { formatServiceAccount } from '../../kube/serviceAccount.ts';
import { views } from '../contributions.ts';
import { chooseSession } from '../picks/pickSession.ts';
import { pickServiceAccount } from '../picks/pickServiceAccount.ts';
import type { Ui } from '../ui.ts';
import { sessionIn } from './arguments.ts';
import { askContext } from './askContext.ts';

/** A cluster is looked at through the eyes of a ServiceAccount, beside what its context shows: what a controller with that account would see. */
export function serviceAccountCommands(ui: Ui) {
  const { inspector, recents, notifier } = ui;
  return {
    async connectAsServiceAccount(...args: readonly unknown[]): Promise<void> {
      const title = vscode.l10n.t('Connect as ServiceAccount');
      const itself = await contextItself(ui, sessionIn(args), title);
      if (itself?.source.kind !== 'context') return;
      const { context } = itself.source;
      const account = await pickServiceAccount(itself, recents, title);
      if (!account) return;
      try {
        await vscode.commands.executeCommand(`${views.informers}.focus`);
        await vscode.window.withProgress({ location: { viewId: views.informers } }, () => inspector.openAs(context, account));
      } catch (error) {
        void notifier.error(error, vscode.l10n.t('{0} as {1}', context, formatServiceAccount(account)));
      }
    },
  };
}

/** The session of the context, which knows what there is to choose; opened where it is not. */
async function contextItself(ui: Ui, clicked: Session | undefined, title: string): Promise<Session | undefined> {
  const { inspector } = ui;
  if (clicked?.source.kind === 'context') return clicked.source.as ? inspector.openContext(clicked.source.context) : clicked;
  const open = inspector.sessions.all.filter(({ source }) => source.kind === 'context' && !source.as);
  if (open.length > 0) return chooseSession(open, title);
  const context = await askContext(ui, title);
  return context === undefined ? undefined : inspector.switchContext(context);
}
