import * as vscode from 'vscode';
import { formatBytes } from '../base/formatBytes.ts';
import type { Preflight } from '../cluster/preflight.ts';
import { briefFor } from './sentences.ts';

/** What a start will cost, in a few words behind the name of what would be started. */
export function preflightWords(preflight: Preflight): string {
  switch (preflight.kind) {
    case 'counted':
      return countedWords(preflight.objects, formatBytes(preflight.bytes));
    case 'uncounted':
      return vscode.l10n.t('about {0} each, the server does not say how many', formatBytes(preflight.bytesEach));
    case 'late':
      return vscode.l10n.t('size unknown: no answer within {0} s', preflight.ms / 1000);
    case 'failed':
      return vscode.l10n.t('size unknown: {0}', briefFor(preflight.error));
  }
}

/** Of several that start together: the sum of those that are counted, and of how many it is not known. */
export function preflightsWords(preflights: readonly Preflight[]): string {
  const [first] = preflights;
  if (first && preflights.length === 1) return preflightWords(first);
  const counted = preflights.filter((preflight) => preflight.kind === 'counted');
  const objects = counted.reduce((sum, each) => sum + each.objects, 0);
  const all = countedWords(objects, formatBytes(counted.reduce((sum, each) => sum + each.bytes, 0)));
  const unknown = preflights.length - counted.length;
  if (unknown === 0) return all;
  const which = vscode.l10n.t('size unknown in {0} of {1} namespaces', unknown, preflights.length);
  return objects === 0 ? which : `${all}, ${which}`;
}

function countedWords(objects: number, bytes: string): string {
  if (objects === 0) return vscode.l10n.t('no objects');
  return objects === 1 ? vscode.l10n.t('one object, about {0}', bytes) : vscode.l10n.t('about {0} objects, {1}', objects.toLocaleString(), bytes);
}
