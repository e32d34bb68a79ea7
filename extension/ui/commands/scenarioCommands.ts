import * as vscode from 'vscode';
import type { Scenario } from '../../inspector/scenarios/scenario.ts';
import type { ScenarioPlayer } from '../../inspector/scenarios/scenarioPlayer.ts';
import { views } from '../contributions.ts';
import { pickScenario } from '../picks/pickScenario.ts';
import { scenarioLanguage, showScript } from '../scenarioHandlers.ts';
import type { Ui } from '../ui.ts';

/** Scripts are chosen and played. */
export function scenarioCommands({ inspector, panels, texts, notifier }: Ui) {
  const played = (): ScenarioPlayer | undefined => inspector.sessions.all.map(({ scenarios }) => scenarios?.player).find((player) => player && !player.isOver);
  const onPlayed = async (does: 'next' | 'stop'): Promise<void> => {
    const player = played();
    if (player) return player[does]();
    await notifier.warn({ text: vscode.l10n.t('No scenario is being played. Run one first.'), remedies: [] });
  };
  return {
    /** With the id of a scenario as its argument, that one. Its first step is played, on the playground, which is started when it does not run. */
    async runScenario(...args: readonly unknown[]): Promise<void> {
      const { scenarios } = await import('../../inspector/scenarios/scenarios.ts');
      const scenario = scenarios.find(({ id }) => id === args[0]) ?? (await pickScenario(scenarios, scenarioLanguage(), (each) => void showScript(texts, each)));
      if (!scenario) return;
      if (!vscode.workspace.isTrusted && runsReconciler(scenario)) {
        return notifier.warn({ text: vscode.l10n.t('This scenario runs a reconciler, which is not done while this workspace is not trusted. Trust it, or choose another scenario.'), remedies: [], manageTrust: true });
      }
      await vscode.commands.executeCommand(`${views.informers}.focus`);
      const session = await vscode.window.withProgress({ location: { viewId: views.informers } }, () => inspector.startPlayground());
      panels.open(session);
      panels.openPage(session, 'scenario');
      (await session.scenarios?.open(scenario))?.next();
    },

    nextScenarioStep: () => onPlayed('next'),

    stopScenario: () => onPlayed('stop'),
  };
}

function runsReconciler({ steps }: Scenario): boolean {
  return steps.some(({ do: actions = [] }) => actions.some((action) => action.do === 'runReconciler'));
}
