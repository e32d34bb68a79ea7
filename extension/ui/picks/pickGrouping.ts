import * as vscode from 'vscode';
import { systemClock } from '../../base/systemClock.ts';
import { type Grouping, groupingsNamed, groupingsOf } from '../../inspector/groupings.ts';
import type { SharedInformer } from '../../informer/sharedInformer.ts';
import { groupingReading, groupingWords } from '../groupingWords.ts';
import { withoutIcons } from '../inertText.ts';
import type { Choice } from './choice.ts';
import { back, quickPick } from './quickPick.ts';

/** By what the objects of an informer are to be grouped: name of the index. A label or field that few objects have, or none yet, can be typed. */
export async function pickGrouping(informer: SharedInformer, current: string): Promise<string | undefined> {
  let isOpen = true;
  const picked = await quickPick({
    title: vscode.l10n.t('Group Objects'),
    placeholder: vscode.l10n.t('By what? Type a label such as {0} or a field such as {1} for any other', 'app.kubernetes.io/name', 'spec.replicas'),
    none: vscode.l10n.t('There is nothing to group by'),
    choices: choicesOf(informer, current, () => isOpen),
    active: (index) => index === current,
    typed: (text) => groupingsNamed(text).map((index) => ({ label: withoutIcons(groupingReading(index)), value: index })),
    onClose: () => {
      isOpen = false;
    },
  });
  return picked === back ? undefined : picked;
}

async function choicesOf(informer: SharedInformer, current: string, isWanted: () => boolean): Promise<readonly Choice<string>[]> {
  const groupings = (await groupingsOf(informer, systemClock, isWanted)) ?? [];
  const among = (by: Grouping['by'][], heading: string): readonly Choice<string>[] => {
    const choices = groupings.filter((grouping) => by.includes(grouping.by)).map((grouping) => choiceOf(grouping, current));
    return choices.length > 0 && heading !== '' ? [{ label: heading, kind: vscode.QuickPickItemKind.Separator }, ...choices] : choices;
  };
  return [...among(['namespace', 'owner', 'node'], ''), ...among(['field'], vscode.l10n.t('Fields')), ...among(['label'], vscode.l10n.t('Labels'))];
}

function choiceOf({ index, share }: Grouping, current: string): Choice<string> {
  const description = [index === current ? vscode.l10n.t('current') : '', share === 1 ? '' : vscode.l10n.t('{0} % of the objects have it', Math.max(1, Math.round(share * 100)))];
  return { label: withoutIcons(groupingWords(index)), description: description.filter(Boolean).join(' · '), value: index };
}
