import * as vscode from 'vscode';
import type { ExpressionFault } from '../base/expressionError.ts';
import { oneLine, quoted } from './inertText.ts';

/** Why a text is no expression, or why an expression has no answer, without the full stop. What the language itself says is in English. */
export function expressionWords(fault: ExpressionFault): string {
  switch (fault.kind) {
    case 'tooLong':
      return vscode.l10n.t('it has {0} characters, and {1} at most are taken', fault.length, fault.most);
    case 'brackets':
      return vscode.l10n.t('its brackets are nested more than {0} deep', fault.most);
    case 'parts':
      return vscode.l10n.t('it has more than {0} parts', fault.most);
    case 'loops':
      return vscode.l10n.t('its loops (`all`, `exists`, `filter` …) are nested more than {0} deep', fault.most);
    case 'syntax':
      return fault.found === 'end of input' ? vscode.l10n.t('it ends too early, at {0}', fault.at) : vscode.l10n.t('it cannot be read from {0} on, where {1} stands', fault.at, quoted(fault.found));
    case 'unknownName':
      return vscode.l10n.t('{0} is unknown, and it may speak of {1}', quoted(fault.name), fault.known.map((name) => quoted(name)).join(', '));
    case 'noFunction':
      return vscode.l10n.t('there is no function {0}', quoted(fault.name));
    case 'noField':
      return vscode.l10n.t('there is no field {0}', quoted(fault.name));
    case 'openBrace':
      return vscode.l10n.t('a brace in it is not closed, and two of them stand for a brace itself');
    case 'notYesOrNo':
      return fault.result === undefined ? vscode.l10n.t('it gives a value that is neither true nor false') : vscode.l10n.t('it gives {0}, which is neither true nor false', oneLine(fault.result));
    case 'values':
      return vscode.l10n.t('it looks at more than {0} values', fault.most);
    case 'characters':
      return vscode.l10n.t('it looks for patterns in more than {0} characters', fault.most);
    case 'ms':
      return vscode.l10n.t('it takes longer than {0} ms', fault.most);
    case 'said':
      return oneLine(fault.text).replace(/\.$/, '');
  }
}
