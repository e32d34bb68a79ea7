import * as vscode from 'vscode';
import { breakpointSpecOf } from '../inspector/breakpointSpec.ts';
import type { SteppingMessages } from '../protocol/stepping.ts';
import { commands } from './contributions.ts';
import type { DebuggerUi } from './debuggerUi.ts';
import type { Milestones } from './milestones.ts';
import type { Notifier } from './notifier.ts';
import type { PanelHandlers } from './panelHandlers.ts';
import { askRunTo } from './picks/askRunTo.ts';
import { sourceTitle } from './stateWords.ts';
import { stepByHand } from './stepByHand.ts';

/** The panel steps as the commands do, always the session that it shows. */
export function steppingHandlers(debuggerUi: DebuggerUi, milestones: Milestones, notifier: Notifier): PanelHandlers<SteppingMessages> {
  return {
    'stepper/pause': ({ stepper }) => stepper.pause(),
    'stepper/continue': ({ stepper }) => stepper.continue(),
    'stepper/step': ({ stepper }) => stepByHand(stepper, 'step', milestones),
    'stepper/over': ({ stepper }) => stepByHand(stepper, 'stepOver', milestones),
    'stepper/out': ({ stepper }) => stepByHand(stepper, 'stepOut', milestones),
    'stepper/choose': ({ stepper }, { held }) => void stepper.choose(held),
    'stepper/runTo': (session, { key }) => (key === null ? askRunTo(session) : session.stepper.runTo(key)),
    'stepper/slowMotion': ({ stepper }, { ms }) => stepper.setSlowMotion(ms === 0 ? null : ms),
    'stepper/points': async () => void (await vscode.commands.executeCommand(commands.choosePoints)),
    'breakpoint/add': async (_session, parts) => {
      if (Object.keys(parts).length === 0) return void (await vscode.commands.executeCommand(commands.addBreakpoint));
      const spec = breakpointSpecOf(parts);
      if (!spec) throw new Error('a breakpoint of the panel was refused: a part of it is none');
      await debuggerUi.add(spec);
    },
    'whatIf/do': (session, { what }) => debuggerUi.whatIf(session, what).catch((error: unknown) => void notifier.error(error, sourceTitle(session))),
  };
}
