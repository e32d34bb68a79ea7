import * as vscode from 'vscode';
import type { Session } from '../../inspector/session.ts';
import { views } from '../contributions.ts';
import { pickSession } from '../picks/pickSession.ts';
import type { Ui } from '../ui.ts';
import { nodesOf, sessionIn } from './arguments.ts';
import { mayLeave } from './mayLeave.ts';

/** What concerns a whole session: its panel, its connection, and whether its pipeline is held. */
export function sessionCommands({ inspector, panels }: Ui) {
  const choose = (args: readonly unknown[], title: string, filter?: (session: Session) => boolean): Promise<Session | undefined> =>
    Promise.resolve(sessionIn(args) ?? pickSession(inspector, { title, ...(filter && { filter }) }));

  return {
    async openPanel(...args: readonly unknown[]): Promise<void> {
      const title = vscode.l10n.t('Open Panel');
      const session = sessionIn(args) ?? (await pickSession(inspector, { title, canOpen: true }));
      if (session) panels.open(session, nodesOf('informer', args)[0]?.name);
    },

    async reconnect(...args: readonly unknown[]): Promise<void> {
      const clicked = sessionIn(args);
      const contexts = clicked ? [clicked] : inspector.sessions.all.filter(({ source }) => source.kind === 'context');
      if (!(await mayLeave(contexts))) return;
      await vscode.window.withProgress({ location: { viewId: views.informers } }, async () => {
        if (contexts.length === 0) await inspector.kubeconfig.read().catch(() => undefined); // the empty view tells
        for (const session of contexts) await inspector.reconnect(session);
      });
    },

    async disconnect(...args: readonly unknown[]): Promise<void> {
      const session = await choose(args, vscode.l10n.t('Disconnect'));
      if (session) await inspector.disconnect(session);
    },

    async pause(...args: readonly unknown[]): Promise<void> {
      (await choose(args, vscode.l10n.t('Pause Pipeline'), (session) => !isPaused(session)))?.stepper.pause();
    },

    async step(...args: readonly unknown[]): Promise<void> {
      (await choose(args, vscode.l10n.t('Step Pipeline'), isPaused))?.stepper.step();
    },

    async continue(...args: readonly unknown[]): Promise<void> {
      (await choose(args, vscode.l10n.t('Continue Pipeline'), isPaused))?.stepper.continue();
    },
  };
}

function isPaused({ stepper }: Session): boolean {
  return stepper.paused;
}
