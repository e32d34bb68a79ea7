import * as vscode from 'vscode';
import type { ControllerNode, KeyNode } from '../../inspector/controllerNode.ts';
import type { ControllerTree } from '../../inspector/controllerTree.ts';
import type { KeyRow } from '../../inspector/keyTable.ts';
import { keyWords } from '../controllerWords.ts';
import { withoutIcons } from '../inertText.ts';
import { back, quickPick } from './quickPick.ts';

export interface PickKeyOptions {
  readonly title: string;
  readonly none: string;
  readonly isMeant?: (row: KeyRow) => boolean;
}

/** One of the keys of a controller. */
export async function pickKey(tree: ControllerTree, { session, controller }: ControllerNode, { title, none, isMeant = () => true }: PickKeyOptions): Promise<KeyNode | undefined> {
  const { keys } = controller.record;
  const rows = [...keys.keys()].toSorted().flatMap((key) => {
    const row = keys.get(key)!;
    return isMeant(row) ? [row] : [];
  });
  const choices = rows.map((row) => ({ label: withoutIcons(row.key), description: withoutIcons(keyWords(row, undefined, session.now())), value: row.key }));
  const picked = await quickPick({ title, placeholder: vscode.l10n.t('Which key of {0}?', controller.name), none, choices });
  return picked === undefined || picked === back ? undefined : tree.find(controller, picked);
}
