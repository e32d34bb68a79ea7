import * as vscode from 'vscode';
import { ownerIndex } from '../informer/indexFuncs.ts';
import { namespaceIndex } from '../informer/indexer.ts';
import { nodeIndex, withTheRest } from '../informer/namedIndexes.ts';

/** What an index groups by, in words: `namespace`, `label app`, `status.phase`. */
export function groupingWords(index: string): string {
  switch (index) {
    case namespaceIndex:
      return vscode.l10n.t('namespace');
    case withTheRest(ownerIndex):
      return vscode.l10n.t('owner');
    case withTheRest(nodeIndex):
      return vscode.l10n.t('node');
    default: {
      const [, by, of] = /^(label|field):(.*?)\??$/s.exec(index) ?? [];
      return by === 'label' ? vscode.l10n.t('label {0}', of ?? '') : (of ?? index);
    }
  }
}

/** What a typed text is taken as, where it could be more than one thing: `label tier`, `field tier`. */
export function groupingReading(index: string): string {
  const [, field] = /^field:(.*?)\??$/s.exec(index) ?? [];
  return field === undefined ? groupingWords(index) : vscode.l10n.t('field {0}', field);
}

/** Of a group whose objects have no value. */
export function restWords(index: string): string {
  return vscode.l10n.t('no {0}', groupingWords(index));
}
