import * as vscode from 'vscode';
import type { ClosedContextNode, ClosedContextRow, MoreContextsNode } from '../inspector/closedContexts.ts';
import { closedContextUri } from './closedContextDecorations.ts';
import { commands } from './contributions.ts';
import { identityFields } from './identityWords.ts';
import { oneLine } from './inertText.ts';
import { kubeconfigHost } from './kubeconfigHost.ts';
import { sentenceFor } from './sentences.ts';
import { field, heading, paragraph } from './tooltipText.ts';

/** Whether people may depend on a context. */
export type IsProduction = (context: string) => boolean;

/** A context that is not open: grey, with nothing below it. Chosen, it is connected to. */
export function closedContextItem(row: ClosedContextRow, isProduction: IsProduction): vscode.TreeItem {
  return row.type === 'closedContext' ? contextItem(row, isProduction(row.name)) : moreItem(row);
}

function contextItem(node: ClosedContextNode, isProduction: boolean): vscode.TreeItem {
  const { id, name, fault, isCurrent } = node;
  const item = new vscode.TreeItem(oneLine(name));
  const text = [fault === undefined ? vscode.l10n.t('not connected') : vscode.l10n.t('cannot be used'), isProduction ? vscode.l10n.t('looks like production') : '', isCurrent ? vscode.l10n.t('current') : ''].filter(Boolean).join(' · ');
  item.id = id;
  item.description = text;
  item.iconPath = new vscode.ThemeIcon(fault === undefined ? 'server' : 'warning', new vscode.ThemeColor('list.deemphasizedForeground'));
  item.contextValue = ['closedContext', fault === undefined ? '' : 'faulty'].filter(Boolean).join('+');
  item.resourceUri = closedContextUri(name, isProduction);
  item.command = { command: commands.connect, title: vscode.l10n.t('Connect'), arguments: [node] };
  item.accessibilityInformation = { label: vscode.l10n.t('context {0}, {1}', oneLine(name), text) };
  return item;
}

function moreItem({ id, count }: MoreContextsNode): vscode.TreeItem {
  const text = count === 1 ? vscode.l10n.t('1 more context') : vscode.l10n.t('{0} more contexts', count.toLocaleString());
  const item = new vscode.TreeItem(text, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = id;
  item.iconPath = new vscode.ThemeIcon('ellipsis', new vscode.ThemeColor('list.deemphasizedForeground'));
  item.contextValue = 'moreContexts';
  item.accessibilityInformation = { label: vscode.l10n.t('{0}, not connected', text) };
  return item;
}

/** Where it leads, as whom, and what keeps it from being opened. */
export function closedContextTooltip(row: ClosedContextRow, isProduction: IsProduction): vscode.MarkdownString | undefined {
  if (row.type !== 'closedContext') return undefined;
  const { name, server, cluster, namespace, identity, fault, paths } = row;
  const text = heading(name);
  if (server !== undefined) field(text, vscode.l10n.t('Server'), server);
  if (cluster !== '') field(text, vscode.l10n.t('Cluster'), cluster);
  if (namespace !== undefined) field(text, vscode.l10n.t('Namespace'), namespace);
  identityFields(text, identity);
  const host = kubeconfigHost();
  if (host !== undefined) field(text, vscode.l10n.t('Kubeconfig of'), host);
  if (paths.length > 0) field(text, vscode.l10n.t('Kubeconfig'), paths.join(', '));
  if (isProduction(name)) paragraph(text, vscode.l10n.t('{0} looks like production.', name));
  paragraph(text, fault === undefined ? vscode.l10n.t('It is asked nothing before you connect to it.') : sentenceFor(fault, name).text);
  return text;
}
