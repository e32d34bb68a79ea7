import * as vscode from 'vscode';
import { messageOf } from '../base/codedError.ts';
import type { Session } from '../inspector/session.ts';
import type { TreeNode } from '../inspector/treeNode.ts';
import { views } from './contributions.ts';
import type { Ui } from './ui.ts';

/** Selects a new informer in the tree, once the view has been told of it. It runs, selected or not. */
export function revealInformer(ui: Ui, session: Session, name: string): void {
  revealNode(ui, () => ui.tree.findInformer(session, name));
}

/** The same of a new source, with what is below it. */
export function revealSource(ui: Ui, session: Session): void {
  revealNode(ui, () => ui.tree.sourceOf(session));
}

function revealNode(ui: Ui, find: () => TreeNode | undefined): void {
  reveal(ui, find).catch((error: unknown) => ui.log.warn('tree', messageOf(error)));
}

async function reveal({ tree, informersView }: Ui, find: () => TreeNode | undefined): Promise<void> {
  await vscode.commands.executeCommand(`${views.informers}.focus`);
  await new Promise<void>((resolve) => {
    const listener = tree.onChange(() => {
      listener.dispose();
      resolve();
    });
    if (!tree.isChanging) {
      listener.dispose();
      resolve();
    }
  });
  const node = find();
  if (node) await informersView.view.reveal(node, { select: true, focus: false });
}
