import * as vscode from 'vscode';
import type { Session } from '../inspector/session.ts';
import { type KnownSource, parseSourceId } from '../inspector/sessionSource.ts';
import { formatServiceAccount } from '../kube/serviceAccount.ts';

/** `kind-dev`, `kind-dev as shop/web`, `Playground`, `web.informertrace` */
export function sourceTitle({ source }: Pick<Session, 'source'>): string {
  return titleOf(source);
}

/** What is asked, whoever asks it: `kind-dev` of `kind-dev as shop/web`. */
export function clusterTitle({ source }: Pick<Session, 'source'>): string {
  return clusterOf(source);
}

/** The same as its title for a source that has no session; empty for none. */
export function sourceTitleOf(sourceId: string): string {
  const source = parseSourceId(sourceId);
  return source ? titleOf(source) : '';
}

function titleOf(source: KnownSource): string {
  const cluster = clusterOf(source);
  return source.kind !== 'recording' && source.as ? vscode.l10n.t('{0} as {1}', cluster, formatServiceAccount(source.as)) : cluster;
}

function clusterOf(source: KnownSource): string {
  switch (source.kind) {
    case 'context':
      return source.context;
    case 'playground':
      return vscode.l10n.t('Playground');
    case 'recording':
      return source.title;
  }
}

/** What kind of source it is, in a few words. */
export function sourceWords({ source, recording }: Pick<Session, 'source' | 'recording'>): string {
  switch (source.kind) {
    case 'context':
      return source.as ? vscode.l10n.t('ServiceAccount') : vscode.l10n.t('context');
    case 'recording':
      return recording?.isReplay ? vscode.l10n.t('replay of a recording') : vscode.l10n.t('recording');
    case 'playground':
      return source.as ? vscode.l10n.t('ServiceAccount') : vscode.l10n.t('{0} · seed {1}', source.size, source.seed);
  }
}

/** Name of the icon of a source. */
export function sourceIcon(source: Session['source']): string {
  if (source.kind !== 'recording' && source.as) return 'account';
  return { context: 'server', playground: 'beaker', recording: 'record' }[source.kind];
}

/** `all namespaces`, `default`; where it is known that none of the objects is in a namespace: `cluster` */
export function scopeWords(namespace: string | undefined, isClusterScoped = false): string {
  if (isClusterScoped) return vscode.l10n.t('cluster');
  return namespace ?? vscode.l10n.t('all namespaces');
}
