import * as vscode from 'vscode';
import type { Elsewhere, ScopeAccess } from '../inspector/access/sessionAccess.ts';
import type { Refusal } from '../inspector/access/refusals.ts';
import { formatGroupResource } from '../kube/resource.ts';

/** So many namespaces are named; of more, the first ones. */
const named = 3;

/** `not allowed: list, watch`; empty where nothing is known to be refused. */
export function accessWords({ list, watch }: ScopeAccess): string {
  const refused = [list === 'denied' ? verbWord('list') : '', watch === 'denied' ? verbWord('watch') : ''].filter(Boolean);
  return refused.length > 0 ? vscode.l10n.t('not allowed: {0}', refused.join(', ')) : '';
}

/** `You may not watch secrets in all namespaces; you may in: default, team-a (and 3 more).` and what can be done. @param source the cluster @param who as whom it was asked, where that is somebody else than the user */
export function refusalText(refusal: Refusal, source: string, who = ''): string {
  const { elsewhere, namespaced } = refusal;
  const ofYou = whatIsRefused(refusal);
  const what = who === '' ? ofYou : vscode.l10n.t('{0} as {1}', ofYou, who);
  if (!namespaced) return vscode.l10n.t('{0}. Ask an administrator of {1} for access.', what, source);
  if (elsewhere === 'asking') return vscode.l10n.t('{0}. Checking which namespaces you may use…', what);
  // One that was asked about, or none, says nothing of where one may.
  if (elsewhere === 'untold' || (elsewhere.more && elsewhere.namespaces.length === 0 && elsewhere.asked < 2)) return vscode.l10n.t('{0}. Start the informer in a namespace where you may, or ask an administrator of {1} for access.', what, source);
  if (elsewhere.namespaces.length > 0) return vscode.l10n.t('{0}; you may in: {1}. Start the informer there, or ask an administrator of {2} for access.', what, namesOf(elsewhere), source);
  return elsewhere.more
    ? vscode.l10n.t('{0}, nor in any of {1} namespaces that were asked about. Start the informer in another one, or ask an administrator of {2} for access.', what, elsewhere.asked, source)
    : vscode.l10n.t('{0}, nor in any other namespace. Ask an administrator of {1} for access.', what, source);
}

/** `You may not watch secrets in all namespaces` */
function whatIsRefused({ verb, mayList, resource, namespace, namespaced }: Refusal): string {
  const name = formatGroupResource(resource);
  if (verb === 'watch' && mayList) {
    if (!namespaced) return vscode.l10n.t('You may list {0}, but not watch them', name);
    return namespace === undefined
      ? vscode.l10n.t('You may list {0} in all namespaces, but not watch them there', name)
      : vscode.l10n.t('You may list {0} in the namespace {1}, but not watch them there', name, namespace);
  }
  if (!namespaced) return vscode.l10n.t('You may not {0} {1}', verbWord(verb), name);
  return namespace === undefined
    ? vscode.l10n.t('You may not {0} {1} in all namespaces', verbWord(verb), name)
    : vscode.l10n.t('You may not {0} {1} in the namespace {2}', verbWord(verb), name, namespace);
}

/** `default, team-a (and 3 more)` */
function namesOf({ namespaces }: Elsewhere): string {
  if (namespaces.length <= named) return namespaces.join(', ');
  const shown = namespaces.slice(0, named - 1);
  return vscode.l10n.t('{0} (and {1} more)', shown.join(', '), namespaces.length - shown.length);
}

export function verbWord(verb: 'list' | 'watch'): string {
  return verb === 'list' ? vscode.l10n.t('list') : vscode.l10n.t('watch');
}
