import * as vscode from 'vscode';
import { namespaceIndex } from '../informer/indexer.ts';
import type { InformerStatus } from '../inspector/informerStatus.ts';
import { columnValues } from '../inspector/columnValues.ts';
import { objectStatus, type ObjectStatus } from '../inspector/objectStatus.ts';
import { nextStepIn } from '../inspector/ageSteps.ts';
import type { RowMarks } from '../inspector/marks/rowMarks.ts';
import type { InformerMarks, ObjectMarks } from '../inspector/marks/sessionMarks.ts';
import type { Row, RowText } from '../inspector/rowClock.ts';
import type { TreeModel } from '../inspector/treeModel.ts';
import { type InformerNode, type ObjectNode, type SourceNode, sessionOf } from '../inspector/treeNode.ts';
import { groupingWords } from './groupingWords.ts';
import { faultCount } from './faultWords.ts';
import { identityBrief } from './identityWords.ts';
import { oneLine } from './inertText.ts';
import { informerWords } from './informerWords.ts';
import { waitingWords } from './loginWords.ts';
import { informerMarkWords, objectWords, recentWords } from './markWords.ts';
import { sessionProblem } from './problem.ts';
import { sayingWords } from './sayingWords.ts';
import { scopeWords, sourceWords } from './stateWords.ts';

/** What stands beside the name of a source, an informer or an object: the first part is what is not cut off. */
export function rowText(node: Row, tree: TreeModel, marks: RowMarks): RowText {
  switch (node.type) {
    case 'source':
      return sourceText(node);
    case 'informer':
      return informerText(node, tree, marks.ofInformer(node));
    case 'object':
      return objectText(node, tree, marks.ofRow(node));
  }
}

/** How an object is doing, what is to be known of it besides, and what the printer columns of its kind say of it, each thing once. */
export function objectText(node: ObjectNode, tree: TreeModel, marks: ObjectMarks): RowText & { readonly status: ObjectStatus } {
  const informer = tree.informerOf(node);
  const object = informer?.indexer.get(node.key);
  if (!informer || !object) return { text: wordsOf([recentWords(marks.recent ?? 'deleted'), ...objectWords(marks)]), changesInMs: undefined, status: { text: '', tone: 'leaving' } };
  const status = objectStatus(object);
  const values = columnValues(object, sessionOf(node).columns.of(informer), Date.now());
  const soonest = Math.min(...values.map(({ changesInMs = Infinity }) => changesInMs));
  // Below its owner it stands beside objects of other kinds.
  const kind = node.informer ? (object.kind ?? '') : '';
  return { text: wordsOf([kind, statusWords(status), ...objectWords(marks), ...values.map(({ text }) => text)]), changesInMs: soonest === Infinity ? undefined : soonest, status };
}

/** `Running 1/1 · 2 restarts` */
export function statusWords({ text, note }: ObjectStatus): string {
  return [text, note ? sayingWords(note) : ''].filter(Boolean).join(' · ');
}

/** Each once, in one line. */
function wordsOf(parts: readonly string[]): string {
  return oneLine([...new Set(parts.filter(Boolean))].join(' · '));
}

export function sourceText({ session }: SourceNode): RowText {
  const { source, connection, stepper, login, faults } = session;
  // The title of a session through the eyes of an account has it already.
  const who = source.kind === 'context' && !source.as ? identityBrief(session.cluster.identity) : '';
  const problem = sessionProblem(session);
  const state = connection.phase === 'connected' ? (connection.version ?? '') : problem || login.waiting ? '' : vscode.l10n.t('connecting');
  const parts = [stepper.paused ? vscode.l10n.t('paused') : '', faultCount(faults?.on.length ?? 0), login.waiting ? waitingWords(login.waiting) : '', problem?.line() ?? '', who || sourceWords(session), state];
  return { text: parts.filter(Boolean).join(' · '), changesInMs: problem?.counts ? 1000 : undefined };
}

/** With the status that it tells. */
export function informerText(node: InformerNode, tree: TreeModel, marks: InformerMarks): RowText & { readonly status: InformerStatus } {
  const { session } = node.parent;
  const { resource, scope } = tree.informerOf(node) ?? {};
  const { word, detail, status, changesInMs = Infinity } = informerWords(session, node.name);
  const isMarked = informerMarkWords(marks);
  const { behindMs } = marks.waiting;
  const soonest = Math.min(changesInMs, behindMs > 0 && !status.isLast ? nextStepIn(behindMs) : Infinity);
  const shown = tree.count(node).toLocaleString();
  const count = tree.filter ? vscode.l10n.t('{0} of {1} objects', shown, tree.total(node).toLocaleString()) : shown;
  // Tells it from the informer of whole objects, or of all of them, which has the same label.
  const what = [scope?.metadataOnly ? vscode.l10n.t('metadata only') : '', oneLine(scope?.labelSelector ?? '', 60), oneLine(scope?.fieldSelector ?? '', 60)];
  const place = [resource?.group ?? '', scopeWords(scope?.namespace, tree.isClusterScoped(node))];
  // Nothing is to be done about it, and nothing is on its way.
  const isSteady = status.severity === 0;
  const grouping = tree.groupingOf(node);
  const next = tree.nextGroupingOf(node);
  const by = [grouping === namespaceIndex ? '' : vscode.l10n.t('by {0}', groupingWords(grouping)), next === undefined ? '' : vscode.l10n.t('being grouped by {0}', groupingWords(next))].filter(Boolean).join(', ');
  const parts = isSteady ? [count, word, ...isMarked, ...what, by, ...place, detail] : [[word, detail].filter(Boolean).join(', '), ...isMarked, ...what, count, by, ...place];
  return { text: parts.filter(Boolean).join(' · '), changesInMs: soonest === Infinity ? undefined : soonest, status };
}
