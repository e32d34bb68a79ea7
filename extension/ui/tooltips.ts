import * as vscode from 'vscode';
import { columnValues } from '../inspector/columnValues.ts';
import { lintWords } from '../inspector/lintWords.ts';
import type { RowMarks } from '../inspector/marks/rowMarks.ts';
import type { ObjectMarks } from '../inspector/marks/sessionMarks.ts';
import { objectStatus } from '../inspector/objectStatus.ts';
import { informerNodeOf, type InformerNode, type ObjectNode, sessionOf, type SourceNode, type TreeNode } from '../inspector/treeNode.ts';
import type { TreeModel } from '../inspector/treeModel.ts';
import { ownersIn } from '../kube/object.ts';
import { exactWords, waitWords } from './durationWords.ts';
import { faultDetail, faultWords } from './faultWords.ts';
import { actsAs, identityFields } from './identityWords.ts';
import { informerWords } from './informerWords.ts';
import { kubeconfigHost } from './kubeconfigHost.ts';
import { waitingWords } from './loginWords.ts';
import { allObjectWords } from './markWords.ts';
import { sessionProblem } from './problem.ts';
import { statusWords } from './rowTexts.ts';
import { failureSentence } from './sentences.ts';
import { clusterTitle, scopeWords, sourceTitle } from './stateWords.ts';
import { field, heading, paragraph } from './tooltipText.ts';

/** How many labels of an object are listed, and how many breakpoints and lints on it. */
const shownLabels = 12;
const shownMarks = 5;

/** The details of a node, made when somebody asks for them. What comes from a cluster is in it as text: no links, no HTML, no commands. */
export function tooltip(node: TreeNode, tree: TreeModel, marks: RowMarks): vscode.MarkdownString | undefined {
  switch (node.type) {
    case 'source':
      return sourceTooltip(node);
    case 'informer':
      return informerTooltip(node, tree, marks);
    case 'object':
      return objectTooltip(node, tree, marks.ofRow(node));
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
  if (connection.phase === 'connected') field(text, vscode.l10n.t('Version'), connection.version || '–');
  field(text, vscode.l10n.t('Trace entries'), tracer.lastSeq.toLocaleString());
  if (session.login.waiting) paragraph(text, [`${waitingWords(session.login.waiting)}.`, ...session.login.waiting.lines].join(' '));
  for (const fault of session.faults?.on ?? []) field(text, faultWords(fault.kind).title, faultDetail(fault));
  const problem = sessionProblem(session);
  if (problem) paragraph(text, problem.text());
  return text;
}

function informerTooltip(node: InformerNode, tree: TreeModel, marks: RowMarks): vscode.MarkdownString {
  const { session } = node.parent;
  const informer = tree.informerOf(node);
  const { word, detail, status } = informerWords(session, node.name);
  const { state } = status;
  const text = heading(node.name);
  field(text, vscode.l10n.t('Scope'), scopeWords(informer?.scope.namespace, tree.isClusterScoped(node)));
  if (informer?.scope.metadataOnly) field(text, vscode.l10n.t('Of each object'), vscode.l10n.t('metadata only'));
  if (informer?.scope.labelSelector) field(text, vscode.l10n.t('Label selector'), informer.scope.labelSelector);
  if (informer?.scope.fieldSelector) field(text, vscode.l10n.t('Field selector'), informer.scope.fieldSelector);
  if (informer) field(text, vscode.l10n.t('Rules and queue'), `client-go ${informer.settings.clientGo}, ${informer.settings.queue}`);
  field(text, vscode.l10n.t('State'), status.doing === 'watching' && !state.failure ? [word, vscode.l10n.t('watching')].join(', ') : [word, detail].filter(Boolean).join(', '));
  if (state.isOpen) {
    field(text, vscode.l10n.t('Last byte'), agoWords(status.byteMs));
    field(text, vscode.l10n.t('Last bookmark'), agoWords(status.bookmarkMs));
  }
  if (status.inMs !== undefined && status.inMs > 0) field(text, vscode.l10n.t('Next attempt'), vscode.l10n.t('in {0}, at {1}', waitWords(status.inMs), timeWords(status.inMs)));
  if (state.progress) field(text, vscode.l10n.t('Asked for'), agoWords(session.now() - state.progress.since));
  field(text, vscode.l10n.t('Objects'), tree.count(node).toLocaleString());
  const { waiting, breakpoints, lints } = marks.ofInformer(node);
  if (waiting.deltas > 0) field(text, vscode.l10n.t('Deltas that wait'), waiting.deltas.toLocaleString());
  if (waiting.behindMs > 0) field(text, vscode.l10n.t('The oldest waits since'), agoWords(waiting.behindMs));
  markFields(text, { breakpoints, lints });
  field(text, vscode.l10n.t('Last version seen'), informer?.lastSyncResourceVersion() || '–');
  field(text, vscode.l10n.t('Version of the cache'), informer?.indexer.resourceVersion || '–');
  field(text, vscode.l10n.t('Handlers'), informer?.handlers.map(({ name }) => name).join(', ') ?? '');
  if (state.failure) paragraph(text, failureSentence(state.failure, node.name, clusterTitle(session), session.refusals.of(node.name), actsAs(session.cluster.identity)).text);
  else if (state.fault) paragraph(text, state.fault.message);
  if (state.reduced) paragraph(text, vscode.l10n.t('The server sends whole objects, though their metadata alone was asked for. They are reduced here: that saves memory, and no traffic.'));
  return text;
}

/** `4.2 s ago, at 18:04:12`: a tooltip may be read again later than it was made. */
function agoWords(ageMs: number | undefined): string {
  return ageMs === undefined ? '–' : vscode.l10n.t('{0} ago, at {1}', exactWords(ageMs), timeWords(-ageMs));
}

function timeWords(inMs: number): string {
  return new Date(Date.now() + inMs).toLocaleTimeString();
}

function objectTooltip(node: ObjectNode, tree: TreeModel, marks: ObjectMarks): vscode.MarkdownString | undefined {
  const informer = tree.informerOf(node);
  const object = informer?.indexer.get(node.key);
  if (!informer || !object) return tombstoneTooltip(node, marks);
  const { metadata, kind, apiVersion } = object;
  const text = heading(node.key);
  field(text, vscode.l10n.t('Kind'), [apiVersion, kind].filter(isText).join(' '));
  const status = statusWords(objectStatus(object));
  if (status) field(text, vscode.l10n.t('Status'), status);
  for (const { name, text: value } of columnValues(object, sessionOf(node).columns.of(informer), Date.now())) field(text, name, value);
  const words = allObjectWords({ ...marks, breakpoints: [], lints: [] });
  if (words.length > 0) field(text, vscode.l10n.t('Now'), words.join(', '));
  markFields(text, marks);
  field(text, vscode.l10n.t('Version'), metadata.resourceVersion ?? '–');
  field(text, 'UID', metadata.uid ?? '–');
  // Of what follows a server may send anything, and a recording have it.
  if (isText(metadata.creationTimestamp)) field(text, vscode.l10n.t('Created'), metadata.creationTimestamp);
  if (isText(metadata.deletionTimestamp)) field(text, vscode.l10n.t('Deletion asked for'), metadata.deletionTimestamp);
  for (const { kind: ownerKind, name } of ownersIn(object)) field(text, vscode.l10n.t('Owner'), `${ownerKind} ${name}`);
  for (const [name, value] of Object.entries(metadata.labels ?? {}).slice(0, shownLabels)) if (isText(value)) field(text, name, value);
  field(text, vscode.l10n.t('In the cache of'), informerNodeOf(node).name);
  return text;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Each breakpoint and each lint by what it says, no more than anybody reads. */
function markFields(text: vscode.MarkdownString, { breakpoints, lints }: Pick<ObjectMarks, 'breakpoints' | 'lints'>): void {
  for (const terms of breakpoints.slice(0, shownMarks)) field(text, vscode.l10n.t('Breakpoint'), terms);
  for (const { lint, evidence } of lints.slice(0, shownMarks)) field(text, vscode.l10n.t('Lint'), [lint, lintWords(evidence)].filter(Boolean).join(': '));
}

function tombstoneTooltip(node: ObjectNode, marks: ObjectMarks): vscode.MarkdownString {
  const text = heading(node.key);
  field(text, vscode.l10n.t('Now'), allObjectWords({ ...marks, recent: marks.recent ?? 'deleted' }).join(', '));
  field(text, vscode.l10n.t('Was in the cache of'), informerNodeOf(node).name);
  return text;
}
