import * as vscode from 'vscode';
import { placeOf } from '../../inspector/access/placeOf.ts';
import type { Session } from '../../inspector/session.ts';
import { formatResource, type GroupVersionResource } from '../../kube/resource.ts';
import { isNamespaceName } from '../../kube/serviceAccount.ts';
import type { Recents } from '../recents.ts';
import type { Describe } from './activeDescription.ts';
import { type back, type PickToggle, quickPick } from './quickPick.ts';
import { ScopeChoices } from './scopeChoices.ts';

export interface PickScopeOptions {
  readonly title: string;
  /** Default: the second and last. */
  readonly step?: { readonly number: number; readonly of: number };
  readonly describe?: Describe<string>;
  readonly toggle?: PickToggle;
  /** Also offers `severalNamespaces`. */
  readonly canBeSeveral?: boolean;
}

/**
 * All namespaces (`''`), or one. Where namespaces may not be listed, those that were used before and the context's own are offered, and any can
 * be typed: many people may read in one namespace and nowhere else.
 */
export async function pickScope(
  session: Session,
  resource: GroupVersionResource,
  recents: Recents,
  { step = { number: 2, of: 2 }, canBeSeveral = false, ...options }: PickScopeOptions,
): Promise<string | typeof back | undefined> {
  const place = placeOf(session);
  const choices = new ScopeChoices({ session, resource, last: recents.scopeOf(place, formatResource(resource)), remembered: recents.namespacesOf(place), canBeSeveral });
  try {
    return await quickPick({
      ...options,
      placeholder: vscode.l10n.t('In which namespace? Type the name of one that is not in the list.'),
      none: vscode.l10n.t('Type the name of a namespace'),
      choices,
      ...(step.of > 1 && { step }),
      canGoBack: step.number > 1,
      active: (value) => value === choices.meant,
      typed: (text) => (isNamespaceName(text) ? { label: vscode.l10n.t('Use namespace {0}', text), iconPath: new vscode.ThemeIcon('folder'), value: text } : undefined),
    });
  } finally {
    choices.dispose();
  }
}
