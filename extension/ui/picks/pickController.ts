import * as vscode from 'vscode';
import type { ControllerNode } from '../../inspector/controllerNode.ts';
import type { ControllerTree } from '../../inspector/controllerTree.ts';
import { controllerWords } from '../controllerWords.ts';
import { withoutIcons } from '../inertText.ts';
import { back, quickPick } from './quickPick.ts';

/** One of the controllers there are: the only one, or the one that is chosen. */
export async function pickController(tree: ControllerTree, title: string, isMeant: (node: ControllerNode) => boolean = () => true): Promise<ControllerNode | undefined> {
  const nodes = tree.roots().filter(isMeant);
  if (nodes.length <= 1) return nodes[0];
  const choices = nodes.map((node) => ({ label: withoutIcons(node.controller.name), description: withoutIcons(controllerWords(node.session, node.controller)), iconPath: new vscode.ThemeIcon('gear'), value: node }));
  const picked = await quickPick({ title, placeholder: vscode.l10n.t('Which reconciler?'), none: vscode.l10n.t('No reconciler runs'), choices });
  return picked === back ? undefined : picked;
}
