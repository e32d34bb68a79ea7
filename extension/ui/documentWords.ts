import * as vscode from 'vscode';
import type { ObjectAddress } from './objectAddress.ts';
import { sourceTitleOf } from './stateWords.ts';

/** Whether a cache has an object, and why not. */
export type DocumentState =
  | 'cached'
  /** It was in the cache and is not any more. */
  | 'gone'
  /** It was in the cache when the informer ran last. */
  | 'stopped'
  /** It never was there while the document was open. */
  | 'absent'
  /** The same, and the first list has not come yet. */
  | 'syncing'
  /** No such informer runs. */
  | 'notStarted'
  /** Nothing of the source is inspected in this window. */
  | 'noSession';

/** The head of an object's document, line by line. */
export function documentHead({ source, informer, key }: ObjectAddress, state: DocumentState, isMetadata: boolean): readonly string[] {
  switch (state) {
    case 'cached':
      return [
        vscode.l10n.t('{0} in the cache of {1}. Read-only; follows the cache.', key, informer),
        ...(isMetadata ? [vscode.l10n.t('Its metadata alone: this informer holds no more of an object.')] : []),
      ];
    case 'gone':
      return [vscode.l10n.t('{0} is no longer in the cache of {1}. This is how it was last.', key, informer)];
    case 'stopped':
      return [vscode.l10n.t('The informer {1} does not run any more. This is how {0} was last in its cache.', key, informer), startLine(informer)];
    case 'absent':
      return [vscode.l10n.t('{0} is not in the cache of {1}. This document fills itself when it is.', key, informer)];
    case 'syncing':
      return [vscode.l10n.t('{0} is not in the cache of {1} yet, which is being filled. This document fills itself.', key, informer)];
    case 'notStarted':
      return [vscode.l10n.t('The informer {1} does not run, so that nothing is known of {0}. This document fills itself when it does.', key, informer), startLine(informer)];
    case 'noSession':
      return [vscode.l10n.t('{0} is not inspected, so that nothing is known of {1}. This document fills itself when the informer runs again.', sourceTitleOf(source), key), startLine(informer)];
  }
}

/** A line of the head that is a link, too. */
export function startLine(informer: string): string {
  return vscode.l10n.t('Start the informer {0}', informer);
}
