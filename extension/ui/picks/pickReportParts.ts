import * as vscode from 'vscode';

export type ReportPart = 'settings' | 'log' | 'recording';

/** What is to be in a report beside the versions, which always are. Undefined: dismissed. */
export async function pickReportParts(title: string, canRecord: boolean): Promise<ReadonlySet<ReportPart> | undefined> {
  const parts: readonly (vscode.QuickPickItem & { readonly part: ReportPart })[] = [
    { part: 'settings', label: vscode.l10n.t('Settings'), description: vscode.l10n.t('those that differ from their defaults, without paths and names'), picked: true },
    { part: 'log', label: vscode.l10n.t('Log'), description: vscode.l10n.t('its end, without addresses, paths and names'), picked: true },
    ...(canRecord
      ? [{ part: 'recording' as const, label: vscode.l10n.t('Recording'), description: vscode.l10n.t('of one source: names stand for others, values are masked, nothing of Secrets'), picked: false }]
      : []),
  ];
  const picked = await vscode.window.showQuickPick(parts, {
    title,
    placeHolder: vscode.l10n.t('What goes in beside the versions? You will see all of it, and nothing is sent'),
    canPickMany: true,
    ignoreFocusOut: true,
  });
  return picked && new Set(picked.map(({ part }) => part));
}
