import * as vscode from 'vscode';
import type { Session } from '../../inspector/session.ts';
import { formatServiceAccount } from '../../kube/serviceAccount.ts';
import { views } from '../contributions.ts';
import { chooseSession } from '../picks/pickSession.ts';
import { pickServiceAccount } from '../picks/pickServiceAccount.ts';
import type { Ui } from '../ui.ts';
import { sessionIn } from './arguments.ts';
import { clusterTitle } from '../stateWords.ts';
import { askContext } from './askContext.ts';

/** A cluster is looked at through the eyes of a ServiceAccount, beside what its context shows: what a controller with that account would see. */
export function serviceAccountCommands(ui: Ui) {
  const { inspector, recents, notifier } = ui;
  return {
    async connectAsServiceAccount(...args: readonly unknown[]): Promise<void> {
      const title = vscode.l10n.t('Connect as ServiceAccount');
      const itself = await sourceItself(ui, sessionIn(args), title);
      if (!itself || itself.source.kind === 'recording') return;
      const { source } = itself;
      const account = await pickServiceAccount(itself, recents, title);
      if (!account) return;
      const open = (): Promise<Session> => (source.kind === 'playground' ? inspector.openPlaygroundAs(account) : inspector.openAs(source.context, account));
      try {
        await vscode.commands.executeCommand(`${views.informers}.focus`);
        await vscode.window.withProgress({ location: { viewId: views.informers } }, open);
      } catch (error) {
        void notifier.error(error, vscode.l10n.t('{0} as {1}', clusterTitle(itself), formatServiceAccount(account)));
      }
    },
  };
}

/** The session of the context or the playground, which knows what there is to choose; opened where there is none. */
async function sourceItself(ui: Ui, clicked: Session | undefined, title: string): Promise<Session | undefined> {
  const { inspector } = ui;
  if (clicked?.source.kind === 'context') return clicked.source.as ? inspector.openContext(clicked.source.context) : clicked;
  if (clicked?.source.kind === 'playground') return clicked.source.as ? inspector.startPlayground() : clicked;
  const open = inspector.sessions.all.filter(({ source }) => source.kind !== 'recording' && !source.as);
  if (open.length > 0) return chooseSession(open, title);
  const context = await askContext(ui, title);
  return context === undefined ? undefined : inspector.switchContext(context);
}
