import * as vscode from 'vscode';
import type { FaultKind, FaultSpec, FaultView } from '../introspection/faults.ts';

export interface FaultWords {
  readonly title: string;
  /** What it does. */
  readonly does: string;
  /** What an informer does about it. */
  readonly informer: string;
}

/** Each kind in a person's words. */
export function faultWords(kind: FaultKind): FaultWords {
  const { t } = vscode.l10n;
  switch (kind) {
    case 'dropWatch':
      return { title: t('Drop Watch'), does: t('the connection of a watch breaks'), informer: t('The informer watches again from the version it had seen last: nothing is lost, and nothing is listed.') };
    case 'stallWatch':
      return { title: t('Stall Watch'), does: t('a watch stays open, and nothing comes any more'), informer: t('Where bookmarks are expected the informer notices the silence after 70 seconds, and watches again.') };
    case 'cutObject':
      return { title: t('Cut in Mid-Object'), does: t('a watch or a list breaks off in the middle of an object'), informer: t('The half object is thrown away; the informer watches or lists again from where it was.') };
    case 'junkLine':
      return { title: t('Junk Line'), does: t('a line comes that is not JSON, as from a proxy'), informer: t('The informer ends the watch as undecodable, and watches again from the version it had seen last.') };
    case 'twoOnOneLine':
      return { title: t('Two Objects on One Line'), does: t('two events come without a newline between them'), informer: t('Nothing: frames are JSON values, not lines.') };
    case 'expireWatch':
      return { title: t('410 Expired'), does: t('a watch is told that its version is too old'), informer: t('The informer lists everything anew, and finds what it had missed by comparing.') };
    case 'noEndMarker':
      return { title: t('No End Marker'), does: t('the bookmark that ends the initial events of a streamed list does not come'), informer: t('The informer is not synced until it has given up the stream and begun anew.') };
    case 'noBookmarks':
      return { title: t('No Bookmarks'), does: t('no bookmark comes on a watch'), informer: t('The version of a quiet informer grows old, so that it may expire; its watch seems silent.') };
    case 'slowWatcher':
      return { title: t('Slow Watcher'), does: t('a watch takes one event in ten seconds, so that its channel in the watch cache runs full'), informer: t('The server closes the watch; the informer watches again from the version it had seen last.') };
    case 'duplicateEvent':
      return { title: t('Duplicate Event'), does: t('an event comes twice'), informer: t('The second one is an update that changes nothing.') };
    case 'loseEvent':
      return { title: t('Lose Event'), does: t('an event does not come'), informer: t('The cache is wrong about that object until its next event, or until everything is listed. Verify Cache finds it.') };
    case 'holdHeaders':
      return { title: t('Hold Headers'), does: t('an answer does not begin until the fault is cleared'), informer: t('The informer waits, gives up after a while, and tries again.') };
    case 'slowAnswer':
      return { title: t('Slow Server'), does: t('each answer takes a second longer'), informer: t('Everything takes longer; nothing is lost.') };
    case 'status':
      return { title: t('Refuse Requests...'), does: t('requests are answered with 401, 403, 404, 410, 429, 500, 503 or 504'), informer: t('The informer backs off and tries again; after 410 it lists anew, after 429 no sooner than it is told.') };
    case 'tooLarge':
      return { title: t('Too Large Resource Version'), does: t('the version that is asked for is said not to be there yet'), informer: t('The informer asks once more for whatever is newest.') };
    case 'staleRead':
      return { title: t('Stale Read'), does: t('lists come from a server that has heard nothing since the fault was switched on'), informer: t('The cache begins in the past, and catches up by its watch.') };
    case 'compact':
      return { title: t('Compact'), does: t('the storage forgets all old versions'), informer: t('What is read from the storage at an old version, as a page of a list, has expired and is begun anew.') };
    case 'lag':
      return { title: t('Lag'), does: t('the watch cache hears of changes five seconds late'), informer: t('The informer is late, too; one resource may be ahead of another.') };
    case 'restart':
      return { title: t('Restart Server'), does: t('all connections break, and the watch caches begin anew'), informer: t('The informer meets 429 until the caches are ready; what it had seen last may have expired, and then it lists anew.') };
    case 'restore':
      return { title: t('Restore from Backup'), does: t('the storage is set back as far as it remembers: versions go backwards, and what was written since is gone'), informer: t('A watch from a version of before is silent until it is reached once more: only a new list heals the cache. Verify Cache finds it.') };
  }
}

/** Whom it strikes, how often, and how often it has: `v1/pods · 3 of 5 times`. */
export function faultDetail({ kind, scope, rate, times, code, struck, active }: FaultView): string {
  const { t } = vscode.l10n;
  const often = rate < 1 ? t('at a rate of {0} %', Math.round(rate * 1000) / 10) : times === 0 ? t('until it is cleared') : times === 1 ? t('once') : t('{0} times', times);
  return [kind === 'status' ? String(code) : '', scope.verb ?? '', scope.resource ?? '', often, active ? t('has struck {0} times', struck) : t('over')].filter(Boolean).join(' · ');
}

/** In a sentence of the status bar. */
export function faultSaid({ kind, scope }: Pick<FaultSpec, 'kind' | 'scope'>): string {
  return [faultWords(kind).title.replace(/\.\.\.$/, ''), scope.resource ?? ''].filter(Boolean).join(' ');
}

/** `2 faults`; empty where nothing is broken. */
export function faultCount(count: number): string {
  if (count === 0) return '';
  return count === 1 ? vscode.l10n.t('1 fault') : vscode.l10n.t('{0} faults', count);
}
