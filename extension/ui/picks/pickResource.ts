import * as vscode from 'vscode';
import type { GroupFailure } from '../../cluster/discovery.ts';
import type { KnownResources } from '../../inspector/resourceCatalog.ts';
import type { Session } from '../../inspector/session.ts';
import { type ApiResource, formatGroupVersion, formatResource } from '../../kube/resource.ts';
import { withoutIcons } from '../inertText.ts';
import type { Recents } from '../recents.ts';
import { briefFor } from '../sentences.ts';
import { sourceTitle } from '../stateWords.ts';
import { isResourceCalled } from '../../kube/isResourceCalled.ts';
import type { Describe } from './activeDescription.ts';
import type { Choice } from './choice.ts';
import type { LiveChoices } from './liveChoices.ts';
import { type back, type PickToggle, quickPick } from './quickPick.ts';

export interface PickResourceOptions {
  readonly title: string;
  readonly describe?: Describe<ApiResource>;
  readonly toggle?: PickToggle;
  readonly of: number;
}

/**
 * What the server can list and watch, by discovery: at once what is known, and up to date while it is looked at. What was chosen lately comes first;
 * groups that could not be asked come last, with the reason.
 */
export async function pickResource(session: Session, recents: Recents, { of, ...options }: PickResourceOptions): Promise<ApiResource | typeof back | undefined> {
  const looking = session.catalog.look();
  try {
    return await quickPick({
      ...options,
      placeholder: vscode.l10n.t('Which resource of {0}?', sourceTitle(session)),
      none: vscode.l10n.t('{0} has no resource that can be listed and watched', sourceTitle(session)),
      choices: resourceChoices(session, recents),
      step: { number: 1, of },
      typed: (text) => calledChoice(session.catalog.known?.resources ?? [], text),
    });
  } finally {
    looking.dispose();
  }
}

function resourceChoices(session: Session, recents: Recents): LiveChoices<ApiResource> {
  const { catalog } = session;
  const recent = recents.resources;
  const choices = new Map<ApiResource, Choice<ApiResource>>();
  const choiceFor = (resource: ApiResource): Choice<ApiResource> => {
    const choice = choices.get(resource) ?? choiceOf(resource);
    choices.set(resource, choice);
    return choice;
  };
  const failureChoice = ({ groupVersion, error }: GroupFailure): Choice<ApiResource> => ({
    label: withoutIcons(groupVersion),
    description: withoutIcons(briefFor(error)),
    detail: vscode.l10n.t('What it has is not known, or may be old. Select it to ask again.'),
    iconPath: new vscode.ThemeIcon('warning'),
    alwaysShow: true,
    run: () => void catalog.ask().catch(() => undefined), // stands there again
  });
  return {
    current: () => catalog.known && choicesOf(catalog.known, recent, choiceFor, [...catalog.known.failures, ...wholeFailure(session)].map(failureChoice)),
    isBusy: () => catalog.isAsking,
    // One of an earlier time says nothing while it is asked again.
    error: () => (catalog.isAsking ? undefined : catalog.error),
    onChange: catalog.onChange,
  };
}

/** The server itself could not be asked anew: what is known of it is old. */
function wholeFailure(session: Session): readonly GroupFailure[] {
  const { error } = session.catalog;
  return error === undefined ? [] : [{ groupVersion: sourceTitle(session), error }];
}

function choicesOf({ resources }: KnownResources, recents: readonly string[], choiceFor: (resource: ApiResource) => Choice<ApiResource>, failures: readonly Choice<ApiResource>[]): Choice<ApiResource>[] {
  const byName = new Map(resources.map((resource) => [formatResource(resource), resource]));
  const recent = recents.map((name) => byName.get(name)).filter((resource) => resource !== undefined);
  const rest = resources.filter((resource) => !recent.includes(resource)).toSorted((a, b) => a.resource.localeCompare(b.resource));
  return [
    ...(recent.length > 0 ? [separator(vscode.l10n.t('recently started'))] : []),
    ...recent.map(choiceFor),
    ...(recent.length > 0 ? [separator(vscode.l10n.t('all resources'))] : []),
    ...rest.map(choiceFor),
    ...(failures.length > 0 ? [separator(vscode.l10n.t('could not be asked'))] : []),
    ...failures,
  ];
}

/** What was typed is another name of a resource, and not only a part of one: then it comes first, whatever else is like it. */
function calledChoice(resources: readonly ApiResource[], text: string): Choice<ApiResource> | undefined {
  const called = resources.find((resource) => isResourceCalled(resource, text));
  return called && { label: withoutIcons(text), description: withoutIcons([called.resource, formatGroupVersion(called), called.kind].join(' · ')), value: called };
}

function choiceOf(resource: ApiResource): Choice<ApiResource> {
  const names = [formatGroupVersion(resource), resource.kind, ...resource.shortNames];
  return { label: withoutIcons(resource.resource), description: withoutIcons(names.join(' · ')), value: resource };
}

function separator(label: string): Choice<ApiResource> {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
