import * as vscode from 'vscode';
import type { Session } from '../../inspector/session.ts';
import { formatResource, type GroupVersionResource } from '../../kube/resource.ts';
import { withoutIcons } from '../inertText.ts';
import type { Recents } from '../recents.ts';
import type { Describe } from './activeDescription.ts';
import type { Choice } from './choice.ts';
import { type back, type PickToggle, quickPick } from './quickPick.ts';

const namespaces: GroupVersionResource = { group: '', version: 'v1', resource: 'namespaces' };

/** How many namespaces are offered; any other can be typed. */
const offered = 500;

/** RFC 1123 label: what the name of a namespace may look like. */
const namespaceName = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

export interface PickScopeOptions {
  readonly title: string;
  /** Default: the second and last. */
  readonly step?: { readonly number: number; readonly of: number };
  readonly describe?: Describe<string>;
  readonly toggle?: PickToggle;
}

/**
 * All namespaces (`''`), or one. Where namespaces may not be listed, the context's own is offered and any can be typed: many
 * people may read in one namespace and nowhere else.
 */
export async function pickScope(
  session: Session,
  resource: GroupVersionResource,
  recents: Recents,
  { step = { number: 2, of: 2 }, ...options }: PickScopeOptions,
): Promise<string | typeof back | undefined> {
  const closing = new AbortController();
  const signal = AbortSignal.any([closing.signal, session.signal]);
  const last = recents.scopeOf(formatResource(resource));
  const marks = (value: string): string =>
    [
      value === last ? vscode.l10n.t('last choice') : '',
      value !== '' && value === session.cluster.namespace ? vscode.l10n.t('of the context') : '',
    ]
      .filter(Boolean)
      .join(' · ');
  return quickPick({
    ...options,
    placeholder: vscode.l10n.t('In which namespace? Type the name of one that is not in the list.'),
    none: vscode.l10n.t('Type the name of a namespace'),
    choices: listNamespaces(session, signal).then((names) => [
      { label: vscode.l10n.t('All namespaces'), iconPath: new vscode.ThemeIcon('globe'), value: '', description: marks('') },
      ...names.map((name): Choice<string> => ({
        label: withoutIcons(name),
        iconPath: new vscode.ThemeIcon('folder'),
        value: name,
        description: marks(name),
      })),
    ]),
    step,
    canGoBack: step.number > 1,
    active: (value) => value === last,
    typed: (text) => (namespaceName.test(text) ? { label: vscode.l10n.t('Use namespace {0}', text), iconPath: new vscode.ThemeIcon('folder'), value: text } : undefined),
    onClose: () => closing.abort(),
  });
}

async function listNamespaces(session: Session, signal: AbortSignal): Promise<readonly string[]> {
  const own = session.cluster.namespace ?? 'default';
  try {
    const { items } = await session.cluster.listerWatcher(namespaces, { metadataOnly: true }).list({ limit: offered }, signal);
    const names = items.map(({ metadata }) => metadata.name ?? '').filter(Boolean);
    return [...new Set([...names, ...(session.cluster.namespace ? [own] : [])])].toSorted();
  } catch {
    // Not allowed, or not reached: the informer itself will say so. A namespace can still be named.
    return [own];
  }
}
