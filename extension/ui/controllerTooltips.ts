import * as vscode from 'vscode';
import { formatBytes } from '../base/formatBytes.ts';
import { type ControllerNode, controllerNodeOf, type ControllerTreeNode, type HeldWriteNode, type KeyNode, type WriteNode } from '../inspector/controllerNode.ts';
import type { ControllerTree } from '../inspector/controllerTree.ts';
import { newControllerCounters } from '../inspector/pipelineCounters.ts';
import { countdown, keyWords, pointWord, resultWord, writeWords } from './controllerWords.ts';
import { errorWords } from './sayingWords.ts';
import { sourceTitle } from './stateWords.ts';
import { field, heading, paragraph } from './tooltipText.ts';

/** The details of a node, made when somebody asks for them. What reconcilers and clusters say is in it as text. */
export function controllerNodeTooltip(node: ControllerTreeNode, tree: ControllerTree): vscode.MarkdownString | undefined {
  switch (node.type) {
    case 'controller':
      return ofController(node);
    case 'key':
      return ofKey(node, tree);
    case 'heldWrite':
      return ofHeldWrite(node, tree);
    case 'write':
      return ofWrite(node, tree);
    case 'keyRange':
      return undefined;
  }
}

function ofController({ session, controller }: ControllerNode): vscode.MarkdownString {
  const { name, busy, workers, dryRun, error, source, pid, memory, options } = controller;
  const { reconciles, writes, errors } = session.counters.controllers.get(name) ?? newControllerCounters();
  const informers = session.informers.all.filter(({ controllers }) => controllers.includes(name));
  const text = heading(name);
  if (error !== undefined) paragraph(text, errorWords(error));
  field(text, vscode.l10n.t('Source'), source.kind === 'file' ? source.path : vscode.l10n.t('sample {0}', source.name));
  field(text, vscode.l10n.t('Runs on'), sourceTitle(session));
  if (options?.namespace) field(text, vscode.l10n.t('Namespace'), options.namespace);
  if (options?.replica !== undefined) field(text, vscode.l10n.t('Replica'), options.replica);
  field(text, vscode.l10n.t('Writes'), dryRun ? vscode.l10n.t('checked by the server, none stored') : vscode.l10n.t('stored'));
  field(text, vscode.l10n.t('Workers'), vscode.l10n.t('{0} of {1} busy', busy, workers));
  field(text, vscode.l10n.t('So far'), vscode.l10n.t('{0} reconciles, {1} writes, {2} errors', reconciles, writes, errors));
  if (informers.length > 0) field(text, vscode.l10n.t('Reads from'), informers.map((informer) => informer.name).join(', '));
  if (pid !== undefined && error === undefined) field(text, vscode.l10n.t('Process'), memory > 0 ? vscode.l10n.t('{0}, {1} of memory', pid, formatBytes(memory)) : String(pid));
  return text;
}

function ofKey(node: KeyNode, tree: ControllerTree): vscode.MarkdownString | undefined {
  const row = tree.rowOf(node);
  if (!row) return undefined;
  const { session } = controllerNodeOf(node);
  const now = session.now();
  const held = tree.heldOf(node);
  const text = heading(node.key);
  if (row.error !== undefined) paragraph(text, row.error);
  field(text, vscode.l10n.t('State'), keyWords({ ...row, error: undefined }, held, now) || vscode.l10n.t('settled'));
  if (held?.effect) field(text, vscode.l10n.t('Held'), held.effect.summary);
  else if (held) field(text, vscode.l10n.t('Held before'), pointWord(held.point));
  field(text, vscode.l10n.t('Failures in a row'), String(row.attempts));
  if (row.due !== undefined && row.due > now) field(text, vscode.l10n.t('Next try'), vscode.l10n.t('in {0}, at {1}', countdown(row.due - now), timeOf(row.due, now)));
  field(text, vscode.l10n.t('Runs'), row.runs.toLocaleString());
  if (row.lastRun !== undefined) field(text, vscode.l10n.t('Last run'), [timeOf(row.lastRun, now), row.error === undefined ? resultWord(row.result) : vscode.l10n.t('failed')].filter(Boolean).join(', '));
  for (const write of row.writes) field(text, `${write.verb} ${write.target}`, writeWords(write));
  return text;
}

function ofHeldWrite({ parent }: HeldWriteNode, tree: ControllerTree): vscode.MarkdownString | undefined {
  const held = tree.heldOf(parent);
  if (!held) return undefined;
  const text = heading(held.effect?.summary ?? '');
  field(text, vscode.l10n.t('Held since'), timeOf(0, controllerNodeOf(parent).session.msSince(held.since)));
  paragraph(text, vscode.l10n.t('It has not been sent. Look at what it would do, then let it through, skip it, refuse it in the server\'s name or delay it.'));
  return text;
}

function ofWrite(node: WriteNode, tree: ControllerTree): vscode.MarkdownString | undefined {
  const write = tree.writeOf(node);
  if (!write) return undefined;
  const text = heading(`${write.verb} ${write.target}`);
  field(text, vscode.l10n.t('Answer'), writeWords(write));
  field(text, vscode.l10n.t('Written'), timeOf(write.t, controllerNodeOf(node).session.now()));
  field(text, vscode.l10n.t('Trace entry'), `#${write.seq}`);
  return text;
}

/** @param time of the session @param now the same clock, now */
function timeOf(time: number, now: number): string {
  return new Date(Date.now() + time - now).toLocaleTimeString();
}
