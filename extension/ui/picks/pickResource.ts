import * as vscode from 'vscode';
import type { Session } from '../../inspector/session.ts';
import { type ApiResource, formatGroupVersion, formatResource } from '../../kube/resource.ts';
import { withoutIcons } from '../inertText.ts';
import { sourceTitle } from '../stateWords.ts';
import type { Recents } from '../recents.ts';
import type { Describe } from './activeDescription.ts';
import type { Choice } from './choice.ts';
import { type back, type PickToggle, quickPick } from './quickPick.ts';

export interface PickResourceOptions {
  readonly title: string;
  readonly describe?: Describe<ApiResource>;
  readonly toggle?: PickToggle;
}

/** What the server can list and watch, by discovery; what was chosen lately comes first. */
export async function pickResource(session: Session, recents: Recents, options: PickResourceOptions): Promise<ApiResource | typeof back | undefined> {
  return quickPick({
    ...options,
    placeholder: vscode.l10n.t('Which resource of {0}?', sourceTitle(session)),
    none: vscode.l10n.t('{0} has no resource that you may list and watch', sourceTitle(session)),
    choices: session.catalog.upToDate().then(({ resources }) => choicesOf(resources, recents.resources)),
    step: { number: 1, of: 2 },
  });
}

function choicesOf(resources: readonly ApiResource[], recents: readonly string[]): Choice<ApiResource>[] {
  const byName = new Map(resources.map((resource) => [formatResource(resource), resource]));
  const recent = recents.map((name) => byName.get(name)).filter((resource) => resource !== undefined);
  const rest = resources.filter((resource) => !recent.includes(resource)).toSorted((a, b) => a.resource.localeCompare(b.resource));
  return [
    ...(recent.length > 0 ? [separator(vscode.l10n.t('recently started'))] : []),
    ...recent.map(choiceOf),
    ...(recent.length > 0 ? [separator(vscode.l10n.t('all resources'))] : []),
    ...rest.map(choiceOf),
  ];
}

function choiceOf(resource: ApiResource): Choice<ApiResource> {
  const names = [formatGroupVersion(resource), resource.kind, ...resource.shortNames];
  return { label: withoutIcons(resource.resource), description: withoutIcons(names.join(' · ')), value: resource };
}

function separator(label: string): Choice<ApiResource> {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
