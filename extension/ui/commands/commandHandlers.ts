import * as vscode from 'vscode';
import type { CommandName } from '../contributions.ts';
import type { Ui } from '../ui.ts';
import { auditCommands } from './auditCommands.ts';
import { breakpointCommands } from './breakpointCommands.ts';
import { cacheCommands } from './cacheCommands.ts';
import { compareCommands } from './compareCommands.ts';
import { controllerCommands } from './controllerCommands.ts';
import { faultCommands } from './faultCommands.ts';
import { filterCommands } from './filterCommands.ts';
import { informerCommands } from './informerCommands.ts';
import { informerSetCommands } from './informerSetCommands.ts';
import { insideCommands } from './insideCommands.ts';
import { kubeconfigCommands } from './kubeconfigCommands.ts';
import { loginCommands } from './loginCommands.ts';
import { objectCommands } from './objectCommands.ts';
import { playgroundCommands } from './playgroundCommands.ts';
import { reconcilerCommands } from './reconcilerCommands.ts';
import { recordingCommands } from './recordingCommands.ts';
import { reportCommands } from './reportCommands.ts';
import { scenarioCommands } from './scenarioCommands.ts';
import { secretCommands } from './secretCommands.ts';
import { serviceAccountCommands } from './serviceAccountCommands.ts';
import { sessionCommands } from './sessionCommands.ts';
import { steppingCommands } from './steppingCommands.ts';
import { treeCommands } from './treeCommands.ts';
import { versionCommands } from './versionCommands.ts';
import { whatIfCommands } from './whatIfCommands.ts';
import { writeCommands } from './writeCommands.ts';

/** What a command does with what VS Code hands it. May throw: what is thrown is told to the person. */
export type CommandHandler = (...args: readonly unknown[]) => unknown;

/** Each command of the manifest has a handler: a forgotten one does not compile. */
export function commandHandlers(ui: Ui): Readonly<Record<CommandName, CommandHandler>> {
  return {
    ...playgroundCommands(ui),
    ...auditCommands(ui),
    ...faultCommands(ui),
    ...insideCommands(ui),
    ...kubeconfigCommands(ui),
    ...sessionCommands(ui),
    ...loginCommands(ui),
    ...serviceAccountCommands(ui),
    ...informerCommands(ui),
    ...informerSetCommands(ui),
    ...cacheCommands(ui),
    ...objectCommands(ui),
    ...treeCommands(ui),
    ...filterCommands(ui),
    ...secretCommands(ui),
    ...compareCommands(ui),
    ...versionCommands(ui),
    ...reconcilerCommands(ui),
    ...controllerCommands(ui),
    ...writeCommands(ui),
    ...steppingCommands(ui),
    ...recordingCommands(ui),
    ...scenarioCommands(ui),
    ...breakpointCommands(ui),
    ...whatIfCommands(ui),
    ...reportCommands(ui),
    openSettings: () => vscode.commands.executeCommand('workbench.action.openSettings', '@ext:informer-inspector.informer-inspector'),
  };
}
