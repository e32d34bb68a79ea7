import * as vscode from 'vscode';
import type { HeldStep } from '../debugger/heldStep.ts';
import { duration } from '../inspector/duration.ts';
import { type KeyPlace, type KeyRow, type KeyWrite, placeOf } from '../inspector/keyTable.ts';
import type { Session } from '../inspector/session.ts';
import type { SessionController } from '../inspector/sessionController.ts';
import type { GatePoint } from '../trace/gate.ts';
import { errorWords } from './sayingWords.ts';
import { sourceTitle } from './stateWords.ts';

/** Longer messages are read in the tooltip. */
const shownMessage = 120;

/** State first: the rest may be cut off. */
export function controllerWords(session: Session, controller: SessionController): string {
  const { state, error, dryRun, options, source, record } = controller;
  const failing = failingKeys(controller);
  const keys = record.keys.size;
  return [
    state === 'crashed' ? vscode.l10n.t('crashed: {0}', brief(errorWords(error))) : stateWord(state, waitedFor(session, controller)),
    options === undefined ? '' : dryRun ? vscode.l10n.t('dry run') : vscode.l10n.t('writes'),
    keys === 0 ? '' : keys === 1 ? vscode.l10n.t('1 key') : vscode.l10n.t('{0} keys', keys.toLocaleString()),
    failing === 0 ? '' : vscode.l10n.t('{0} failing', failing.toLocaleString()),
    source.kind === 'sample' ? vscode.l10n.t('sample') : '',
    sourceTitle(session),
  ]
    .filter(Boolean)
    .join(' · ');
}

export function failingKeys({ record }: SessionController): number {
  return record.keys.failing;
}

/** An informer that has not synced yet keeps the workers from their work. */
function waitedFor(session: Session, { name, state }: SessionController): string | undefined {
  if (state !== 'starting' && state !== 'running') return undefined;
  return session.informers.all.find(({ name: informer, controllers }) => controllers.includes(name) && !session.informers.stateOf(informer).synced)?.name;
}

function stateWord(state: SessionController['state'], informer: string | undefined): string {
  if (informer !== undefined) return vscode.l10n.t('waits for {0}', informer);
  switch (state) {
    case 'starting':
      return vscode.l10n.t('starting');
    case 'running':
      return vscode.l10n.t('running');
    case 'standby':
      return vscode.l10n.t('standby: another replica leads');
    case 'crashed':
      return vscode.l10n.t('crashed');
    case 'stopped':
      return vscode.l10n.t('stopped');
  }
}

/** `retry 3 in 12 s · it is bad` */
export function keyWords(row: KeyRow, held: HeldStep | undefined, now: number): string {
  const { attempts, error, result, dropped, due } = row;
  const place = placeOf(row, now);
  const state = held ? vscode.l10n.t('held before {0}', pointWord(held.point)) : placeWords(place, attempts, (due ?? now) - now);
  const failed = error === undefined ? '' : dropped ? vscode.l10n.t('given up: {0}', brief(error)) : brief(error);
  const settled = place === 'settled' && !held && error === undefined ? resultWord(result) : '';
  return [state, failed, settled].filter(Boolean).join(' · ');
}

function placeWords(place: KeyPlace, attempts: number, wait: number): string {
  switch (place) {
    case 'processing':
      return attempts > 0 ? vscode.l10n.t('processing · retry {0}', attempts) : vscode.l10n.t('processing');
    case 'queued':
      return attempts > 0 ? vscode.l10n.t('queued · retry {0}', attempts) : vscode.l10n.t('queued');
    case 'waiting':
      return attempts > 0 ? vscode.l10n.t('retry {0} in {1}', attempts, countdown(wait)) : vscode.l10n.t('again in {0}', countdown(wait));
    case 'settled':
      return '';
  }
}

/** In steps that grow with the wait: a row that changes each second takes its tooltip away from whoever reads it. */
export function countdown(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (seconds <= 10) return vscode.l10n.t('{0} s', seconds);
  if (seconds < 60) return vscode.l10n.t('{0} s', Math.ceil(seconds / 5) * 5);
  return vscode.l10n.t('{0} min', Math.ceil(seconds / 60));
}

export function resultWord(result: KeyRow['result']): string {
  switch (result) {
    case 'done':
      return vscode.l10n.t('done');
    case 'requeue':
      return vscode.l10n.t('asked to come again');
    case 'requeueAfter':
      return vscode.l10n.t('asked to come again later');
    case undefined:
      return '';
  }
}

/** `200 · 12 ms · dry run` */
export function writeWords({ code, dryRun, decided, ms }: KeyWrite): string {
  return [
    decided === 'skipped' ? vscode.l10n.t('skipped') : code === 0 ? vscode.l10n.t('no answer') : String(code),
    decided === 'failed' ? vscode.l10n.t('refused here') : decided === 'delayed' ? vscode.l10n.t('delayed') : '',
    ms === undefined ? '' : duration(ms),
    dryRun ? vscode.l10n.t('dry run') : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** What a gate stands before, in the words of the pipeline. */
export function pointWord(point: GatePoint): string {
  switch (point) {
    case 'list.page':
      return vscode.l10n.t('a page of a list');
    case 'watch.event':
      return vscode.l10n.t('a watch event');
    case 'queue.add':
      return vscode.l10n.t('an add to the delta queue');
    case 'queue.pop':
      return vscode.l10n.t('a Pop of the delta queue');
    case 'handler.call':
      return vscode.l10n.t('a call of a handler');
    case 'workqueue.add':
      return vscode.l10n.t('an add to the work queue');
    case 'workqueue.get':
      return vscode.l10n.t('a Get of the work queue');
    case 'reconcile.start':
      return vscode.l10n.t('a reconcile');
    case 'reconcile.read':
      return vscode.l10n.t('a read of the cache');
    case 'reconcile.write':
      return vscode.l10n.t('a write');
    case 'workqueue.done':
      return vscode.l10n.t('Done');
  }
}

function brief(text: string): string {
  return text.length > shownMessage ? `${text.slice(0, shownMessage)}…` : text;
}
