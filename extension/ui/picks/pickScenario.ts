import * as vscode from 'vscode';
import type { Scenario } from '../../inspector/scenarios/scenario.ts';
import type { Words } from '../../inspector/scenarios/words.ts';
import type { Choice } from './choice.ts';
import { back, quickPick } from './quickPick.ts';

/** One of the scripts: the chapters of the article, then the rules; its button shows it instead. */
export async function pickScenario(scenarios: readonly Scenario[], language: keyof Words, showScript: (scenario: Scenario) => void): Promise<Scenario | undefined> {
  const picked = await quickPick<Scenario>({
    title: vscode.l10n.t('Run Scenario'),
    placeholder: vscode.l10n.t('Which one? It is played on the playground, step by step, and takes back whatever it does.'),
    none: '',
    choices: [
      separator(vscode.l10n.t('Chapters of the article')),
      ...scenarios.filter(({ chapter }) => chapter !== undefined).map((scenario) => choiceOf(scenario, language)),
      separator(vscode.l10n.t('Rules that people trip over')),
      ...scenarios.filter(({ chapter }) => chapter === undefined).map((scenario) => choiceOf(scenario, language)),
    ],
    onItemButton: showScript,
  });
  return picked === back ? undefined : picked;
}

function separator(label: string): Choice<Scenario> {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

function choiceOf(scenario: Scenario, language: keyof Words): Choice<Scenario> {
  const { title, chapter, rules = [], teaches } = scenario;
  return {
    label: chapter === undefined ? title[language] : `${chapter}. ${title[language]}`,
    description: rules.join(', '),
    detail: teaches[language],
    buttons: [{ iconPath: new vscode.ThemeIcon('go-to-file'), tooltip: vscode.l10n.t('Show Script') }],
    value: scenario,
  };
}
