import * as vscode from 'vscode';
import { informerNodeOf, type InformerNode, type ObjectNode, type SourceNode, type TreeNode } from '../inspector/treeNode.ts';
import type { TreeModel } from '../inspector/treeModel.ts';
import { waitingWords } from './loginWords.ts';
import { actsAs, identityFields } from './identityWords.ts';
import { kubeconfigHost } from './kubeconfigHost.ts';
import { sessionProblem } from './problem.ts';
import { failureSentence } from './sentences.ts';
import { clusterTitle, progressWords, rowWords, scopeWords, sourceTitle } from './stateWords.ts';
import { field, heading, paragraph } from './tooltipText.ts';

/** How many labels of an object are listed. */
const shownLabels = 12;

/** The details of a node, made when somebody asks for them. What comes from a cluster is in it as text: no links, no HTML, no commands. */
export function tooltip(node: TreeNode, tree: TreeModel): vscode.MarkdownString | undefined {
  switch (node.type) {
    case 'source':
      return sourceTooltip(node);
    case 'informer':
      return informerTooltip(node, tree);
    case 'object':
      return objectTooltip(node, tree);
    default:
      return undefined;
  }
}

function sourceTooltip({ session }: SourceNode): vscode.MarkdownString {
  const { connection, cluster, tracer } = session;
  const text = heading(sourceTitle(session));
  field(text, vscode.l10n.t('Server'), cluster.server);
  if (cluster.namespace) field(text, vscode.l10n.t('Namespace'), cluster.namespace);
  identityFields(text, cluster.identity);
  const host = session.source.kind === 'context' ? kubeconfigHost() : undefined;
  if (host !== undefined) field(text, vscode.l10n.t('Kubeconfig of'), host);
  if (session.source.kind === 'context' && cluster.kubeconfigFiles) field(text, vscode.l10n.t('Kubeconfig'), cluster.kubeconfigFiles.join(', '));
  if (connection.phase === 'connected') field(text, vscode.l10n.t('Version'), connection.version);
  field(text, vscode.l10n.t('Trace entries'), tracer.lastSeq.toLocaleString());
  if (session.login.waiting) paragraph(text, [`${waitingWords(session.login.waiting)}.`, ...session.login.waiting.lines].join(' '));
  const problem = sessionProblem(session);
  if (problem) paragraph(text, problem.text());
  return text;
}

function informerTooltip(node: InformerNode, tree: TreeModel): vscode.MarkdownString {
  const { session } = node.parent;
  const informer = tree.informerOf(node);
  const state = tree.stateOf(node);
  const { word, detail } = rowWords(state, session);
  const text = heading(node.name);
  field(text, vscode.l10n.t('Scope'), scopeWords(informer?.scope.namespace, tree.isClusterScoped(node)));
  if (informer?.scope.metadataOnly) field(text, vscode.l10n.t('Of each object'), vscode.l10n.t('metadata only'));
  field(text, vscode.l10n.t('State'), [word, detail].filter(Boolean).join(', '));
  if (state.progress) field(text, vscode.l10n.t('Whole state'), progressWords(state, session));
  field(text, vscode.l10n.t('Objects'), tree.count(node).toLocaleString());
  field(text, vscode.l10n.t('Last version seen'), informer?.lastSyncResourceVersion() || '–');
  field(text, vscode.l10n.t('Version of the cache'), informer?.indexer.resourceVersion || '–');
  field(text, vscode.l10n.t('Handlers'), informer?.handlers.map(({ name }) => name).join(', ') ?? '');
  if (state.failure) paragraph(text, failureSentence(state.failure, node.name, clusterTitle(session), session.refusals.of(node.name), actsAs(session.cluster.identity)).text);
  if (state.reduced) paragraph(text, vscode.l10n.t('The server sends whole objects, though their metadata alone was asked for. They are reduced here: that saves memory, and no traffic.'));
  return text;
}

function objectTooltip(node: ObjectNode, tree: TreeModel): vscode.MarkdownString | undefined {
  const object = tree.informerOf(node)?.indexer.get(node.key);
  if (!object) return undefined;
  const { metadata, kind, apiVersion } = object;
  const text = heading(node.key);
  field(text, vscode.l10n.t('Kind'), [apiVersion, kind].filter(Boolean).join(' '));
  field(text, vscode.l10n.t('Version'), metadata.resourceVersion ?? '–');
  field(text, 'UID', metadata.uid ?? '–');
  if (metadata.creationTimestamp) field(text, vscode.l10n.t('Created'), metadata.creationTimestamp);
  if (metadata.deletionTimestamp) field(text, vscode.l10n.t('Deletion asked for'), metadata.deletionTimestamp);
  for (const { kind: ownerKind, name } of metadata.ownerReferences ?? []) field(text, vscode.l10n.t('Owner'), `${ownerKind} ${name}`);
  for (const [name, value] of Object.entries(metadata.labels ?? {}).slice(0, shownLabels)) field(text, name, String(value));
  field(text, vscode.l10n.t('In the cache of'), informerNodeOf(node).name);
  return text;
}
