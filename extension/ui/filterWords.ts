import * as vscode from 'vscode';
import { clip } from '../base/clip.ts';
import { longestFilter } from '../inspector/treeFilter/parseTreeFilter.ts';
import type { TreeFilterError } from '../inspector/treeFilter/treeFilterError.ts';
import type { TreeModel } from '../inspector/treeModel.ts';
import { expressionWords } from './expressionWords.ts';
import { oneLine } from './inertText.ts';
import { selectorWords } from './selectorWords.ts';

/** So much of a filter is read at a glance; the box has all of it. */
const longestShown = 80;

/** Why a text is no filter. */
export function filterFault({ data }: TreeFilterError): string {
  switch (data.kind) {
    case 'tooLong':
      return vscode.l10n.t('A filter may have {0} characters at most.', longestFilter);
    case 'noSelector':
      return vscode.l10n.t('Write a label selector after labels:, such as app=web,tier in (a,b).');
    case 'notASelector':
      return vscode.l10n.t('The label selector cannot be used: {0}.', selectorWords(data.why));
    case 'noExpression':
      return vscode.l10n.t('Write an expression after cel:, such as object.status.phase == "Running".');
    case 'notAnExpression':
      return vscode.l10n.t('The expression cannot be used: {0}.', expressionWords(data.why));
  }
}

/** What the tree shows while there is a filter, in one line; undefined: there is none. */
export function filterLine({ filter, filterFigures }: Pick<TreeModel, 'filter' | 'filterFigures'>): string | undefined {
  if (!filter || !filterFigures) return undefined;
  const { shown, total, pending, failed, failure } = filterFigures;
  const text = clip(filter.text, longestShown);
  const parts = [
    vscode.l10n.t('Filter: {0} · {1} of {2} objects', text, shown.toLocaleString(), total.toLocaleString()),
    pending > 0 ? vscode.l10n.t('{0} still to be looked at', pending.toLocaleString()) : '',
    failure ? vscode.l10n.t('its expression fails for {0}, which count as not matching ({1}: {2})', failed.toLocaleString(), oneLine(failure.key), expressionWords(failure.why)) : '',
  ];
  return parts.filter(Boolean).join(' · ');
}
