import * as vscode from 'vscode';
import type { WhatIf } from '../../protocol/stepping.ts';
import type { Ui } from '../ui.ts';
import { steppedSession } from './steppedSession.ts';

/** What may be done to the course of things on the playground and in a recording. */
export function whatIfCommands(ui: Ui) {
  const run = async (args: readonly unknown[], what: WhatIf): Promise<void> => {
    const session = await steppedSession(ui, args, vscode.l10n.t('What If'), ({ stepper }) => stepper.allowsWhatIf);
    if (session) await ui.debuggerUi.whatIf(session, what);
  };
  return {
    skipDelta: (...args: readonly unknown[]) => run(args, 'skip'),
    duplicateDelta: (...args: readonly unknown[]) => run(args, 'duplicate'),
    delayDelta: (...args: readonly unknown[]) => run(args, 'delay'),
    reorderDeltas: (...args: readonly unknown[]) => run(args, 'reorder'),
    forgeDelta: (...args: readonly unknown[]) => run(args, 'forge'),
    failNextReconcile: (...args: readonly unknown[]) => run(args, 'failReconcile'),
    fireResync: (...args: readonly unknown[]) => run(args, 'resync'),
    dropWatch: (...args: readonly unknown[]) => run(args, 'dropWatch'),
    answerNext: (...args: readonly unknown[]) => run(args, 'answer'),
  };
}
