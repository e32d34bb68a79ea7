import * as vscode from 'vscode';
import { isScript, pickReconcilerFile } from '../picks/pickReconcilerFile.ts';
import { pickAnyInformer } from '../picks/pickAnyInformer.ts';
import { saved } from '../savedFile.ts';
import type { Ui } from '../ui.ts';
import { nodesOf, sessionIn } from './arguments.ts';

/** Informers are opened together: those that a workspace keeps, and those of a controller. What does it is loaded when somebody asks for it. */
export function informerSetCommands(ui: Ui) {
  return {
    async addToWorkspace(...args: readonly unknown[]): Promise<void> {
      const title = vscode.l10n.t('Add to Workspace');
      const clicked = nodesOf('informer', args).map(({ parent, name }) => ({ session: parent.session, name }));
      const picked = clicked.length > 0 ? undefined : await pickAnyInformer(ui.inspector, title);
      const informers = picked ? [picked] : clicked;
      if (informers.length === 0) return;
      const { addToWorkspace } = await import('../informerSet/addToWorkspace.ts');
      await addToWorkspace(ui, title, informers);
    },

    async openWorkspaceInformers(): Promise<void> {
      const { openWorkspaceInformers } = await import('../informerSet/openWorkspaceInformers.ts');
      await openWorkspaceInformers(ui, vscode.l10n.t('Open Workspace Informers'));
    },

    /** With the file of a reconciler as its argument, that one. */
    async openControllerSet(...args: readonly unknown[]): Promise<void> {
      if (!vscode.workspace.isTrusted) {
        return ui.notifier.warn({ text: vscode.l10n.t("To learn what a controller watches its file is loaded, which does not happen while this workspace is not trusted. Trust it, or start the informers one by one."), remedies: ['startInformer'], manageTrust: true });
      }
      const title = vscode.l10n.t("Open a Controller's Set");
      const [given] = args;
      const file = given instanceof vscode.Uri && isScript(given) ? given : await pickReconcilerFile(title);
      if (!file) return;
      const { openControllerSet } = await import('../informerSet/openControllerSet.ts');
      const session = sessionIn(args);
      await saved(file);
      // Nothing runs in a recording.
      await openControllerSet(ui, title, file, session?.source.kind === 'recording' ? undefined : session);
    },
  };
}
