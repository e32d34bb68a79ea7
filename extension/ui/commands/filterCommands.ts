import * as vscode from 'vscode';
import { sampleFilter } from '../../inspector/treeFilter/parseTreeFilter.ts';
import { treeFilter } from '../../inspector/treeFilter/treeFilter.ts';
import { TreeFilterError } from '../../inspector/treeFilter/treeFilterError.ts';
import { views } from '../contributions.ts';
import { filterFault } from '../filterWords.ts';
import { loadConditions } from '../loadConditions.ts';
import { inputText } from '../picks/inputText.ts';
import type { Ui } from '../ui.ts';

/** What of the caches the tree shows. A filter lasts as long as the window; the last one is offered again. */
export function filterCommands({ tree }: Ui) {
  let last = '';
  return {
    async filterObjects(): Promise<void> {
      const text = await inputText({
        title: vscode.l10n.t('Filter Objects'),
        prompt: vscode.l10n.t('Part of a namespace or name, or a pattern like shop/web-*; then labels: and a selector; then cel: and an expression over object. Nothing: all objects.'),
        placeholder: sampleFilter,
        value: tree.filter?.text ?? last,
        validate: faultIn,
      });
      if (typeof text !== 'string') return;
      const filter = await treeFilter(text, loadConditions);
      if (filter) last = filter.text;
      tree.filterBy(filter);
      await vscode.commands.executeCommand(`${views.informers}.focus`);
    },
    clearFilter: () => tree.filterBy(undefined),
  };
}

async function faultIn(text: string): Promise<string | undefined> {
  try {
    await treeFilter(text, loadConditions);
    return undefined;
  } catch (error) {
    if (TreeFilterError.is(error)) return filterFault(error);
    throw error;
  }
}
