import * as vscode from 'vscode';
import type { Scenario } from '../inspector/scenarios/scenario.ts';
import type { Words } from '../inspector/scenarios/words.ts';
import type { ScenarioMessages } from '../protocol/scenario.ts';
import { commands } from './contributions.ts';
import type { PanelHandlers } from './panelHandlers.ts';
import { panelLanguage } from './panelTexts/panelLanguage.ts';
import type { TextDocuments } from './textDocuments.ts';

/** The panel plays as the commands do, always what is played on the session that it shows. */
export function scenarioHandlers(texts: TextDocuments): PanelHandlers<ScenarioMessages> {
  return {
    'scenario/choose': () => run(),
    'scenario/next': ({ scenarios }) => scenarios?.player?.next(),
    'scenario/runToEnd': ({ scenarios }) => scenarios?.player?.runToEnd(),
    'scenario/stop': ({ scenarios }) => scenarios?.player?.stop(),
    'scenario/again': ({ scenarios }) => run(scenarios?.player?.scenario.id),
    'scenario/script': async ({ scenarios }) => {
      if (scenarios?.player) await showScript(texts, scenarios.player.scenario);
    },
  };
}

async function run(id?: string): Promise<void> {
  await vscode.commands.executeCommand(commands.runScenario, id);
}

/** As a document to read. */
export async function showScript(texts: TextDocuments, scenario: Scenario): Promise<void> {
  const { scriptText } = await import('../inspector/scenarios/scriptText.ts');
  const language = scenarioLanguage();
  await texts.show(texts.put(`${scenario.title[language]}.md`, `scenario-${scenario.id}`, scriptText(scenario, language)));
}

/** That of the panel; scenarios are in two. */
export function scenarioLanguage(): keyof Words {
  return panelLanguage(vscode.env.language) === 'zh-CN' ? 'zh' : 'en';
}
