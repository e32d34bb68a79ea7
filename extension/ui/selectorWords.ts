import * as vscode from 'vscode';
import type { SelectorFault } from '../kube/labelSelector.ts';
import { oneLine } from './inertText.ts';

/** Why a text is no selector, without the full stop. */
export function selectorWords(fault: SelectorFault): string {
  const text = JSON.stringify(oneLine(fault.text));
  switch (fault.kind) {
    case 'labelRequirement':
      return vscode.l10n.t('{0} is not a label requirement', text);
    case 'labelKey':
      return vscode.l10n.t('{0} is not a label key', text);
    case 'labelValue':
      return vscode.l10n.t('{0} is not a value for label {1}', text, oneLine(fault.key));
    case 'fieldRequirement':
      return vscode.l10n.t('{0} is not a field requirement', text);
  }
}
