import * as vscode from 'vscode';
import type { FailureCause, InformerState } from '../inspector/informerState.ts';
import type { Session } from '../inspector/session.ts';
import { parseSourceId } from '../inspector/sessionSource.ts';

/** A state in a word or two, and what belongs to it: the same in tree, panel and status bar. */
export function stateWords(state: InformerState, session: Session): { readonly word: string; readonly detail: string } {
  const detail = countdown(state, session);
  if (state.failure) return { word: failureWord(state.failure.cause), detail };
  switch (state.phase) {
    case 'connecting':
      return { word: vscode.l10n.t('connecting'), detail };
    case 'listing':
      return { word: vscode.l10n.t('listing'), detail };
    case 'syncing':
      return { word: vscode.l10n.t('syncing'), detail };
    case 'watching':
      return { word: vscode.l10n.t('synced'), detail };
    case 'backingOff':
      return { word: vscode.l10n.t('backing off'), detail };
    case 'stopped':
      return { word: vscode.l10n.t('stopped'), detail };
  }
}

function countdown({ retry }: InformerState, session: Session): string {
  if (!retry) return '';
  const seconds = Math.max(0, Math.ceil((retry.due - session.now()) / 1000));
  return vscode.l10n.t('retry {0} in {1} s', retry.attempt, seconds);
}

function failureWord(cause: FailureCause): string {
  switch (cause) {
    case 'unauthorized':
      return vscode.l10n.t('credentials refused');
    case 'forbidden':
      return vscode.l10n.t('forbidden');
    case 'notServed':
      return vscode.l10n.t('not served');
    case 'throttled':
      return vscode.l10n.t('throttled');
    case 'serverError':
      return vscode.l10n.t('server error');
    case 'unreachable':
      return vscode.l10n.t('unreachable');
    case 'untrusted':
      return vscode.l10n.t('certificate not trusted');
    case 'noCredentials':
      return vscode.l10n.t('no credentials');
    case 'other':
      return vscode.l10n.t('failing');
  }
}

/** `kind-dev`, `Playground` */
export function sourceTitle({ source }: Pick<Session, 'source'>): string {
  return source.kind === 'context' ? source.context : vscode.l10n.t('Playground');
}

/** The same for a source that has no session; empty for none. */
export function sourceTitleOf(sourceId: string): string {
  const source = parseSourceId(sourceId);
  if (!source) return '';
  return source.kind === 'context' ? source.context : vscode.l10n.t('Playground');
}

/** `all namespaces`, `default` */
export function scopeWords(namespace: string | undefined): string {
  return namespace ?? vscode.l10n.t('all namespaces');
}
