import * as vscode from 'vscode';
import type { SessionFaults } from '../../inspector/faults/sessionFaults.ts';
import type { Session } from '../../inspector/session.ts';
import { playgroundId } from '../../inspector/sessionSource.ts';
import { faultDetail, faultSaid, faultWords } from '../faultWords.ts';
import type { Choice } from '../picks/choice.ts';
import { pickFault } from '../picks/pickFault.ts';
import { quickPick } from '../picks/quickPick.ts';
import type { Ui } from '../ui.ts';

/** Breaks the playground on purpose, and mends it. There is no other cluster that could be broken: these are about no other. */
export function faultCommands({ inspector, notifier }: Ui) {
  const broken = async (act: (faults: SessionFaults, session: Session) => Promise<void>): Promise<void> => {
    const session = inspector.sessions.get(playgroundId);
    if (session?.faults) return act(session.faults, session);
    await notifier.warn({ text: vscode.l10n.t('Only the playground can be broken on purpose, and it does not run. Start it first.'), remedies: ['startPlayground'] });
  };
  return {
    injectFault: () =>
      broken(async (faults, session) => {
        const fault = await pickFault(session, vscode.l10n.t('Inject Fault'));
        if (!fault || session.ended) return;
        await faults.add(fault);
        vscode.window.setStatusBarMessage(vscode.l10n.t('Injected: {0}', faultSaid({ scope: {}, ...fault })), 5000);
      }),

    clearFaults: () =>
      broken(async (faults) => {
        await faults.look();
        const choices = faults.all.map((fault): Choice<number> => ({ label: faultWords(fault.kind).title, description: faultDetail(fault), picked: fault.active, value: fault.id }));
        if (choices.length === 0) return void (await quickPick({ title: vscode.l10n.t('Clear Faults'), placeholder: '', none: vscode.l10n.t('Nothing is broken on the playground'), choices }));
        const chosen = await vscode.window.showQuickPick(choices, { title: vscode.l10n.t('Clear Faults'), placeHolder: vscode.l10n.t('Which faults are cleared?'), canPickMany: true, matchOnDescription: true });
        for (const { value } of chosen ?? []) {
          // One that was over may have made room for another.
          if (value !== undefined && faults.all.some(({ id }) => id === value)) await faults.clear(value);
        }
      }),

    clearAllFaults: () => broken((faults) => faults.clear()),
  };
}
