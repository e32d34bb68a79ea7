import * as vscode from 'vscode';
import { pickGrouping } from '../picks/pickGrouping.ts';
import { pickAnyInformer } from '../picks/pickAnyInformer.ts';
import type { InformerNode } from '../../inspector/treeNode.ts';
import type { Ui } from '../ui.ts';
import { nodesOf } from './arguments.ts';

/** How the tree shows what is cached. */
export function treeCommands({ inspector, tree, recents }: Ui) {
  return {
    async groupBy(...args: readonly unknown[]): Promise<void> {
      const node = nodesOf('informer', args)[0] ?? (await ask());
      const informer = node && tree.informerOf(node);
      const index = informer && (await pickGrouping(informer, tree.nextGroupingOf(node) ?? tree.groupingOf(node)));
      if (!node || index === undefined) return;
      tree.groupBy(node, index);
      recents.noteGrouping(node.name, index);
    },
  };

  async function ask(): Promise<InformerNode | undefined> {
    const picked = await pickAnyInformer(inspector, vscode.l10n.t('Group Objects'));
    return picked && tree.findInformer(picked.session, picked.name);
  }
}
