import * as vscode from 'vscode';
import type { Inspector } from '../../inspector/inspector.ts';
import type { Session } from '../../inspector/session.ts';
import { views } from '../contributions.ts';
import { pickSession } from '../picks/pickSession.ts';
import { sourceTitle } from '../stateWords.ts';
import type { Ui } from '../ui.ts';
import { nodesOf, sessionIn } from './arguments.ts';
import { mayLeave } from './mayLeave.ts';

/** What concerns a whole session: its panel and its connection. */
export function sessionCommands({ inspector, panels }: Ui) {
  return {
    async openPanel(...args: readonly unknown[]): Promise<void> {
      const title = vscode.l10n.t('Open Panel');
      const session = sessionIn(args) ?? (await pickSession(inspector, { title, canOpen: true }));
      if (session) panels.open(session, nodesOf('informer', args)[0]?.name);
    },

    /** Without a context, the kubeconfig is read again; what kept one from being opened is tried again. */
    async reconnect(...args: readonly unknown[]): Promise<void> {
      const clicked = sessionIn(args);
      const contexts = clicked ? [clicked] : inspector.sessions.all.filter(isContext);
      const names = contexts.map(sourceTitle).join(', ');
      if (!(await mayLeave(contexts, { question: vscode.l10n.t('Reconnect to {0}?', names), proceed: vscode.l10n.t('Reconnect') }))) return;
      await vscode.window.withProgress({ location: { viewId: views.informers } }, async () => {
        if (contexts.length === 0) await openAgain(inspector);
        for (const session of contexts) await inspector.reconnect(session);
      });
    },

    /** Acts on contexts alone, also on one that could not be reached; the playground has a command of its own. */
    async disconnect(...args: readonly unknown[]): Promise<void> {
      const session = sessionIn(args) ?? (await pickSession(inspector, { title: vscode.l10n.t('Disconnect from Cluster'), filter: isContext }));
      if (!session || !isContext(session)) return;
      const leaving = { question: vscode.l10n.t('Disconnect from {0}?', sourceTitle(session)), proceed: vscode.l10n.t('Disconnect') };
      if (await mayLeave([session], leaving)) await inspector.disconnect(session);
    },
  };
}

function isContext({ source }: Session): boolean {
  return source.kind === 'context';
}

async function openAgain(inspector: Inspector): Promise<void> {
  const failed = inspector.openFailure?.context;
  await vscode.commands.executeCommand(`${views.informers}.focus`);
  const { contexts } = await inspector.kubeconfig.read();
  if (failed !== undefined) await inspector.openContext(failed);
  else vscode.window.setStatusBarMessage(contexts.length === 1 ? vscode.l10n.t('Kubeconfig reloaded: 1 context') : vscode.l10n.t('Kubeconfig reloaded: {0} contexts', contexts.length), 3000);
}
