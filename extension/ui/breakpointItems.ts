import * as vscode from 'vscode';
import type { Breakpoint } from '../debugger/breakpoint.ts';
import { breakpointTerms } from '../inspector/breakpointTerms.ts';
import { breakpointProblemWords } from './breakpointProblemWords.ts';
import { field, heading, paragraph } from './tooltipText.ts';

/** How a breakpoint looks, with the icons that VS Code's own have. What an icon says is said to a screen reader as well. */
export function breakpointItem(breakpoint: Breakpoint): vscode.TreeItem {
  const { id, enabled, problem, hitCount } = breakpoint;
  const label = breakpointTerms(breakpoint);
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.None);
  item.id = id;
  item.description = describe(breakpoint);
  item.checkboxState = {
    state: enabled ? vscode.TreeItemCheckboxState.Checked : vscode.TreeItemCheckboxState.Unchecked,
    tooltip: enabled ? vscode.l10n.t('Disable') : vscode.l10n.t('Enable'),
    accessibilityInformation: { label: enabled ? vscode.l10n.t('enabled') : vscode.l10n.t('disabled') },
  };
  item.iconPath = icon(breakpoint);
  item.contextValue = ['breakpoint', enabled ? 'enabled' : 'disabled', ...(breakpoint.logMessage === undefined ? [] : ['log'])].join('+');
  const kind = breakpoint.logMessage === undefined ? vscode.l10n.t('breakpoint') : vscode.l10n.t('logpoint');
  const hits = hitCount === 1 ? vscode.l10n.t('hit once') : vscode.l10n.t('hit {0} times', hitCount);
  item.accessibilityInformation = { label: [`${kind} ${label}`, enabled ? '' : vscode.l10n.t('disabled'), breakpoint.condition ?? '', problem ? breakpointProblemWords(problem) : '', hits].filter(Boolean).join(', ') };
  return item;
}

export function breakpointTooltip(breakpoint: Breakpoint): vscode.MarkdownString {
  const { key, informer, delta, point, path, error, attempts, condition, hitCondition, logMessage, problem, hitCount } = breakpoint;
  const text = heading(breakpointTerms(breakpoint));
  if (problem) paragraph(text, breakpointProblemWords(problem));
  const fields: readonly (readonly [string, string | number | undefined])[] = [
    [vscode.l10n.t('Key'), key],
    [vscode.l10n.t('Informer, queue or controller'), informer],
    [vscode.l10n.t('Delta'), delta],
    [vscode.l10n.t('Before'), point],
    [vscode.l10n.t('Field that changes'), path],
    [vscode.l10n.t('Error'), error],
    [vscode.l10n.t('Failures of the key'), attempts],
    [vscode.l10n.t('Condition (CEL)'), condition],
    [vscode.l10n.t('Hit count'), hitCondition],
    [vscode.l10n.t('Writes'), logMessage],
    [vscode.l10n.t('Hits so far'), hitCount],
  ];
  for (const [name, value] of fields) if (value !== undefined) field(text, name, String(value));
  return text;
}

/** `×3 · CEL`; that something is wrong stands first, since the end may be cut off: what it is, is for the tooltip. */
function describe({ enabled, problem, hitCount, condition, hitCondition, key, delta, informer, point, path, error, attempts, logMessage }: Breakpoint): string {
  const isNamedByCondition = [key, delta, informer, point, path, error, attempts, logMessage].every((part) => part === undefined);
  return [
    problem === undefined ? '' : enabled ? vscode.l10n.t('does not work') : vscode.l10n.t('switched off'),
    hitCount > 0 ? `×${hitCount.toLocaleString()}` : '',
    hitCondition === undefined ? '' : vscode.l10n.t('hits {0}', hitCondition),
    condition === undefined ? '' : isNamedByCondition ? 'CEL' : condition,
  ]
    .filter(Boolean)
    .join(' · ');
}

function icon({ enabled, problem, verified, logMessage, path, condition, hitCondition }: Breakpoint): vscode.ThemeIcon {
  if (problem !== undefined) return new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
  const kind = logMessage !== undefined ? '-log' : path !== undefined ? '-data' : condition !== undefined || hitCondition !== undefined ? '-conditional' : '';
  if (!enabled) return new vscode.ThemeIcon(kind === '' ? 'debug-breakpoint-disabled' : `debug-breakpoint${kind}-disabled`, new vscode.ThemeColor('debugIcon.breakpointDisabledForeground'));
  if (!verified) return new vscode.ThemeIcon(kind === '' ? 'debug-breakpoint-unverified' : `debug-breakpoint${kind}-unverified`, new vscode.ThemeColor('debugIcon.breakpointUnverifiedForeground'));
  return new vscode.ThemeIcon(`debug-breakpoint${kind}`, new vscode.ThemeColor('debugIcon.breakpointForeground'));
}
