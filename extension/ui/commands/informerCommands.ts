import * as vscode from 'vscode';
import { pickAnyInformer } from '../picks/pickAnyInformer.ts';
import { pickSession } from '../picks/pickSession.ts';
import { startElsewhere } from '../refusedInformer.ts';
import { startRequests } from '../startRequests.ts';
import type { Ui } from '../ui.ts';
import { nodesOf, sessionIn } from './arguments.ts';
import { askInformers } from './askInformers.ts';

/** Informers are started by resource and scope, and stopped. */
export function informerCommands(ui: Ui) {
  const { inspector } = ui;
  return {
    async startInformer(...args: readonly unknown[]): Promise<void> {
      const title = vscode.l10n.t('Start Informer');
      const session = sessionIn(args) ?? (await pickSession(inspector, { title, canOpen: true }));
      if (!session) return;
      const requests = await askInformers(ui, session, title);
      if (requests && !session.ended) await startRequests(ui, session, requests);
    },

    /** Of an informer that is refused where it runs. */
    async startInNamespace(...args: readonly unknown[]): Promise<void> {
      const [node] = nodesOf('informer', args);
      if (node) {
        const informer = ui.tree.informerOf(node);
        if (informer) await startElsewhere(ui, node.parent.session, informer);
        return;
      }
      const picked = await pickAnyInformer(inspector, vscode.l10n.t('Start in a Namespace Instead'), ({ refusals }, { name }) => refusals.of(name) !== undefined);
      if (picked) await startElsewhere(ui, picked.session, picked.informer);
    },

    async stopInformer(...args: readonly unknown[]): Promise<void> {
      const clicked = nodesOf('informer', args);
      if (clicked.length > 0) {
        for (const { parent, name } of clicked) await parent.session.informers.stop(name);
        return;
      }
      const picked = await pickAnyInformer(inspector, vscode.l10n.t('Stop Informer'));
      if (picked) await picked.session.informers.stop(picked.name);
    },
  };
}
