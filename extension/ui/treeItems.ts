import * as vscode from 'vscode';
import { namespaceIndex } from '../informer/indexer.ts';
import { groupTitle } from '../inspector/groupings.ts';
import type { ObjectStatus } from '../inspector/objectStatus.ts';
import { placeOf, type RowMarks } from '../inspector/marks/rowMarks.ts';
import type { ObjectMarks } from '../inspector/marks/sessionMarks.ts';
import type { RowClock, RowText } from '../inspector/rowClock.ts';
import type { TreeModel } from '../inspector/treeModel.ts';
import { type GroupNode, type InformerNode, type ObjectNode, type OwnedRangeNode, ownerNodeOf, type RangeNode, type SourceNode, type TreeNode } from '../inspector/treeNode.ts';
import { nameInKey } from '../kube/key.ts';
import { groupingWords, restWords } from './groupingWords.ts';
import { allObjectWords } from './markWords.ts';
import { rowUri } from './objectDecorations.ts';
import { objectUri } from './objectDocuments.ts';
import { informerText, objectText, sourceText } from './rowTexts.ts';
import { stateIcon } from './stateIcon.ts';
import { sourceIcon, sourceTitle } from './stateWords.ts';

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

/**
 * How a node looks. Labels are names as they are: a tree shows them as text. What an icon or its colour says is also said in
 * words, in the description or to a screen reader.
 */
export function treeItem(node: TreeNode, tree: TreeModel, rows: Pick<RowClock, 'drew'>, marks: Pick<RowMarks, 'drawObject' | 'drawInformer'>): vscode.TreeItem {
  switch (node.type) {
    case 'source': {
      const text = sourceText(node);
      rows.drew(node, text);
      return sourceItem(node, text);
    }
    case 'informer': {
      const text = informerText(node, tree, marks.drawInformer(node));
      rows.drew(node, text);
      return informerItem(node, tree, text);
    }
    case 'group':
      return groupItem(node, tree);
    case 'range':
    case 'ownedRange':
      return rangeItem(node, tree);
    case 'object': {
      const own = marks.drawObject(node);
      const text = objectText(node, tree, own);
      rows.drew(node, text);
      return objectItem(node, tree, text, own);
    }
  }
}

function sourceItem(node: SourceNode, { text }: RowText): vscode.TreeItem {
  const { id, session } = node;
  const { source, connection, stepper, login } = session;
  const item = newItem(id, sourceTitle(session), Expanded);
  item.description = text;
  item.iconPath = connection.phase === 'failed' ? new vscode.ThemeIcon('error', color('list.errorForeground')) : stepper.paused ? new vscode.ThemeIcon('debug-pause', color('charts.yellow')) : new vscode.ThemeIcon(sourceIcon(source));
  item.contextValue = flags('source', source.kind, stepper.paused ? 'paused' : 'live', stepper.allowsWhatIf ? 'whatIf' : '', session.faults?.all.length ? 'faults' : '', session.cluster.credentials?.command === undefined ? '' : 'plugin', login.waiting ? 'login' : '');
  item.accessibilityInformation = { label: `${sourceTitle(session)}, ${text}` };
  return item;
}

function informerItem(node: InformerNode, tree: TreeModel, { text, status }: ReturnType<typeof informerText>): vscode.TreeItem {
  const { state } = status;
  const item = newItem(node.id, tree.informerOf(node)?.resource.resource ?? node.name, Collapsed);
  item.description = text;
  item.iconPath = stateIcon(status);
  item.contextValue = flags('informer', state.phase, state.synced ? 'synced' : '', state.failure?.cause ?? '');
  item.accessibilityInformation = { label: vscode.l10n.t('informer {0}, {1}', node.name, text) };
  return item;
}

function groupItem(node: GroupNode, tree: TreeModel): vscode.TreeItem {
  const { index, value } = node;
  const title = groupTitle(node, tree.informerOf(node));
  const item = newItem(node.id, value === '' ? restWords(index) : title, Collapsed);
  const count = tree.count(node);
  item.description = count.toLocaleString();
  item.iconPath = new vscode.ThemeIcon(index === namespaceIndex ? 'folder' : 'symbol-key');
  item.contextValue = 'group';
  const named = value === '' ? restWords(index) : vscode.l10n.t('{0} {1}', groupingWords(index), title);
  item.accessibilityInformation = { label: count === 1 ? vscode.l10n.t('{0}, 1 object', named) : vscode.l10n.t('{0}, {1} objects', named, count) };
  return item;
}

function rangeItem(node: RangeNode | OwnedRangeNode, tree: TreeModel): vscode.TreeItem {
  const isOfGroups = node.type === 'range' && node.of === 'groups';
  const titleOf = isOfGroups ? (value: string) => groupTitle({ index: tree.groupingOf(node), value }, tree.informerOf(node)) : nameInKey;
  const [first, last] = tree.bounds(node).map(titleOf) as [string, string];
  const item = newItem(node.id, vscode.l10n.t('{0} … {1}', first, last), Collapsed);
  const count = tree.count(node);
  item.description = isOfGroups ? (count === 1 ? vscode.l10n.t('1 group') : vscode.l10n.t('{0} groups', count.toLocaleString())) : count.toLocaleString();
  item.iconPath = new vscode.ThemeIcon('list-tree');
  item.contextValue = 'range';
  item.accessibilityInformation = { label: rangeLabel(isOfGroups, count, first, last) };
  return item;
}

function rangeLabel(isOfGroups: boolean, count: number, first: string, last: string): string {
  if (isOfGroups) return count === 1 ? vscode.l10n.t('1 group, {0}', first) : vscode.l10n.t('{0} groups from {1} to {2}', count, first, last);
  return count === 1 ? vscode.l10n.t('1 object, {0}', first) : vscode.l10n.t('{0} objects from {1} to {2}', count, first, last);
}

function objectItem(node: ObjectNode, tree: TreeModel, { text, status }: ReturnType<typeof objectText>, marks: ObjectMarks): vscode.TreeItem {
  const item = newItem(node.id, nameInKey(node.key), tree.isOwner(node) ? Collapsed : None);
  const object = tree.informerOf(node)?.indexer.get(node.key);
  item.description = text;
  item.iconPath = objectIcon(status.tone);
  item.contextValue = object ? flags('object', object.kind ?? '') : 'tombstone';
  item.resourceUri = rowUri(placeOf(node));
  if (object) item.command = openCommand(node);
  item.accessibilityInformation = { label: objectLabel(node, object?.kind, text, marks) };
  return item;
}

/**
 * VS Code's own, which is told where the document is: what is handed to a command of ours it keeps for as long as it keeps the row, and it lets go of a row in the moment in which it asks
 * for that again, so that a click would come to nothing.
 */
function openCommand(node: ObjectNode): vscode.Command {
  const { session, informer, key } = placeOf(node);
  const how: vscode.TextDocumentShowOptions = { preview: true, preserveFocus: false };
  return { command: 'vscode.open', title: vscode.l10n.t('Open Object'), arguments: [objectUri({ source: session.id, informer, key }), how] };
}

/** What icon, colour and badge say is among it: how it is doing begins the text, and of its marks those that the text does not have follow. */
function objectLabel(node: ObjectNode, kind: string | undefined, text: string, marks: ObjectMarks): string {
  const said = new Set(text.split(' · ').map((part) => part.toLowerCase()));
  const owner = ownerNodeOf(node);
  const below = owner ? vscode.l10n.t('below its owner {0}', nameInKey(owner.key)) : '';
  return [kind ?? '', nameInKey(node.key), text, ...allObjectWords(marks).filter((words) => !said.has(words.toLowerCase())), below].filter(Boolean).join(', ');
}

function objectIcon(tone: ObjectStatus['tone']): vscode.ThemeIcon {
  switch (tone) {
    case 'good':
      return new vscode.ThemeIcon('pass', color('charts.green'));
    case 'waiting':
      return new vscode.ThemeIcon('clock', color('charts.yellow'));
    case 'bad':
      return new vscode.ThemeIcon('error', color('list.errorForeground'));
    case 'leaving':
      return new vscode.ThemeIcon('circle-outline', color('disabledForeground'));
    case 'plain':
      return new vscode.ThemeIcon('circle-small-filled');
  }
}

function newItem(id: string, label: string, state: vscode.TreeItemCollapsibleState): vscode.TreeItem {
  const item = new vscode.TreeItem(label, state);
  item.id = id;
  return item;
}

/** `type+flag+flag` */
function flags(type: string, ...names: readonly string[]): string {
  return [type, ...names.filter(Boolean)].join('+');
}

function color(id: string): vscode.ThemeColor {
  return new vscode.ThemeColor(id);
}
