import * as vscode from 'vscode';
import { namespaceNames } from '../../inspector/access/namespaceNames.ts';
import { serviceAccountNames } from '../../inspector/access/serviceAccountNames.ts';
import type { Session } from '../../inspector/session.ts';
import { formatServiceAccount, isNamespaceName, isServiceAccountName, type ServiceAccountName } from '../../kube/serviceAccount.ts';
import { withoutIcons } from '../inertText.ts';
import type { Recents } from '../recents.ts';
import type { Choice } from './choice.ts';
import { back, quickPick, steps } from './quickPick.ts';

/** Under which name the choice is remembered. */
const remembered = 'serviceAccount';

interface Wanted {
  readonly namespace?: string;
  readonly name?: string;
}

/**
 * A ServiceAccount: its namespace, then its name. What may be listed is offered, anything else can be typed: who may impersonate an account need not be allowed to
 * list them. Undefined: dismissed.
 * @param session that of the context itself, which is asked
 */
export async function pickServiceAccount(session: Session, recents: Recents, title: string): Promise<ServiceAccountName | undefined> {
  const last = recents.choiceOf(remembered) ?? '';
  const wanted = await steps<Wanted>({}, [
    async () => {
      const namespace = await pickNamespace(session, last.split('/')[0] ?? '', title);
      return namespace === back || namespace === undefined ? namespace : { namespace };
    },
    async ({ namespace = '' }) => {
      const name = await pickName(session, namespace, last, title);
      return name === back || name === undefined ? name : { namespace, name };
    },
  ]);
  if (wanted?.namespace === undefined || wanted.name === undefined) return undefined;
  const account = { namespace: wanted.namespace, name: wanted.name };
  recents.noteChoice(remembered, formatServiceAccount(account));
  return account;
}

function pickNamespace(session: Session, last: string, title: string): Promise<string | typeof back | undefined> {
  const { cluster } = session;
  const own = cluster.namespace ?? 'default';
  const closing = new AbortController();
  const offer = async (): Promise<readonly Choice<string>[]> => {
    const { names, told } = await namespaceNames(cluster, AbortSignal.any([closing.signal, session.signal]));
    const offered = told ? names : [...new Set([own, ...(isNamespaceName(last) ? [last] : [])])];
    return offered.map((name) => ({
      label: withoutIcons(name),
      description: [name === last ? vscode.l10n.t('last choice') : '', name === cluster.namespace ? vscode.l10n.t('of the context') : ''].filter(Boolean).join(' · '),
      iconPath: new vscode.ThemeIcon('folder'),
      value: name,
    }));
  };
  return quickPick({
    title,
    placeholder: vscode.l10n.t('In which namespace is the ServiceAccount? Type the name of one that is not in the list.'),
    none: vscode.l10n.t('Type the name of a namespace'),
    choices: offer(),
    step: { number: 1, of: 2 },
    active: (value) => value === last,
    typed: (text) =>
      isNamespaceName(text)
        ? { label: vscode.l10n.t('Use namespace {0}', text), iconPath: new vscode.ThemeIcon('folder'), value: text }
        : { label: vscode.l10n.t('This is not the name of a namespace: it has lower case letters, digits and dashes, 63 at most, and no dash at its ends.'), iconPath: new vscode.ThemeIcon('warning') },
    onClose: () => closing.abort(),
  });
}

function pickName(session: Session, namespace: string, last: string, title: string): Promise<string | typeof back | undefined> {
  const closing = new AbortController();
  const acts = session.cluster.identity?.impersonated?.user;
  const question = vscode.l10n.t('Which ServiceAccount of {0}? Type the name of one that is not in the list.', namespace);
  const offer = async (): Promise<readonly Choice<string>[]> => {
    const names = await serviceAccountNames(session.cluster, namespace, AbortSignal.any([closing.signal, session.signal]));
    return names.map((name) => ({
      label: withoutIcons(name),
      description: formatServiceAccount({ namespace, name }) === last ? vscode.l10n.t('last choice') : '',
      iconPath: new vscode.ThemeIcon('account'),
      value: name,
    }));
  };
  return quickPick({
    title,
    placeholder: acts === undefined ? question : vscode.l10n.t('{0} It takes the place of {1}, as whom the kubeconfig acts.', question, acts),
    none: vscode.l10n.t('Type the name of a ServiceAccount of {0}', namespace),
    choices: offer(),
    step: { number: 2, of: 2 },
    canGoBack: true,
    active: (value) => formatServiceAccount({ namespace, name: value }) === last,
    typed: (text) =>
      isServiceAccountName(text)
        ? { label: vscode.l10n.t('Use ServiceAccount {0}', text), iconPath: new vscode.ThemeIcon('account'), value: text }
        : { label: vscode.l10n.t('This is not the name of a ServiceAccount: it has lower case letters, digits, dashes and dots, and begins and ends with a letter or digit.'), iconPath: new vscode.ThemeIcon('warning') },
    onClose: () => closing.abort(),
  });
}
