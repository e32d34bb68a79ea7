import * as vscode from 'vscode';
import type { ControllerNode, ControllerTreeNode, HeldWriteNode, KeyNode, KeyRangeNode, WriteNode } from '../inspector/controllerNode.ts';
import { controllerNodeOf } from '../inspector/controllerNode.ts';
import type { ControllerTree } from '../inspector/controllerTree.ts';
import { type KeyWrite, placeOf } from '../inspector/keyTable.ts';
import { nameInKey } from '../kube/key.ts';
import { commands } from './contributions.ts';
import { controllerWords, failingKeys, keyWords, writeWords } from './controllerWords.ts';

const { Collapsed, None } = vscode.TreeItemCollapsibleState;

/** How a node of the controllers looks. What an icon or its colour says is also said in words. */
export function controllerItem(node: ControllerTreeNode, tree: ControllerTree): vscode.TreeItem {
  switch (node.type) {
    case 'controller':
      return ofController(node);
    case 'keyRange':
      return ofRange(node, tree);
    case 'key':
      return ofKey(node, tree);
    case 'heldWrite':
      return ofHeldWrite(node, tree);
    case 'write':
      return ofWrite(node, tree);
  }
}

function ofController(node: ControllerNode): vscode.TreeItem {
  const { id, session, controller } = node;
  const { name, state, dryRun, record, pid, source } = controller;
  const item = new vscode.TreeItem(name, record.keys.size > 0 ? Collapsed : None);
  item.id = id;
  item.description = controllerWords(session, controller);
  item.iconPath = controllerIcon(node);
  item.contextValue = flags('controller', session.source.kind, source.kind, state, dryRun ? 'dryRun' : 'writes', pid !== undefined && state !== 'crashed' ? 'process' : '');
  item.accessibilityInformation = { label: vscode.l10n.t('controller {0}, {1}', name, item.description) };
  return item;
}

function controllerIcon({ controller }: ControllerNode): vscode.ThemeIcon {
  switch (controller.state) {
    case 'starting':
      return new vscode.ThemeIcon('loading~spin');
    case 'standby':
      return new vscode.ThemeIcon('watch', color('charts.blue'));
    case 'crashed':
      return new vscode.ThemeIcon('error', color('list.errorForeground'));
    case 'stopped':
      return new vscode.ThemeIcon('circle-outline', color('disabledForeground'));
    case 'running':
      return failingKeys(controller) > 0 ? new vscode.ThemeIcon('warning', color('list.warningForeground')) : new vscode.ThemeIcon('gear', color('charts.green'));
  }
}

function ofRange(node: KeyRangeNode, tree: ControllerTree): vscode.TreeItem {
  const { count, first, last } = tree.range(node);
  const item = new vscode.TreeItem(vscode.l10n.t('{0} … {1}', first, last), Collapsed);
  item.id = node.id;
  item.description = count.toLocaleString();
  item.iconPath = new vscode.ThemeIcon('list-tree');
  item.contextValue = 'keyRange';
  item.accessibilityInformation = { label: vscode.l10n.t('{0} keys from {1} to {2}', count, first, last) };
  return item;
}

function ofKey(node: KeyNode, tree: ControllerTree): vscode.TreeItem {
  const row = tree.rowOf(node);
  const held = tree.heldOf(node);
  const { session } = controllerNodeOf(node);
  const item = new vscode.TreeItem(node.key, tree.children(node).length > 0 ? Collapsed : None);
  item.id = node.id;
  item.description = row ? keyWords(row, held, session.now()) : '';
  const place = row ? placeOf(row, session.now()) : 'settled';
  const failing = row?.error !== undefined;
  item.iconPath = keyIcon(held ? 'held' : place, failing);
  item.contextValue = flags('key', held ? 'held' : place, held?.point === 'reconcile.write' ? 'heldWrite' : '', failing ? 'failing' : '', row && row.writes.length > 0 ? 'wrote' : '');
  item.accessibilityInformation = { label: [vscode.l10n.t('key {0}', node.key), failing ? vscode.l10n.t('failing') : '', item.description || vscode.l10n.t('settled')].filter(Boolean).join(', ') };
  return item;
}

function keyIcon(state: 'held' | ReturnType<typeof placeOf>, failing: boolean): vscode.ThemeIcon {
  if (state === 'held') return new vscode.ThemeIcon('debug-pause', color('charts.yellow'));
  if (state === 'processing') return new vscode.ThemeIcon('play', color('charts.blue'));
  if (failing) return new vscode.ThemeIcon(state === 'waiting' ? 'history' : 'warning', color('list.warningForeground'));
  if (state === 'waiting') return new vscode.ThemeIcon('history', color('charts.blue'));
  return state === 'queued' ? new vscode.ThemeIcon('inbox', color('charts.blue')) : new vscode.ThemeIcon('pass', color('charts.green'));
}

function ofHeldWrite(node: HeldWriteNode, tree: ControllerTree): vscode.TreeItem {
  const held = tree.heldOf(node.parent);
  const { verb = '', name = '', resource = '' } = held?.effect?.write ?? {};
  const item = new vscode.TreeItem(`${verb} ${name}`, None);
  item.id = node.id;
  item.description = [vscode.l10n.t('held, not sent'), resource].filter(Boolean).join(' · ');
  item.iconPath = new vscode.ThemeIcon('debug-pause', color('charts.yellow'));
  item.contextValue = 'heldWrite';
  item.command = { command: commands.showHeldWrite, title: vscode.l10n.t('Show Held Write'), arguments: [node] };
  item.accessibilityInformation = { label: vscode.l10n.t('held write, not sent: {0}', held?.effect?.summary ?? '') };
  return item;
}

function ofWrite(node: WriteNode, tree: ControllerTree): vscode.TreeItem {
  const write = tree.writeOf(node);
  const { verb = '', target = '' } = write ?? {};
  const [resource = '', key = ''] = target.split(' ');
  const item = new vscode.TreeItem(`${verb} ${nameInKey(key)}`, None);
  item.id = node.id;
  item.description = write ? [writeWords(write), resource].join(' · ') : '';
  item.iconPath = writeIcon(write);
  item.contextValue = flags('write', write?.dryRun ? 'dryRun' : 'sent');
  item.command = { command: commands.showLastWrite, title: vscode.l10n.t('Show Last Write'), arguments: [node] };
  item.accessibilityInformation = { label: vscode.l10n.t('write {0} {1}, {2}', verb, target, write ? writeWords(write) : '') };
  return item;
}

function writeIcon(write: KeyWrite | undefined): vscode.ThemeIcon {
  if (write?.decided === 'skipped') return new vscode.ThemeIcon('debug-step-over', color('disabledForeground'));
  if (write && (write.code < 200 || write.code > 299)) return new vscode.ThemeIcon('error', color('list.errorForeground'));
  return write?.dryRun ? new vscode.ThemeIcon('shield', color('charts.blue')) : new vscode.ThemeIcon('edit', color('charts.green'));
}

/** `type+flag+flag` */
function flags(type: string, ...names: readonly string[]): string {
  return [type, ...names.filter(Boolean)].join('+');
}

function color(id: string): vscode.ThemeColor {
  return new vscode.ThemeColor(id);
}
