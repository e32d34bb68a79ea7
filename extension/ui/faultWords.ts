import * as vscode from 'vscode';
import type { FaultKind, FaultSpec, FaultView } from '../introspection/faults.ts';

export interface FaultWords {
  /** Verb and object. */
  readonly title: string;
  /** What it does. */
  readonly does: string;
  /** What an informer does about it. */
  readonly informer: string;
}

/** Each kind in a person's words. */
export function faultWords(kind: FaultKind): FaultWords {
  switch (kind) {
    case 'dropWatch':
      return { title: vscode.l10n.t('Drop Watch'), does: vscode.l10n.t('the connection of a watch breaks'), informer: vscode.l10n.t('The informer watches again from the version it had seen last: nothing is lost, and nothing is listed.') };
    case 'stallWatch':
      return { title: vscode.l10n.t('Stall Watch'), does: vscode.l10n.t('a watch stays open, and nothing comes any more'), informer: vscode.l10n.t('Where bookmarks are expected the informer notices the silence after 70 seconds, and watches again.') };
    case 'cutObject':
      return { title: vscode.l10n.t('Cut in Mid-Object'), does: vscode.l10n.t('a watch or a list breaks off in the middle of an object'), informer: vscode.l10n.t('The half object is thrown away; the informer watches or lists again from where it was.') };
    case 'junkLine':
      return { title: vscode.l10n.t('Send Junk Line'), does: vscode.l10n.t('a line comes that is not JSON, as from a proxy'), informer: vscode.l10n.t('The informer ends the watch as undecodable, and watches again from the version it had seen last.') };
    case 'twoOnOneLine':
      return { title: vscode.l10n.t('Send Two Objects on One Line'), does: vscode.l10n.t('two events come without a newline between them'), informer: vscode.l10n.t('Nothing: frames are JSON values, not lines.') };
    case 'expireWatch':
      return { title: vscode.l10n.t('Expire Watch (410)'), does: vscode.l10n.t('a watch is told that its version is too old'), informer: vscode.l10n.t('The informer lists everything anew, and finds what it had missed by comparing.') };
    case 'noEndMarker':
      return { title: vscode.l10n.t('Withhold End Marker'), does: vscode.l10n.t('the bookmark that ends the initial events of a streamed list does not come'), informer: vscode.l10n.t('The informer is not synced until it has given up the stream and begun anew.') };
    case 'noBookmarks':
      return { title: vscode.l10n.t('Withhold Bookmarks'), does: vscode.l10n.t('no bookmark comes on a watch'), informer: vscode.l10n.t('The version of a quiet informer grows old, so that it may expire; its watch seems silent.') };
    case 'slowWatcher':
      return { title: vscode.l10n.t('Slow Watcher Down'), does: vscode.l10n.t('a watch takes its events slowly, so that its channel in the watch cache runs full'), informer: vscode.l10n.t('The server closes the watch; the informer watches again from the version it had seen last.') };
    case 'duplicateEvent':
      return { title: vscode.l10n.t('Duplicate Event'), does: vscode.l10n.t('an event comes twice'), informer: vscode.l10n.t('The second one is an update that changes nothing.') };
    case 'loseEvent':
      return { title: vscode.l10n.t('Lose Event'), does: vscode.l10n.t('an event does not come'), informer: vscode.l10n.t('The cache is wrong about that object until its next event, or until everything is listed. Verify Cache finds it.') };
    case 'holdHeaders':
      return { title: vscode.l10n.t('Hold Headers'), does: vscode.l10n.t('an answer does not begin until the fault is cleared'), informer: vscode.l10n.t('The informer waits, gives up after a while, and tries again.') };
    case 'slowAnswer':
      return { title: vscode.l10n.t('Slow Server Down'), does: vscode.l10n.t('each answer takes longer'), informer: vscode.l10n.t('Everything takes longer; nothing is lost.') };
    case 'status':
      return { title: vscode.l10n.t('Refuse Requests'), does: vscode.l10n.t('requests are answered with 401, 403, 404, 410, 429, 500, 503 or 504'), informer: vscode.l10n.t('The informer backs off and tries again; after 410 it lists anew, after 429 no sooner than it is told.') };
    case 'tooLarge':
      return { title: vscode.l10n.t('Call Resource Version Too Large'), does: vscode.l10n.t('the version that is asked for is said not to be there yet'), informer: vscode.l10n.t('The informer asks once more for whatever is newest.') };
    case 'staleRead':
      return { title: vscode.l10n.t('Read Stale Lists'), does: vscode.l10n.t('lists come from a server that has heard nothing since the fault was switched on'), informer: vscode.l10n.t('The cache begins in the past, and catches up by its watch.') };
    case 'compact':
      return { title: vscode.l10n.t('Compact Storage'), does: vscode.l10n.t('the storage forgets all old versions'), informer: vscode.l10n.t('What is read from the storage at an old version, as a page of a list, has expired and is begun anew.') };
    case 'lag':
      return { title: vscode.l10n.t('Delay Watch Cache'), does: vscode.l10n.t('the watch cache hears of changes late'), informer: vscode.l10n.t('The informer is late, too; one resource may be ahead of another.') };
    case 'restart':
      return { title: vscode.l10n.t('Restart Server'), does: vscode.l10n.t('all connections break, and the watch caches begin anew'), informer: vscode.l10n.t('The informer meets 429 until the caches are ready; what it had seen last may have expired, and then it lists anew.') };
    case 'restore':
      return { title: vscode.l10n.t('Restore from Backup'), does: vscode.l10n.t('the storage is set back as far as it remembers: versions go backwards, and what was written since is gone'), informer: vscode.l10n.t('A watch from a version of before is silent until it is reached once more: only a new list heals the cache. Verify Cache finds it.') };
  }
}

/** What is asked for the `ms` of a kind that takes time. */
export function faultMsPrompt(kind: FaultKind): string {
  switch (kind) {
    case 'slowAnswer':
      return vscode.l10n.t('Milliseconds that each answer takes longer');
    case 'lag':
      return vscode.l10n.t('Milliseconds that the watch cache is late');
    case 'slowWatcher':
      return vscode.l10n.t('Milliseconds between two events that the watch takes');
    case 'stallWatch':
      return vscode.l10n.t('Milliseconds for which nothing comes; 0: for good');
    case 'restore':
      return vscode.l10n.t('How old the backup is, in milliseconds; 0: as old as is kept');
    default:
      return vscode.l10n.t('Milliseconds for which it is held; 0: until it is cleared');
  }
}

/** Whom it strikes, how long, how often, and how often it has: `watch · v1/pods · 5000 ms · at a rate of 10 % · seed 7 · has struck 3 times`. */
export function faultDetail({ kind, scope, rate, times, ms, seed, code, struck, active }: FaultView): string {
  const often = rate < 1 ? vscode.l10n.t('at a rate of {0} %', Math.round(rate * 1000) / 10) : times === 0 ? vscode.l10n.t('until it is cleared') : times === 1 ? vscode.l10n.t('once') : vscode.l10n.t('{0} times', times);
  return [kind === 'status' ? String(code) : '', scope.verb ?? '', scope.resource ?? '', ms > 0 ? vscode.l10n.t('{0} ms', ms) : '', often, rate < 1 ? vscode.l10n.t('seed {0}', seed) : '', active ? vscode.l10n.t('has struck {0} times', struck) : vscode.l10n.t('over')].filter(Boolean).join(' · ');
}

/** In a sentence of the status bar. */
export function faultSaid({ kind, scope }: Pick<FaultSpec, 'kind' | 'scope'>): string {
  return [faultWords(kind).title, scope.resource ?? ''].filter(Boolean).join(' ');
}

/** `2 faults`; empty where nothing is broken. */
export function faultCount(count: number): string {
  if (count === 0) return '';
  return count === 1 ? vscode.l10n.t('1 fault') : vscode.l10n.t('{0} faults', count);
}
