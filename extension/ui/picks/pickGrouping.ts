import * as vscode from 'vscode';
import { fieldGrouping, type Grouping, groupingsOf, isGroupingPath } from '../../inspector/groupings.ts';
import type { SharedInformer } from '../../informer/sharedInformer.ts';
import { groupingWords } from '../groupingWords.ts';
import { withoutIcons } from '../inertText.ts';
import type { Choice } from './choice.ts';
import { back, quickPick } from './quickPick.ts';

/** By what the objects of an informer are to be grouped: name of the index. A field that nobody thought of can be typed. */
export async function pickGrouping(informer: SharedInformer, current: string): Promise<string | undefined> {
  const title = vscode.l10n.t('Group Objects');
  const groupings = groupingsOf(informer);
  const among = (by: Grouping['by'][], heading: string): readonly Choice<string>[] => {
    const choices = groupings.filter((grouping) => by.includes(grouping.by)).map((grouping) => choiceOf(grouping, current));
    return choices.length > 0 && heading !== '' ? [{ label: heading, kind: vscode.QuickPickItemKind.Separator }, ...choices] : choices;
  };
  const picked = await quickPick({
    title,
    placeholder: vscode.l10n.t('By what? Type a field such as {0} for any other', 'spec.replicas'),
    none: vscode.l10n.t('There is nothing to group by'),
    choices: [...among(['namespace', 'owner', 'node'], ''), ...among(['field'], vscode.l10n.t('Fields')), ...among(['label'], vscode.l10n.t('Labels'))],
    active: (index) => index === current,
    typed: (text) => (isGroupingPath(text) ? { label: text, description: vscode.l10n.t('this field'), value: fieldGrouping(text) } : undefined),
  });
  return picked === back ? undefined : picked;
}

function choiceOf({ index, share }: Grouping, current: string): Choice<string> {
  const description = [index === current ? vscode.l10n.t('current') : '', share === 1 ? '' : vscode.l10n.t('{0} % of the objects have it', Math.max(1, Math.round(share * 100)))];
  return { label: withoutIcons(groupingWords(index)), description: description.filter(Boolean).join(' · '), value: index };
}
