import * as vscode from 'vscode';
import type { ExpressionFault } from '../base/expressionError.ts';
import type { BreakpointProblem } from '../debugger/breakpointProblem.ts';
import { gatePoints } from '../trace/gate.ts';
import { expressionWords } from './expressionWords.ts';
import { oneLine, quoted } from './inertText.ts';

/** Characters of a condition or a message: the view has all of it beside the sentence. */
const longestShown = 80;

/** Why a breakpoint does not work and what to do about it, as sentences. */
export function breakpointProblemWords(problem: BreakpointProblem): string {
  switch (problem.kind) {
    case 'pathAndError':
      return vscode.l10n.t('Nothing is both a changed field and an error: use two breakpoints.');
    case 'attempts':
      return vscode.l10n.t('The number of failures from which on it stops must be 0 or more: set another one.');
    case 'point':
      return vscode.l10n.t('{0} is no step of the pipeline: choose one of {1}.', quoted(problem.text, longestShown), gatePoints.join(', '));
    case 'hitCondition':
      return vscode.l10n.t('The hit count {0} cannot be used: write it as 5 (the fifth time), >= 5 (from the fifth time on) or % 5 (each fifth time).', quoted(problem.text, longestShown));
    case 'condition':
      return vscode.l10n.t('The condition {0} cannot be used: {1}. Edit it.', quoted(problem.text, longestShown), expressionWords(problem.why));
    case 'logMessage':
      return vscode.l10n.t('The message {0} cannot be written: {1}. Edit it.', quoted(problem.text, longestShown), expressionWords(problem.why));
    case 'conditionFailed':
      return vscode.l10n.t('The condition {0} was switched off: {1}. {2}', quoted(problem.text, longestShown), expressionWords(problem.why), remedy(problem.why));
    case 'logMessageFailed':
      return vscode.l10n.t('The message {0} was switched off: {1}. {2}', quoted(problem.text, longestShown), expressionWords(problem.why), remedy(problem.why));
    case 'language':
      return vscode.l10n.t('What expressions are written in could not be loaded: {0}. Switch the breakpoint off and on to try again.', oneLine(problem.why).replace(/\.$/, ''));
  }
}

function remedy({ kind }: ExpressionFault): string {
  switch (kind) {
    case 'noField':
      return vscode.l10n.t('Where a field may be missing, ask for it with has(…), and switch it on again.');
    case 'notYesOrNo':
      return vscode.l10n.t('Compare it with something, and switch it on again.');
    case 'values':
    case 'characters':
    case 'ms':
      return vscode.l10n.t('Let it look at less, and switch it on again.');
    default:
      return vscode.l10n.t('Edit it, and switch it on again.');
  }
}
