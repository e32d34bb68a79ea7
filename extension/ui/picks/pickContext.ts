import * as vscode from 'vscode';
import type { Kubeconfig } from '../../cluster/kubeconfig.ts';
import { identityOf, type Identity } from '../../cluster/identity.ts';
import { identityBrief } from '../identityWords.ts';
import { withoutIcons } from '../inertText.ts';
import { kubeconfigHost } from '../kubeconfigHost.ts';
import { back, quickPick } from './quickPick.ts';

/** A context of the kubeconfig, the chosen one preselected. */
export async function pickContext(kubeconfig: Kubeconfig, current: string | undefined, title: string): Promise<string | undefined> {
  const { selectContext } = await import('../../cluster/selectContext.ts');
  // Undefined for a context that leads nowhere: whoever chooses it is told why.
  const identityIn = (context: string): Identity | undefined => {
    try {
      return identityOf(selectContext(kubeconfig, context));
    } catch {
      return undefined;
    }
  };
  const choices = kubeconfig.contexts.map(({ name, server, cluster, namespace }) => ({
    label: withoutIcons(name),
    description: [name === current ? vscode.l10n.t('current') : '', withoutIcons(identityBrief(identityIn(name))), server ?? vscode.l10n.t('cluster {0} is missing', cluster)].filter(Boolean).join(' · '),
    ...(namespace !== undefined && { detail: vscode.l10n.t('namespace {0}', namespace) }),
    iconPath: new vscode.ThemeIcon('server'),
    value: name,
  }));
  const host = kubeconfigHost();
  const picked = await quickPick({ title, placeholder: host === undefined ? vscode.l10n.t('Which context?') : vscode.l10n.t('Which context of the kubeconfig of {0}?', host), none: vscode.l10n.t('The kubeconfig has no context'), choices, active: (name) => name === current });
  return picked === back ? undefined : picked;
}
