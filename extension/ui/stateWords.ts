import * as vscode from 'vscode';
import type { FailureCause, InformerState } from '../inspector/informerState.ts';
import type { Session } from '../inspector/session.ts';
import { type KnownSource, parseSourceId } from '../inspector/sessionSource.ts';
import { formatServiceAccount } from '../kube/serviceAccount.ts';

/** A state in a word or two, and what belongs to it, with the seconds until it is tried again: for what is drawn anew each second. */
export function stateWords(state: InformerState, session: Pick<Session, 'now'>): { readonly word: string; readonly detail: string } {
  const { retry, throttledUntil } = state;
  if (retry) return wordsOf(state, vscode.l10n.t('retry {0} in {1} s', retry.attempt, secondsTo(retry, session)));
  const seconds = throttledUntil === undefined ? 0 : secondsTo({ due: throttledUntil }, session);
  return wordsOf(state, seconds > 0 ? vscode.l10n.t('held back {0} s by the rate limit', seconds) : progressWords(state, session));
}

/** `streaming initial events: 143 objects, end marker not seen, 38 s`; empty while nothing is on its way. */
export function progressWords({ progress }: InformerState, session: Pick<Session, 'now'>): string {
  if (!progress) return '';
  const { how, objects, page, since } = progress;
  const seconds = Math.round((session.now() - since) / 1000);
  return how === 'stream'
    ? vscode.l10n.t('streaming initial events: {0} objects, end marker not seen, {1} s', objects.toLocaleString(), seconds)
    : vscode.l10n.t('page {0}: {1} objects so far, {2} s', page, objects.toLocaleString(), seconds);
}

/** The same with the time of the next attempt, for a row that is not to change while it waits: whoever reads its tooltip would lose it. */
export function rowWords(state: InformerState, session: Pick<Session, 'now'>): { readonly word: string; readonly detail: string } {
  const { retry, throttledUntil } = state;
  if (retry) return wordsOf(state, retryAt(retry, session));
  const isThrottled = throttledUntil !== undefined && throttledUntil - session.now() >= shortWaitMs;
  return wordsOf(state, isThrottled ? vscode.l10n.t('held back by the rate limit until {0}', timeOf(throttledUntil, session)) : '');
}

/** `retry 3 at 18:04:12`, or `retrying` when that is at once. */
export function retryAt({ attempt, due }: Retry, session: Pick<Session, 'now'>): string {
  const wait = due - session.now();
  if (wait < shortWaitMs) return vscode.l10n.t('retrying');
  return vscode.l10n.t('retry {0} at {1}', attempt, timeOf(due, session));
}

function timeOf(sessionTime: number, session: Pick<Session, 'now'>): string {
  return new Date(Date.now() + sessionTime - session.now()).toLocaleTimeString();
}

/** Until the next attempt; 0 when it is under way. */
export function secondsTo({ due }: Pick<Retry, 'due'>, session: Pick<Session, 'now'>): number {
  return Math.max(0, Math.ceil((due - session.now()) / 1000));
}

type Retry = NonNullable<InformerState['retry']>;

/** A time that is reached before it has been read is not shown. */
const shortWaitMs = 1500;

function wordsOf(state: InformerState, detail: string): { readonly word: string; readonly detail: string } {
  if (state.failure) return { word: failureWord(state.failure.cause), detail };
  switch (state.phase) {
    case 'connecting':
      return { word: vscode.l10n.t('connecting'), detail };
    case 'listing':
      return { word: state.progress?.how === 'stream' ? vscode.l10n.t('streaming') : vscode.l10n.t('listing'), detail };
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

function failureWord(cause: FailureCause): string {
  switch (cause) {
    case 'unauthorized':
      return vscode.l10n.t('credentials refused');
    case 'expired':
      return vscode.l10n.t('credentials expired');
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

/** `kind-dev`, `kind-dev as shop/web`, `Playground`, `web.informertrace` */
export function sourceTitle({ source }: Pick<Session, 'source'>): string {
  return titleOf(source);
}

/** What is asked, whoever asks it: `kind-dev` of `kind-dev as shop/web`. */
export function clusterTitle({ source }: Pick<Session, 'source'>): string {
  return source.kind === 'context' ? source.context : titleOf(source);
}

/** The same as its title for a source that has no session; empty for none. */
export function sourceTitleOf(sourceId: string): string {
  const source = parseSourceId(sourceId);
  return source ? titleOf(source) : '';
}

function titleOf(source: KnownSource): string {
  switch (source.kind) {
    case 'context':
      return source.as ? vscode.l10n.t('{0} as {1}', source.context, formatServiceAccount(source.as)) : source.context;
    case 'recording':
      return source.title;
    case 'playground':
      return vscode.l10n.t('Playground');
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
      return vscode.l10n.t('{0} · seed {1}', source.size, source.seed);
  }
}

/** Name of the icon of a source. */
export function sourceIcon(source: Session['source']): string {
  if (source.kind === 'context' && source.as) return 'account';
  return { context: 'server', playground: 'beaker', recording: 'record' }[source.kind];
}

/** `all namespaces`, `default`; where it is known that none of the objects is in a namespace: `cluster` */
export function scopeWords(namespace: string | undefined, isClusterScoped = false): string {
  if (isClusterScoped) return vscode.l10n.t('cluster');
  return namespace ?? vscode.l10n.t('all namespaces');
}
