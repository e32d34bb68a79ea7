import * as vscode from 'vscode';
import { stepOf } from '../inspector/ageSteps.ts';
import type { RecentChange } from '../inspector/marks/recentChanges.ts';
import type { InformerMarks, ObjectMarks } from '../inspector/marks/sessionMarks.ts';
import type { KeyWaiting } from '../inspector/marks/waitingDeltas.ts';
import { lastedWords } from './durationWords.ts';

/** What stands in the row of an object beside how it is doing, each in a word or two. What passes by itself is in {@link allObjectWords}. */
export function objectWords({ waiting, breakpoints, lints }: ObjectMarks): readonly string[] {
  return [waiting ? waitingWords(waiting) : '', breakpointWords(breakpoints), lintWords(lints)].filter(Boolean);
}

/** With what colour and badge alone say besides. */
export function allObjectWords(marks: ObjectMarks): readonly string[] {
  const { recent, isTerminating } = marks;
  return [recent ? recentWords(recent) : '', isTerminating ? vscode.l10n.t('terminating') : '', ...objectWords(marks)].filter(Boolean);
}

export function informerMarkWords({ waiting: { deltas, behindMs }, breakpoints, lints }: InformerMarks): readonly string[] {
  return [deltas > 0 ? deltasWords(deltas) : '', behindWords(behindMs), breakpointWords(breakpoints), lintWords(lints)].filter(Boolean);
}

export function recentWords(change: RecentChange): string {
  switch (change) {
    case 'added':
      return vscode.l10n.t('just added');
    case 'changed':
      return vscode.l10n.t('just changed');
    case 'deleted':
      return vscode.l10n.t('deleted');
    case 'lostSight':
      return vscode.l10n.t('deleted, last state unknown');
  }
}

function waitingWords({ deltas, deletes }: KeyWaiting): string {
  return deletes ? vscode.l10n.t('{0}, with its deletion', deltasWords(deltas)) : deltasWords(deltas);
}

function deltasWords(deltas: number): string {
  return deltas === 1 ? vscode.l10n.t('1 delta waiting') : vscode.l10n.t('{0} deltas waiting', deltas.toLocaleString());
}

/** In steps, each of which holds until the next: a row that counted would be drawn again each second. */
function behindWords(behindMs: number): string {
  const step = stepOf(behindMs);
  return step === 0 ? '' : vscode.l10n.t('> {0} behind', lastedWords(step));
}

function breakpointWords({ length }: readonly string[]): string {
  if (length === 0) return '';
  return length === 1 ? vscode.l10n.t('breakpoint') : vscode.l10n.t('{0} breakpoints', length);
}

/** By their names, each once. */
function lintWords(lints: ObjectMarks['lints']): string {
  const names = new Set(lints.map(({ lint }) => lint));
  return names.size === 0 ? '' : vscode.l10n.t('lint {0}', [...names].join(', '));
}
