import * as vscode from 'vscode';
import { firstStepMs, stepOf } from '../inspector/ageSteps.ts';
import type { FailureCause, InformerFailure, InformerState } from '../inspector/informerState.ts';
import { changesInMs, informerStatus, type InformerStatus, type StatusSource } from '../inspector/informerStatus.ts';
import { parseInformerName } from '../kube/resource.ts';
import { verbWord } from './accessWords.ts';
import { lastedWords, waitWords } from './durationWords.ts';
import { connectionBrief } from './sentences.ts';

/** A state in a word or two, what belongs to it, and in how many milliseconds that is something else though nothing happens. */
export interface StateText {
  readonly word: string;
  readonly detail: string;
  /** What they are the words of. */
  readonly status: InformerStatus;
  readonly changesInMs: number | undefined;
}

/** What tree, panel and status bar say of an informer's state, all the same. @param isLast the session is about to end */
export function informerWords(source: StatusSource, informer: string, isLast?: boolean): StateText {
  const status = informerStatus(source, informer, isLast);
  const { state } = status;
  const word = state.phase === 'stopped' ? phaseWord(state) : state.failure ? failureWord(state.failure.cause) : phaseWord(state, status);
  const failure = state.failure && state.phase !== 'stopped' ? [failureDetail(state.failure, scopeOf(source, informer))] : [];
  const details = [...failure, ...doingDetails(status)];
  return {
    word: status.isLast && state.phase !== 'stopped' ? vscode.l10n.t('last state: {0}', word) : word,
    detail: details.filter(Boolean).join(', '),
    status,
    changesInMs: changesInMs(status),
  };
}

/** `attempt 4, next in 5.2 s`; `attempt 4 is under way` */
export function attemptWords(attempt: number, inMs: number): string {
  return inMs > 0 ? vscode.l10n.t('attempt {0}, next in {1}', attempt, waitWords(inMs)) : vscode.l10n.t('attempt {0} is under way', attempt);
}

function phaseWord({ phase, progress }: InformerState, status?: InformerStatus): string {
  switch (status?.doing ?? phase) {
    case 'heldBack':
      return progress?.page === 1 ? vscode.l10n.t('connecting') : vscode.l10n.t('listing');
    case 'connecting':
      return vscode.l10n.t('connecting');
    case 'listing':
      return vscode.l10n.t('listing');
    case 'streaming':
      return vscode.l10n.t('streaming initial events');
    case 'syncing':
      return vscode.l10n.t('syncing');
    case 'opening':
    case 'watching':
      return vscode.l10n.t('synced');
    case 'silent':
      return vscode.l10n.t('silent');
    case 'backingOff':
      return vscode.l10n.t('backing off');
    case 'stopped':
      return vscode.l10n.t('stopped');
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
    case 'noLongerServed':
      return vscode.l10n.t('no longer served');
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
    case 'queueFull':
      return vscode.l10n.t('queue full');
    case 'other':
      return vscode.l10n.t('failing');
  }
}

/** `in all namespaces`, `in the namespace default`; empty of a resource that is in none. */
function scopeOf({ refusals }: StatusSource, informer: string): string {
  if (refusals?.of(informer)?.namespaced === false) return '';
  const namespace = parseInformerName(informer)?.scope.namespace;
  return namespace === undefined ? vscode.l10n.t('in all namespaces') : vscode.l10n.t('in the namespace {0}', namespace);
}

/** What was refused, or how it failed: `may not list in all namespaces`, `watch: connection refused`, `list 503` */
function failureDetail({ cause, phase, code, reason }: InformerFailure, scope: string): string {
  const verb = verbWord(phase);
  switch (cause) {
    case 'forbidden':
      return [vscode.l10n.t('may not {0}', verb), scope].filter(Boolean).join(' ');
    case 'unreachable':
      return `${verb}: ${connectionBrief(reason)}`;
    case 'queueFull':
      return vscode.l10n.t('not read until there is room');
    case 'untrusted':
    case 'noCredentials':
      return '';
    default:
      return `${verb} ${code === 0 ? reason : code}`;
  }
}

function doingDetails(status: InformerStatus): readonly string[] {
  const { state, doing, forMs, inMs = 0 } = status;
  switch (doing) {
    case 'backingOff':
      return [state.failure ? '' : faultWords(state.fault), ...(state.retry ? [status.isLast ? vscode.l10n.t('attempt {0} did not come', state.retry.attempt) : attemptWords(state.retry.attempt, inMs)] : [])];
    case 'heldBack':
      return [progressWords(state), vscode.l10n.t('held back by the rate limit for {0}', waitWords(inMs))];
    case 'connecting':
      if (forMs === undefined || forMs < 1000) return [cutWords(state)];
      return [cutWords(state), state.failure ? vscode.l10n.t('asked again {0} ago', lastedWords(forMs)) : vscode.l10n.t('no answer for {0}', lastedWords(forMs))];
    case 'listing':
      return [progressWords(state), forMs === undefined || forMs < 1000 ? '' : lastedWords(forMs)];
    case 'streaming':
      return [cutWords(state), progressWords(state), vscode.l10n.t('end marker not seen'), forMs === undefined ? '' : lastedWords(forMs)];
    case 'opening':
      return [forMs === undefined || forMs < 1000 ? vscode.l10n.t('opening the watch') : vscode.l10n.t('opening the watch, no answer for {0}', lastedWords(forMs))];
    case 'watching':
      return [watchWords(status)];
    case 'silent':
      return [forMs === undefined ? '' : vscode.l10n.t('no byte for {0}', lastedWords(forMs)), state.phase === 'silent' ? vscode.l10n.t('opening the watch anew') : ''];
    case 'stopped':
      return state.last === undefined || state.last === 'stopped' ? [] : [vscode.l10n.t('last: {0}', phaseWord({ ...state, phase: state.last }))];
    case 'syncing':
      return [];
  }
}

/** `page 3, 1,500 of about 20,000`, `page 1`, `143 objects` */
function progressWords({ progress }: InformerState): string {
  if (!progress) return '';
  const { how, objects, page, about } = progress;
  const count = objects.toLocaleString();
  if (how === 'stream') return vscode.l10n.t('{0} objects', count);
  if (page === 1) return vscode.l10n.t('page {0}', page);
  return about === undefined ? vscode.l10n.t('page {0}, {1} objects so far', page, count) : vscode.l10n.t('page {0}, {1} of about {2}', page, count, about.toLocaleString());
}

/** `cut off 12 times before its end`: each time it is asked for again at once, so this is all that tells a storm from a slow server. */
function cutWords({ cuts = 0 }: InformerState): string {
  if (cuts === 0) return '';
  return cuts === 1 ? vscode.l10n.t('cut off once before its end') : vscode.l10n.t('cut off {0} times before its end', cuts.toLocaleString());
}

/** `watching (last byte < 4 s, last bookmark > 30 s ago)`: ages in steps, each of which holds until the next. */
function watchWords({ byteMs, bookmarkMs, isLast }: InformerStatus): string {
  if (byteMs === undefined || isLast) return vscode.l10n.t('watching');
  if (bookmarkMs === undefined) return vscode.l10n.t('watching (last byte {0} ago, no bookmark yet)', stepWords(byteMs));
  return vscode.l10n.t('watching (last byte {0}, last bookmark {1} ago)', stepWords(byteMs), stepWords(bookmarkMs));
}

function stepWords(ageMs: number): string {
  const step = stepOf(ageMs);
  return step === 0 ? `< ${lastedWords(firstStepMs)}` : `> ${lastedWords(step)}`;
}

/** `after watch 410 Expired`, `after a very short watch` */
function faultWords(fault: InformerFailure | undefined): string {
  if (!fault) return '';
  const { phase, code, reason } = fault;
  if (reason === 'VeryShortWatch') return vscode.l10n.t('after a very short watch');
  return vscode.l10n.t('after {0}', [verbWord(phase), code === 0 ? '' : code, reason].filter(Boolean).join(' '));
}

