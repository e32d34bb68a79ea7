import * as vscode from 'vscode';
import { placeOf } from '../../inspector/access/placeOf.ts';
import { namespaceNames } from '../../inspector/access/namespaceNames.ts';
import { mostNamespaces } from '../../inspector/informerSet/informerEntry.ts';
import type { Session } from '../../inspector/session.ts';
import type { GroupVersionResource } from '../../kube/resource.ts';
import { isNamespaceName } from '../../kube/serviceAccount.ts';
import { accessWords } from '../accessWords.ts';
import type { Recents } from '../recents.ts';
import { pickMany } from './pickMany.ts';
import { pickScope, type PickScopeOptions } from './pickScope.ts';
import { back } from './quickPick.ts';
import { severalNamespaces } from './scopeChoices.ts';

export type PickScopesOptions = Omit<PickScopeOptions, 'canBeSeveral' | 'step'> & { readonly step: { readonly number: number; readonly of: number } };

/** The namespaces in each of which there will be an informer; `['']`: one in all of them. Undefined: dismissed. */
export async function pickScopes(session: Session, resource: GroupVersionResource, recents: Recents, options: PickScopesOptions): Promise<readonly string[] | typeof back | undefined> {
  for (;;) {
    const scope = await pickScope(session, resource, recents, { ...options, canBeSeveral: true });
    if (scope === undefined || scope === back) return scope;
    if (scope !== severalNamespaces) return [scope];
    const several = await pickNamespaces(session, resource, recents, options);
    if (several !== back) return several;
  }
}

async function pickNamespaces(session: Session, resource: GroupVersionResource, recents: Recents, { title, toggle, step }: PickScopesOptions): Promise<readonly string[] | typeof back | undefined> {
  const asking = new AbortController();
  const remembered = recents.namespacesOf(placeOf(session));
  const describe = (label: string): vscode.QuickPickItem => {
    const marks = [accessWords(session.access.known(resource, label)), remembered.includes(label) ? vscode.l10n.t('used before') : ''];
    return { label, description: marks.filter(Boolean).join(' · '), iconPath: new vscode.ThemeIcon('folder') };
  };
  const listed = namespaceNames(session.cluster, AbortSignal.any([asking.signal, session.signal]));
  const own = session.cluster.namespace;
  try {
    return await pickMany({
      title: toggle?.title(title) ?? title,
      placeholder: vscode.l10n.t('In which namespaces? Tick each; type the name of one that is not in the list.'),
      choices: listed.then(({ names }) => [...new Set([...remembered, ...(own === undefined ? [] : [own]), ...names])].map(describe)),
      typed: (text) => (isNamespaceName(text) ? describe(text) : undefined),
      refuses: ({ length }) => {
        if (length === 0) return vscode.l10n.t('Tick one namespace at least, or go back to choose all of them.');
        return length > mostNamespaces ? vscode.l10n.t('{0} namespaces at most can be chosen at once: choose all of them instead, or fewer.', mostNamespaces) : undefined;
      },
      step,
    });
  } finally {
    asking.abort();
  }
}
