import * as vscode from 'vscode';
import type { AskedAuditPolicy } from '../../inspector/introspection/introspectionClient.ts';
import { readPolicyFile } from '../../inspector/readPolicyFile.ts';
import { type AuditLevel, auditLevels } from '../../introspection/audit.ts';
import { insideOf } from '../insideOf.ts';
import type { Choice } from '../picks/choice.ts';
import { back, quickPick } from '../picks/quickPick.ts';
import type { Ui } from '../ui.ts';

/** Of which requests the playground writes down how much, from now on; its next start asks the setting again. */
export function auditCommands({ inspector }: Ui) {
  return {
    async setAuditPolicy(): Promise<void> {
      const inside = await insideOf(inspector);
      const title = vscode.l10n.t('Set Audit Policy');
      const chosen = await quickPick<AuditLevel | 'file'>({ title, placeholder: vscode.l10n.t('How much of each request goes into the audit log?'), none: '', choices: choices() });
      if (chosen === undefined || chosen === back) return;
      const asked = chosen === 'file' ? await askFile(title) : { rules: chosen === 'None' ? [] : [{ level: chosen }] };
      if (!asked) return;
      const { policy } = await inside.setAuditPolicy(asked);
      vscode.window.setStatusBarMessage(policyWords(policy.length), 5000);
    },
  };
}

function policyWords(rules: number): string {
  if (rules === 0) return vscode.l10n.t('Nothing is audited any more');
  return rules === 1 ? vscode.l10n.t('Audit policy: 1 rule') : vscode.l10n.t('Audit policy: {0} rules', rules);
}

/** Undefined: dismissed. */
async function askFile(title: string): Promise<AskedAuditPolicy | undefined> {
  const [file] = (await vscode.window.showOpenDialog({ title, openLabel: vscode.l10n.t('Take Policy'), filters: { [vscode.l10n.t('Audit policies')]: ['yaml', 'yml', 'json'], [vscode.l10n.t('All files')]: ['*'] } })) ?? [];
  return file && { policy: await readPolicyFile(file.fsPath) };
}

function choices(): readonly Choice<AuditLevel | 'file'>[] {
  return [
    ...auditLevels.map((level) => ({ label: level, description: levelWords(level), value: level })),
    { label: vscode.l10n.t('From File...'), description: vscode.l10n.t('a Policy of audit.k8s.io/v1, as YAML or JSON'), value: 'file' },
  ];
}

function levelWords(level: AuditLevel): string {
  switch (level) {
    case 'None':
      return vscode.l10n.t('nothing');
    case 'Metadata':
      return vscode.l10n.t('who asked for what, and how it was answered');
    case 'Request':
      return vscode.l10n.t('what was sent, too');
    case 'RequestResponse':
      return vscode.l10n.t('what was sent and what was answered, too');
  }
}
